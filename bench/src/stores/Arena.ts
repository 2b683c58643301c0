import type { Contacts, CustomFields } from "@rollcall/core"
import type { Context, Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { Population } from "../people/Population.ts"
import type { Cell, Row } from "./Rows.ts"

/** What is needed of an answer to compare it with another one. */
export interface Answer {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly uuid: unknown }>
}

/**
 * Hand-written SQL for one page of contacts: `page` gives the rows, with `total` among their columns; where that is
 * dear, `total` is a statement of its own. Both take the workspace as their first parameter, then the operands.
 */
export interface PageSql {
  readonly page: string
  readonly total?: string
}

/** How the rival's answers are asked for; the parameters follow the workspace. */
export type AskRival = (parameters: ReadonlyArray<Cell>) => Effect.Effect<Answer, SqlError.SqlError>

/** A statement that the library ran. */
export interface Ran {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** The bare driver, beside the library on the same tables. */
export interface Rival {
  readonly dialect: "sqlite" | "postgres"
  readonly prepare: (sql: PageSql, options?: { readonly crowd?: boolean }) => AskRival
  /** Adds a contact with its values as one step. */
  readonly insert: (contact: Row, values: ReadonlyArray<Row>) => Effect.Effect<void, SqlError.SqlError>
  /** All rows that are kept of a contact, for comparison. */
  readonly read: (uuid: string) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  /** In a few words how the database answers a statement; more than an index is said in capitals. */
  readonly explain: (statement: Ran) => Effect.Effect<string, SqlError.SqlError | Schema.SchemaError>
}

/** One store with everybody in it, and the two that are measured on it. */
export interface Arena {
  readonly name: string
  readonly population: Population
  readonly library: Context.Context<Contacts | CustomFields>
  /** Nothing where there is no SQL to write by hand. */
  readonly rival: Rival | undefined
}
