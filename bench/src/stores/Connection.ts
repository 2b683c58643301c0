import type { PgTypes } from "@effect/sql-pg"
import type { Storage } from "@rollcall/core"
import type { Effect, Layer, Scope } from "effect"
import type { SqlError } from "effect/sql"

/** What a column contains. */
export type Cell = string | number | null

/** A row to write, by column. */
export type Row = Readonly<Record<string, Cell>>

/** A row that was read. */
export type Found = Readonly<Record<string, unknown>>

/** A parameter of a statement: a cell, texts for `isIn`, or a column of rows (see `listsOf`). */
export type Parameter = Cell | ReadonlyArray<string> | PgTypes.Parameter

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

export const parse: (text: string) => unknown = JSON.parse

/**
 * A connection of the bare driver, the same for every database. The parameters of its statements are written as `$1`.
 * What differs by more than that asks for the dialect.
 */
export interface Connection {
  readonly dialect: "sqlite" | "postgres"
  readonly prepare: (text: string) => (parameters: ReadonlyArray<Parameter>) => Sql<ReadonlyArray<Found>>
  /** Runs a statement for many rows, in one transaction. The `fixed` parameters come before those of the rows. */
  readonly prepareRows: (
    statement: RowStatement
  ) => (rows: ReadonlyArray<Row>, fixed?: ReadonlyArray<Cell>) => Sql<void>
  readonly begin: Sql<unknown>
  readonly commit: Sql<unknown>
  readonly rollBack: Sql<unknown>
  /** A condition: the expression before it is one of the texts in a parameter such as `$2`. */
  readonly isIn: (parameter: string) => string
  /** How the database answers a statement on contacts, in a few words. Capitals mean that it reads all of them. */
  readonly explain: (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<string, Error>
}

/** The connections that are measured beside the library, on the same tables. */
export interface Rival {
  readonly connection: Connection
  /** For statements that run at the same time. */
  readonly pool: Connection
  /** One more connection. */
  readonly another: Effect.Effect<Connection, SqlError.SqlError, Scope.Scope>
}

/** An empty database. */
export interface Database {
  readonly url: string
  readonly layer: Layer.Layer<Storage, Error>
  readonly rival: Effect.Effect<Rival, Error, Scope.Scope>
  /** Gives `write` a connection that is fast for many rows. */
  readonly fill: <A>(write: (connection: Connection) => Effect.Effect<A, Error>) => Effect.Effect<A, Error>
}

/** Columns and their types. */
export type Columns = Readonly<Record<string, "uuid" | "text" | "integer" | "bigint" | "double">>

/** A statement for many rows. SQLite runs `one` for each row, PostgreSQL runs `many` with a list for each column. */
export interface RowStatement {
  readonly columns: Columns
  readonly one: string
  readonly many: string
}

/** The rows in the lists from the parameter number `first` on, as a table. */
export const given = (columns: Columns, first: number, alias = "given"): string =>
  `unnest(${numbered(columns, first).join()}) AS ${alias}(${Object.keys(columns).join()})`

/** Inserts rows of these columns; `fixed` are expressions for further columns. `first` is the first parameter's number. */
export const insertion = (
  table: string,
  columns: Columns,
  fixed: Readonly<Record<string, string>> = {},
  first = 1
): RowStatement => {
  const [names, cells] = [Object.keys(columns), numbered(columns, first)]
  const into = `INSERT INTO ${table} (${[...Object.keys(fixed), ...names].join()})`
  return {
    columns,
    one: `${into} VALUES (${[...Object.values(fixed), ...cells].join()})`,
    many: `${into} SELECT ${[...Object.values(fixed), ...names].join()} FROM ${given(columns, first)}`
  }
}

const numbered = (columns: Columns, first: number) => Object.keys(columns).map((_, index) => `$${first + index}`)
