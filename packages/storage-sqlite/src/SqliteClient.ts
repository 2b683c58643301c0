import { SqliteClient } from "@effect/sql-sqlite-node"
import { StorageError } from "@rollcall/core"
import { Effect, Layer, Semaphore } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { makeCheckpointer } from "./Checkpointer.ts"
import { begin, isRead, pragmas, withoutCheckpoint } from "./ControlStatements.ts"
import { isDamage } from "./SqliteErrors.ts"

/** Which file holds the data. `:memory:` is a database that ends with the layer. */
export interface SqliteOptions {
  readonly filename: string
}

/** A database that has no file: only one connection can have it. */
const inMemory = ":memory:"

/**
 * Opens the file, in WAL mode and with every commit on the disk before it is answered. Fails with `Unavailable` when
 * it cannot be opened, and with `Corrupt` when it is damaged or no database.
 *
 * The driver lends its one connection to a statement and lets go of it before the statement runs, so that another
 * fiber's transaction may begin in between and swallow it. Here the connection is taken from the driver for good, and
 * lent by Effect's own acquirers, which hold it until the statement or the transaction is over. Reads outside of a
 * transaction have a connection of their own, so that none waits for a transaction: they see what is committed.
 */
export const layerClient = ({ filename }: SqliteOptions): Layer.Layer<SqlClient.SqlClient, StorageError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const writer = withForgivingRollback(yield* open({ filename }))
      const alone: Connections = { connection: writer }
      const { connection, reader } = filename === inMemory ? alone : yield* onFile(writer, filename)
      const semaphore = yield* Semaphore.make(1)
      const acquirers = SqlClient.makeSqliteAcquirers({ connection: Effect.succeed(connection), semaphore })
      return yield* SqlClient.make({
        ...acquirers,
        borrower: reader === undefined ? acquirers.borrower : (use) => use(withReader(reader, acquirers.borrower)),
        compiler: Statement.makeCompilerSqlite(),
        driver: "sqlite-node",
        beginTransaction: begin,
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    }).pipe(Effect.catchTag("SqlError", ({ reason }) => cannotOpen(reason.cause)))
  ).pipe(Layer.provide(Reactivity.layer))

/** Who writes, and who reads outside of transactions. */
interface Connections {
  readonly connection: SqlConnection.Connection
  readonly reader?: SqlConnection.Connection
}

const onFile = Effect.fnUntraced(function* (writer: SqlConnection.Connection, filename: string) {
  yield* writer.execute(withoutCheckpoint, [], undefined)
  const withMoves = yield* makeCheckpointer(filename)
  const connections: Connections = {
    connection: withMoves(writer),
    reader: yield* open({ filename, readonly: true, disableWAL: true })
  }
  return connections
})

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
