import { StoreMonitor } from "@rollcall/core/storage"
import { agree, type Check, check } from "../shared/Check.ts"

/** The contract of `StoreMonitor` (O1). */
export const storeMonitorChecks: ReadonlyArray<Check> = [
  check("O1: a store that is open has the tables of this release", function* () {
    const { schemaAge } = yield* StoreMonitor
    yield* agree("The age", yield* schemaAge, "current")
  })
]
