import { SqliteClient } from "@effect/sql-sqlite-node"
import { StorageError } from "@rollcall/core"
import { Effect, Layer, Semaphore } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { makeCheckpointer } from "./Checkpointer.ts"
import { isDamage } from "./SqliteErrors.ts"

/** Which file holds the data. `:memory:` is a database that ends with the layer. */
export interface SqliteOptions {
  readonly filename: string
}

/** A database that has no file: only one connection can have it. */
const inMemory = ":memory:"

/** How a transaction begins, with the right to write. */
const begin = "BEGIN IMMEDIATE"

/** WAL and the busy timeout are set by the driver when it opens the file. */
const pragmas = ["PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"]

/**
 * Opens the file, in WAL mode and with every commit on the disk before it is answered. Fails with `Unavailable` when
 * it cannot be opened, and with `Corrupt` when it is damaged or no database.
 *
 * The driver lends its one connection to a statement and lets go of it before the statement runs, so that another
 * fiber's transaction may begin in between and swallow it. Here the connection is taken from the driver for good, and
 * lent by Effect's own acquirers, which hold it until the statement or the transaction is over. Reads outside of a
 * transaction have a connection of their own, so that none waits for a long transaction: they see what is committed.
 */
export const layerClient = ({ filename }: SqliteOptions): Layer.Layer<SqlClient.SqlClient, StorageError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const forgiving = withForgivingRollback(yield* open({ filename }))
      const writer = filename === inMemory ? forgiving : yield* withCheckpoints(forgiving, filename)
      const acquirers = SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(writer),
        semaphore: yield* Semaphore.make(1)
      })
      const { borrower } = acquirers
      const reader = filename === inMemory ? undefined : yield* open({ filename, readonly: true, disableWAL: true })
      return yield* SqlClient.make({
        ...acquirers,
        borrower: reader === undefined ? borrower : (use) => use(withReader(reader, borrower)),
        compiler: Statement.makeCompilerSqlite(),
        driver: "sqlite-node",
        beginTransaction: begin,
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    }).pipe(Effect.catchTag("SqlError", ({ reason }) => cannotOpen(reason.cause)))
  ).pipe(Layer.provide(Reactivity.layer))

const open = Effect.fnUntraced(function* (config: SqliteClient.SqliteClientConfig) {
  const driver = yield* Effect.catchDefect(SqliteClient.make(config), (defect) => cannotOpen(defect))
  const connection = yield* driver.reserve
  for (const pragma of pragmas) yield* connection.execute(pragma, [], undefined)
  return connection
})

/**
 * Gives the reader what begins with `SELECT`, and borrows the writer for everything else. A read is over when the call
 * of the driver returns, so that nobody has to wait for the reader.
 */
const withReader = (
  reader: SqlConnection.Connection,
  borrowWriter: SqlConnection.Borrower
): SqlConnection.Connection => {
  const given = <A>(sql: string, use: (connection: SqlConnection.Connection) => Effect.Effect<A, SqlError.SqlError>) =>
    isRead.test(sql) ? use(reader) : borrowWriter(use)
  return {
    execute: (sql, params, transform) => given(sql, (connection) => connection.execute(sql, params, transform)),
    executeRaw: (sql, params) => given(sql, (connection) => connection.executeRaw(sql, params)),
    executeStream: (sql, params, transform) => reader.executeStream(sql, params, transform),
    executeValues: (sql, params) => given(sql, (connection) => connection.executeValues(sql, params)),
    executeValuesUnprepared: (sql, params) =>
      given(sql, (connection) => connection.executeValuesUnprepared(sql, params)),
    executeUnprepared: (sql, params, transform) =>
      given(sql, (connection) => connection.executeUnprepared(sql, params, transform))
  }
}

const isRead = /^\s*SELECT\b/i

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

/** The log is moved into the file beside the commits, and not by them. */
const withCheckpoints = Effect.fnUntraced(function* (connection: SqlConnection.Connection, filename: string) {
  const pragma = (text: string) => Effect.asVoid(connection.execute(`PRAGMA ${text}`, [], undefined))
  yield* pragma("wal_autocheckpoint = 0")
  const wrote = yield* makeCheckpointer(filename, {
    once: pragma("wal_checkpoint(PASSIVE)"),
    always: pragma("wal_autocheckpoint = 1000")
  })
  let isOpen = false
  return {
    ...connection,
    execute: (sql, params, transformRows) => {
      const execution = connection.execute(sql, params, transformRows)
      if (isRead.test(sql)) return execution
      return Effect.tap(execution, () => {
        if (sql === begin) isOpen = true
        else if (sql === "COMMIT" || sql === "ROLLBACK") isOpen = false
        return wrote(!isOpen)
      })
    }
  } satisfies SqlConnection.Connection
})

const hasNoTransaction = ({ reason }: SqlError.SqlError): boolean =>
  reason.cause instanceof Error && reason.cause.message.includes("no transaction is active")
