import { Effect, Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { Migrator, SqlError } from "effect/sql"
import { Database } from "./Database.ts"

/**
 * The queue on the same connections as the data: what is offered inside a transaction is there exactly when the
 * transaction commits. A job whose process died is taken again after 30 seconds.
 */
export const layer = Layer.effect(
  PersistedQueue.PersistedQueueStore,
  Effect.gen(function* () {
    const { mapErrors } = yield* Database
    const store = PersistedQueue.makeStoreSql({
      pollInterval: "500 millis",
      lockRefreshInterval: "10 seconds",
      lockExpiration: "30 seconds"
    })
    return yield* mapErrors(Effect.catchDefect(store, failedMigration))
  })
)

/** The queue's own tables are made here too, and an error of that comes as a defect. */
const failedMigration = (defect: unknown) =>
  defect instanceof Migrator.MigrationError || SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)
