import type { PgConnection } from "@effect/sql-pg"
import type { Contacts, CustomFields, Storage } from "@rollcall/core"
import type { Context, Effect, Schema, Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import type { Population } from "../people/Population.ts"
import type { Cell, Row } from "./Rows.ts"

/** One store with everybody in it, and the two that are measured on it. */
export interface Arena {
  readonly name: string
  /** Where another process finds it, as `ROLLCALL_DATABASE_URL` has it; one of memory has nothing of this one. */
  readonly url: string
  readonly population: Population
  readonly library: Context.Context<Contacts | CustomFields | Storage>
  /** Nothing where there is no SQL to write by hand. */
  readonly rival: Rival | undefined
}

/** The bare driver, beside the library on the same tables, by a connection of its own. */
export interface Rival {
  readonly dialect: Bare["dialect"]
  /** The connection itself, for what is more than a page or a contact. */
  readonly bare: Bare
  readonly prepare: (sql: PageSql) => AskRival
  /** As `prepare`, for many who ask at once. */
  readonly prepareForMany: (sql: PageSql) => AskRival
  /** Adds a contact with its values as one step. */
  readonly insert: (contact: Row, values: ReadonlyArray<Row>) => Effect.Effect<void, SqlError.SqlError>
  /** As `insert`, for many at once. */
  readonly insertForMany: (contact: Row, values: ReadonlyArray<Row>) => Effect.Effect<void, SqlError.SqlError>
  /** Every row that is kept of a contact. */
  readonly read: (uuid: string) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  /** How the database answers a statement on contacts, in a few words: capitals mean that it looks at all of them. */
  readonly explain: (statement: Ran) => Effect.Effect<string, SqlError.SqlError | Schema.SchemaError>
}

/** A bare connection. A transaction is begun and ended by statements: nobody else uses it meanwhile. */
export type Bare =
  | { readonly dialect: "sqlite"; readonly db: DatabaseSync }
  | {
      readonly dialect: "postgres"
      readonly query: Query
      /** One more connection. */
      readonly another: Effect.Effect<Query, SqlError.SqlError, Scope.Scope>
    }

/** What runs a statement on Postgres. */
export type Query = PgConnection.PgConnection["query"]

/**
 * Hand-written SQL for one page of contacts: `page` gives the rows, with `total` among their columns; where that is
 * dear, `total` is a statement of its own. Both take the workspace as their first parameter, then the operands.
 */
export interface PageSql {
  readonly page: string
  readonly total?: string
}

export type AskRival = (parameters: ReadonlyArray<Cell>) => Effect.Effect<Answer, SqlError.SqlError>

/** What is needed of an answer to compare it with another one. */
export interface Answer {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly uuid: unknown }>
}

/** A statement that the library ran. */
export interface Ran {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}
