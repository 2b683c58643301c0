import { SqliteClient } from "@effect/sql-sqlite-node"
import { SearchSettings, type StorageError } from "@rollcall/core"
import { DatabaseAddress, DatabaseNotReady } from "@rollcall/storage-sql"
import { Context, Effect, Layer, Scheduler, Semaphore } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, type SqlError, Statement } from "effect/sql"
import { makeCheckpointer } from "./file/Checkpointer.ts"
import {
  begin,
  isRead,
  journalInMemory,
  overwriteDeleted,
  pragmas,
  withoutCheckpoint,
  writeAheadLog,
  writerCache
} from "./file/ControlStatements.ts"
import { makeMainReader } from "./reading/MainReader.ts"
import { makeLockQueue, withRetries } from "./reading/LockRetries.ts"
import { partsReader } from "./reading/ReadParts.ts"
import { makeSearchThreads, SearchConnections } from "./reading/SearchThreads.ts"
import { inMemory, makeFile } from "./file/SqliteFile.ts"
import { openError } from "./SqliteErrors.ts"

/** Options for the tables in a database. */
export interface TableOptions {
  /**
   * Default: `run`, which runs missing migrations at startup. `check` fails at startup if a migration is missing and
   * changes no table.
   */
  readonly migrate?: "run" | "check"
}

/** A database file with its options. `:memory:` is an in-memory database that ends with the layer. */
export interface SqliteOptions extends TableOptions {
  readonly filename: string

  /**
   * Default: false. Whether the host writes to the file through another connection in this thread. If so, Rollcall's
   * transactions don't yield to other fibers, so that the host's code never finds the file locked.
   */
  readonly isShared?: boolean

  /**
   * Default: false. Whether only Rollcall uses the database. If so, startup fails if another program created the database:
   * it has an application id, a version or tables, but no Rollcall tables.
   */
  readonly isOwn?: boolean
}

/**
 * Opens the file in WAL mode. Every commit is on disk before the commit returns. Fails with `Unavailable` if the file
 * cannot be opened, and with `Corrupt` if the file is damaged or is not a database.
 *
 * The driver releases its connection before a statement runs, so another fiber's transaction could begin in between and
 * include the statement. Therefore this layer reserves the driver's connection permanently, and Effect's acquirers lock
 * the connection until the statement or transaction ends. Reads outside a transaction use a second connection: they
 * read committed data and do not wait for a transaction.
 */
