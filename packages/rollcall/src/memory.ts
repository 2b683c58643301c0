import { layer } from "@rollcall/storage-memory"
import { Effect } from "effect"
import type { StorageDefinition } from "./options/Options.ts"
import { RollcallError } from "./RollcallError.ts"

/** Rollcall in the memory of the process: for tests and demonstrations. */
export const memory = (): StorageDefinition => ({
  layer,
  using: () => () =>
    Effect.die(
      new RollcallError("transaction", "A store in memory has no transactions of a host: use sqlite or postgres.")
    )
})
