import type { RollcallOptions } from "./options/Options.ts"
import type { Rollcall } from "./Rollcall.ts"

/**
 * Opens the store and starts the background work. If it fails, it closes everything that it opened. The process
 * runs on until {@link Rollcall.close}.
 *
 * @param options The `storage` and the `channel`, and how Rollcall works. Unknown options are refused.
 * @returns Rollcall, open: `workspace` returns what it does for one workspace.
 * @throws {invalid_input} when an option is missing, not known or of the wrong kind. `issues` has each of them.
 * @throws {unavailable} when the store does not answer in time.
 * @throws {database_not_ready} when the store cannot be opened: its address, role, password or tables need a change, or
 *   nothing listens there. The message says what to do.
 * @example
 * import { createRollcall } from "rollcall"
 * import { memory } from "rollcall/memory"
 * import { simulator } from "rollcall/simulator"
 *
 * const opened = await createRollcall({ storage: memory(), channel: simulator() })
 * const practice = await opened.workspace("practice")
 * await practice.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820" })
 * await opened.close()
 */
export const createRollcall = async <Client = never, Joins = never>(
  options: RollcallOptions<Client, Joins>
): Promise<Rollcall<Client>> => {
  const place: { readonly stack?: string } = {}
  Error.captureStackTrace(place, createRollcall)
  // A program that only wants the class of the errors, or the types, loads none of it.
  const { openRollcall } = await import("./Rollcall.ts")
  return await openRollcall(options, place)
}
