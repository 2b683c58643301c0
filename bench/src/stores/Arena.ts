import type { Contacts, CustomFields } from "@rollcall/core"
import type { Context, Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { Population } from "../people/Population.ts"
import type { Cell, Row } from "./Rows.ts"

/** One store with everybody in it, and the two that are measured on it. */
export interface Arena {
  readonly name: string
  readonly population: Population
  readonly library: Context.Context<Contacts | CustomFields>
  /** Nothing where there is no SQL to write by hand. */
  readonly rival: Rival | undefined
}

/** The bare driver, beside the library on the same tables, by a connection of its own. */
export interface Rival {
  readonly dialect: "sqlite" | "postgres"
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
