import { layer } from "@rollcall/storage-memory"
import { Effect } from "effect"
import type { StorageDefinition } from "./options/Options.ts"
import { RollcallError } from "./RollcallError.ts"

/** The store has no migrations and no stored counts. */
const nothing = { damages: [], counts: [] }

/**
 * Stores in the memory of the process, for tests and demonstrations. Its data is gone after `close`.
 *
 * @returns What `createRollcall` takes as `storage`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { memory } from "rollcall/memory"
 * import { simulator } from "rollcall/simulator"
 *
 * const opened = await createRollcall({ storage: memory(), channel: simulator() })
 * await opened.close()
 */
export const memory = (): StorageDefinition => ({
  layer,
  hasVirtualTime: true,
  upkeep: { inspect: Effect.succeed(nothing), repair: Effect.succeed({ found: nothing, left: [] }) },
  using: () => () =>
    Effect.die(
      new RollcallError("transaction", "A store in memory has no transactions of a host: use sqlite or postgres.")
    )
})
