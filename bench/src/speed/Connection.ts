import { PgConnection, PgTypes } from "@effect/sql-pg"
import { Effect, Redacted, Result, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import type { Postgres, Sqlite } from "../Database.ts"

/** The value of a column. */
type Cell = string | number | null

/** A row to write, by column. */
export type Row = Readonly<Record<string, Cell>>

/** A parameter of a statement: a cell, or a column of rows (see `listsOf`). */
type Parameter = Cell | PgTypes.Parameter

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

export const parse: (text: string) => unknown = JSON.parse

/**
 * A connection with only the driver, with the same interface for both databases. Statements write their parameters as
 * `$1`.
 */
export interface Connection {
  readonly dialect: "sqlite" | "postgres"
  readonly prepare: (
    text: string
  ) => (parameters: ReadonlyArray<Parameter>) => Sql<ReadonlyArray<Readonly<Record<string, unknown>>>>
}

/** Runs writes in one transaction. */
export const inTransaction = <A, E>({ dialect, prepare }: Connection, write: Effect.Effect<A, E>, end = "COMMIT") =>
  Effect.gen(function* () {
    yield* prepare(dialect === "sqlite" ? "BEGIN IMMEDIATE" : "BEGIN")([])
    const written = yield* write
    yield* prepare(end)([])
    return written
  })

/** Opens another connection to a database, with the library's settings. */
export const connect = (database: Sqlite | Postgres): Effect.Effect<Connection, SqlError.SqlError, Scope.Scope> =>
  "filename" in database ? onSqlite(database.filename) : onPostgres(database.url)

/** Opens a connection with the library's driver, which is faster than `pg`, without any wrapper. */
const onPostgres = (url: string) => {
  const startupParameters = { search_path: "rollcall, public", jit: "off" }
  return Effect.map(PgConnection.make({ url: Redacted.make(url), startupParameters }), ({ query }): Connection => ({
    dialect: "postgres",
    prepare: (text) => (parameters) => Effect.map(query(text, parameters), ({ rows }) => rows)
  }))
}

/** Opens a connection that compiles each statement once. Each call is complete when it returns. */
const onSqlite = (filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const db = new DatabaseSync(filename)
        db.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        db.exec("PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768")
        return db
      }),
      (db) => Effect.sync(() => db.close())
    ),
    (db): Connection => ({
      dialect: "sqlite",
      prepare: (text) => {
        const statement = db.prepare(text.replace(/\$(\d+)/g, "?$1"))
        return (parameters) => Effect.sync(() => statement.all(...parameters.map(asCell)))
      }
    })
  )

const asCell = (parameter: Parameter): Cell =>
  typeof parameter === "string" || typeof parameter === "number" ? parameter : null

/** Columns and their types. */
export type Columns = Readonly<Record<string, "uuid" | "text" | "integer" | "bigint" | "double">>

/** Returns the lists as a table. Their parameters start at number `first`. */
export const given = (columns: Columns, first: number, alias = "given"): string =>
  `unnest(${numbered(columns, first)}) AS ${alias}(${Object.keys(columns).join()})`

/** Returns a parameter for each column, starting at number `first`. */
export const numbered = (columns: Columns, first = 1): string =>
  Object.keys(columns)
    .map((_, index) => `$${first + index}`)
    .join()

const { OID } = PgTypes
const types = { text: OID.text, uuid: OID.uuid, integer: OID.int4, bigint: OID.int8, double: OID.float8 }

/** Returns the columns of rows as parameters for `given`, one list each. */
export const listsOf = (columns: Columns, rows: ReadonlyArray<Row>): ReadonlyArray<Parameter> =>
  Object.entries(columns).map(([column, type]) => {
    const cells = rows.map((row) => row[column] ?? null)
    const values = type === "bigint" ? cells.map((cell) => (cell === null ? null : BigInt(cell))) : cells
    return Result.getOrThrow(PgTypes.array(values, types[type]))
  })