export const layerClient = ({
  filename,
  isShared = false
}: Pick<SqliteOptions, "filename" | "isShared">): Layer.Layer<SqlClient.SqlClient, StorageError | DatabaseNotReady> =>
  Layer.effectContext(
    Effect.gen(function* () {
      yield* makeFile(filename)
      const lockQueue = makeLockQueue()
      const writer = withLenientRollback(yield* open({ filename }, lockQueue.askedAt))
      const alone: Connections = { connection: writer }
      const { connection, reader, searches } = filename === inMemory ? alone : yield* onFile(writer, filename)
      const semaphore = yield* Semaphore.make(1)
      const acquirers = lockQueue.timed(
        SqlClient.makeSqliteAcquirers({ connection: Effect.succeed(connection), semaphore })
      )
      const client = yield* SqlClient.make({
        ...acquirers,
        borrower: reader === undefined ? acquirers.borrower : (use) => use(withReader(reader, acquirers.borrower)),
        compiler: Statement.makeCompilerSqlite(),
        driver: "sqlite-node",
        beginTransaction: begin,
        prepareTransactionControls: true,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
      const given = isShared ? Object.assign(client, { withTransaction: inOneTurn(client.withTransaction) }) : client
      return Context.make(SqlClient.SqlClient, given).pipe(Context.add(SearchConnections, searches ?? null))
    }).pipe(Effect.catchTag("SqlError", cannotOpen(filename)))
  ).pipe(Layer.provide(Reactivity.layer))

/** Runs transactions without yielding to other fibers, so that they end before other code of the thread runs. */
const inOneTurn =
  (withTransaction: SqlClient.SqlClient["withTransaction"]): SqlClient.SqlClient["withTransaction"] =>
  (effect) =>
    Effect.provideService(withTransaction(effect), Scheduler.MaxOpsBeforeYield, Number.MAX_SAFE_INTEGER)

/**
 * The connection for transactions and writes. For a database in a file, `reader` runs reads outside transactions, and
 * `searches` runs reads that may take long.
 */
interface Connections {
  readonly connection: SqlConnection.Connection
  readonly reader?: SqlConnection.Connection
  readonly searches?: NonNullable<typeof SearchConnections.Service>
}

const onFile = Effect.fnUntraced(function* (writer: SqlConnection.Connection, filename: string) {
  yield* writer.execute(withoutCheckpoint, [], undefined)
  const withMoves = yield* makeCheckpointer(filename, writer)
  const { connection: reader, triedFirst } = yield* makeMainReader(filename)
  const { atOnce } = yield* SearchSettings
  const onThread = yield* makeSearchThreads({ filename, limit: atOnce + 1, reader })
  const searches = { triedFirst: triedFirst(onThread), onThread, inParts: partsReader({ filename, reader }) }
  const connections: Connections = { connection: withMoves(writer), reader, searches }
  return connections
})

/** Prepares the writing connection of a client for short transactions, once migrations have run. */
export const forShortTransactions = (filename: string): Effect.Effect<void, StorageError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => sql.unsafe(journalInMemory)).pipe(
    Effect.asVoid,
    Effect.catchTag("SqlError", cannotOpen(filename))
  )

/** Opens a connection that never blocks the thread while another connection has locked the file. */
export const open = Effect.fnUntraced(function* (
  config: { readonly filename: string; readonly readonly?: boolean },
  askedAt?: () => number
) {
  const driver = SqliteClient.make({ ...config, disableWAL: true })
  const { reserve } = yield* Effect.catchDefect(
    driver,
    (defect): Effect.Effect<never, StorageError | DatabaseNotReady> =>
      defect instanceof TypeError ? lacksSqlite(defect) : failToOpen(config.filename, defect)
  )
  const connection = withRetries(yield* reserve, askedAt)
  const settings = config.readonly === true ? pragmas : [...pragmas, overwriteDeleted, writerCache, writeAheadLog]
  for (const pragma of settings) yield* connection.execute(pragma, [], undefined)
  return connection
})

/**
 * Runs reads on the reader and everything else on the borrowed writer. The reader needs no lock, because a read ends before
 * the driver call returns.
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

/** The error for a runtime whose `node:sqlite` lacks a feature that the driver uses, such as Deno. */
const lacksSqlite = ({ message }: TypeError) =>
  Effect.fail(
    new DatabaseNotReady({
      reason: "UnsupportedRuntime",
      message: `node:sqlite of this runtime is incomplete (${message}): use Node 22.19 or newer, or Postgres`
    })
  )

const failToOpen = (filename: string, cause: unknown) =>
  Effect.flatMap(DatabaseAddress, (address) => Effect.fail(openError(cause, filename, address)))

/** The error for a file that cannot be opened. */
export const cannotOpen =
  (filename: string) =>
  ({ reason }: SqlError.SqlError) =>
    failToOpen(filename, reason.cause)

/** Ignores the error of a ROLLBACK without a transaction, because SQLite ends a transaction itself after some errors. */
const withLenientRollback = (connection: SqlConnection.Connection): SqlConnection.Connection => ({
  ...connection,
  execute: (sql, params, transformRows) => {
    const execution = connection.execute(sql, params, transformRows)
    return sql === "ROLLBACK" ? Effect.catchIf(execution, hasNoTransaction, () => Effect.succeed([])) : execution
  }
})

const hasNoTransaction = ({ reason }: SqlError.SqlError): boolean =>
  reason.cause instanceof Error && reason.cause.message.includes("no transaction is active")
