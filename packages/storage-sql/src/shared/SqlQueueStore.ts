import { layerCountingLoggers } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { Database } from "../database/Database.ts"
import { qualified, queueTable } from "../database/Tables.ts"

/** Converts a database defect to an error. The queue reports a failed migration of its tables as a defect. */
const failedMigration = (defect: unknown) =>
  defect instanceof Migrator.MigrationError || SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)

/**
 * The job queue, on the same connections as the data. A job offered in a transaction is stored only if the transaction
 * commits. The lock of a process that died expires after 30 seconds; then another process takes the job.
 */
export const layer = Layer.effect(
  PersistedQueue.PersistedQueueStore,
  Effect.gen(function* () {
    const { dialect, mapErrors, sql } = yield* Database
    const store = PersistedQueue.makeStoreSql({
      tableName: qualified(dialect.engine, queueTable),
      pollInterval: "500 millis",
      lockRefreshInterval: "10 seconds",
      lockExpiration: "30 seconds"
    })
    return yield* mapErrors(Effect.provideService(Effect.catchDefect(store, failedMigration), SqlClient.SqlClient, sql))
  })
).pipe(Layer.provide(layerCountingLoggers))

/**
 * Runs the queue's own migrations in the first schema of the search path, because the queue names its indexes without a
 * schema. Returns at once if none are missing.
 */
export const migrateQueue = Effect.scoped(
  Effect.catchDefect(PersistedQueue.makeStoreSql({ tableName: queueTable }), failedMigration)
).pipe(Effect.asVoid)
