import { SqliteClient } from "@effect/sql-sqlite-node"
import { StorageError } from "@rollcall/core"
import { Effect, Layer, Semaphore } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { isDamage } from "./SqliteErrors.ts"

/** Which file holds the data. `:memory:` is a database that ends with the layer. */
export interface SqliteOptions {
  readonly filename: string
}

/** WAL and the busy timeout are set by the driver when it opens the file. */
const pragmas = ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/**
 * Opens the file, in WAL mode and with every commit on the disk before it is answered. Fails with `Unavailable` when
 * it cannot be opened, and with `Corrupt` when it is damaged or no database.
 *
 * The driver lends its one connection to a statement and lets go of it before the statement runs, so that another
 * fiber's transaction may begin in between and swallow it. Here the connection is taken from the driver for good, and
 * lent by Effect's own acquirers, which hold it until the statement or the transaction is over.
 */
export const layerClient = ({ filename }: SqliteOptions): Layer.Layer<SqlClient.SqlClient, StorageError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const driver = yield* Effect.catchDefect(SqliteClient.make({ filename }), (defect) => cannotOpen(defect))
      const connection = yield* driver.reserve
      for (const pragma of pragmas) yield* connection.execute(pragma, [], undefined)
      const acquirers = SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(withForgivingRollback(connection)),
        semaphore: yield* Semaphore.make(1)
      })
      return yield* SqlClient.make({
        ...acquirers,
        compiler: Statement.makeCompilerSqlite(),
        driver: driver.driver,
        beginTransaction: "BEGIN IMMEDIATE",
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    }).pipe(Effect.catchTag("SqlError", ({ reason }) => cannotOpen(reason.cause)))
  ).pipe(Layer.provide(Reactivity.layer))

const cannotOpen = (cause: unknown) =>
  Effect.fail(new StorageError({ reason: isDamage(cause) ? "Corrupt" : "Unavailable", cause }))

/** SQLite ends a transaction by itself after some errors; to roll it back then is no error of its own. */
const withForgivingRollback = (connection: SqlConnection.Connection): SqlConnection.Connection => ({
  ...connection,
  execute: (sql, params, transformRows) => {
    const execution = connection.execute(sql, params, transformRows)
    return sql === "ROLLBACK" ? Effect.catchIf(execution, hasNoTransaction, () => Effect.succeed([])) : execution
  }
})

const hasNoTransaction = ({ reason }: SqlError.SqlError): boolean =>
  reason.cause instanceof Error && reason.cause.message.includes("no transaction is active")
