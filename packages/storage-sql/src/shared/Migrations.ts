import { Effect, Layer, Scheduler } from "effect"
import { Migrator } from "effect/sql"
import { Database } from "./Database.ts"

/**
 * Brings the database up to the newest of these migrations, named `0001_what_it_does` and numbered upward, in one
 * transaction. Those that it has are left out, also when several processes start at once.
 *
 * It does not yield in between: who waits for a lock of SQLite stops the whole process, so that another fiber which
 * opens the same file would keep this one from ever letting go of it.
 */
export const layerMigrations = (migrations: Parameters<typeof Migrator.fromRecord>[0]) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { mapErrors } = yield* Database
      const migrate = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "rollcall_migrations" })
      yield* Effect.provideService(mapErrors(migrate), Scheduler.MaxOpsBeforeYield, Number.MAX_SAFE_INTEGER)
    })
  )
