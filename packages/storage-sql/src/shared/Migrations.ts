import { Effect, Layer, Scheduler } from "effect"
import { Migrator } from "effect/sql"
import { Database } from "./Database.ts"

/**
 * Runs the migrations that the database does not have yet, in one transaction and by number. Their keys are names such
 * as `0001_contacts`. Processes that start at the same time run each migration once.
 *
 * The fiber does not yield meanwhile. A wait for a lock of SQLite blocks the whole process: if another fiber opened the
 * same file in between, this one could never finish and release the lock.
 */
export const layerMigrations = (migrations: Parameters<typeof Migrator.fromRecord>[0]) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { mapErrors } = yield* Database
      const migrate = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "rollcall_migrations" })
      yield* Effect.provideService(mapErrors(migrate), Scheduler.MaxOpsBeforeYield, Number.MAX_SAFE_INTEGER)
    })
  )
