import type { StorageError } from "@rollcall/core"
import { type HostConnection, HostTransaction, HostTransactionError } from "@rollcall/storage-sql"
import { Effect, Predicate, Semaphore } from "effect"
import type { SqlConnection } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import { overwriteDeleted } from "./ControlStatements.ts"
import { withRetries } from "../reading/LockRetries.ts"
import { connectionOf, inputsOf, toSqlError } from "../reading/QueryConnection.ts"
import type { SqliteOptions } from "../SqliteClient.ts"

/**
 * Returns the options for Rollcall's own connections to the file of a host's database. Throws for an in-memory database,
 * which no second connection can open.
 */
export const fileOf = (database: DatabaseSync): SqliteOptions => {
  const filename = database.location()
  if (filename === null)
    throw new TypeError(
      "Rollcall needs a database in a file, because it opens its own connections. Open a file instead of `:memory:`."
    )
  return { filename, isShared: true }
}

/**
 * Runs effects in the open transaction of a host's database, each in a savepoint. The effects' writes are committed or
 * rolled back with the host's transaction. The host must begin the transaction with `BEGIN IMMEDIATE`. While an effect
 * runs, the host must not run a statement, because the statement would belong to the savepoint. Content deleted on the
 * connection afterwards is overwritten (`secure_delete`).
 */
export const using = (database: DatabaseSync) => {
  if (!isDatabase(database)) return () => refuse("WrongClient")
  const host = hostOf(database)
  return <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageError | HostTransactionError, R | HostTransaction> =>
    Effect.flatMap(HostTransaction, ({ join }) => join(host)(effect))
}

/** Checks at run time, because hosts in JavaScript may pass the database of another driver. */
const isDatabase = (database: unknown): boolean =>
  Predicate.hasProperty(database, "prepare") && Predicate.hasProperty(database, "isTransaction")

/** One semaphore per database, so that effects on the same database run one after another. */
const semaphores = new WeakMap<DatabaseSync, Semaphore.Semaphore>()

const hostOf = (database: DatabaseSync): HostConnection => {
  const turn = semaphores.get(database) ?? Semaphore.makeUnsafe(1)
  semaphores.set(database, turn)
  const connection = withRetries(statementsOf(database))
  const single = (text: string) => Effect.map(connection.executeValues(text, []), (rows) => rows[0]?.[0])
  const check = Effect.gen(function* () {
    if (!database.isTransaction) return yield* refuse("NoTransaction")
    if ((yield* single("SELECT 1 FROM sqlite_schema WHERE name = 'rollcall_migrations'")) !== 1) {
      return yield* refuse("OtherDatabase")
    }
    if ((yield* single("PRAGMA foreign_keys")) !== 1) return yield* refuse("Settings")
    yield* single(overwriteDeleted)
  })
  // SQLite itself ends a transaction after some errors, such as a full disk.
  const refusal = () => (database.isOpen && !database.isTransaction ? refuse("NoTransaction") : undefined)
  return { connection, check, refusal, turn }
}

const messages = {
  WrongClient: "This is not a database of node:sqlite. Give the DatabaseSync that the transaction runs on.",
  NoTransaction: "The database is not in a transaction. Begin one first with BEGIN IMMEDIATE.",
  OtherDatabase: "The database has no tables of Rollcall. Give the database with the file that Rollcall uses.",
  Settings:
    "The connection does not check foreign keys, which Rollcall needs. Run PRAGMA foreign_keys = ON before the transaction."
} as const

const refuse = (reason: keyof typeof messages) => new HostTransactionError({ reason, message: messages[reason] })

/** Returns a host's connection. Its statements always use this package's settings, not the host's. */
const statementsOf = (database: DatabaseSync): SqlConnection.Connection =>
  connectionOf((sql, params) =>
    Effect.try({
      try: (): ReadonlyArray<Record<string, unknown>> => {
        const statement = database.prepare(sql)
        statement.setReadBigInts(false)
        statement.setReturnArrays(false)
        const values = inputsOf(params)
        if (statement.columns().length > 0) return statement.all(...values)
        statement.run(...values)
        return []
      },
      catch: toSqlError
    })
  )
