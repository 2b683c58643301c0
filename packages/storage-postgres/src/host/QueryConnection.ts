import { PgTypes } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

/** A parameter value that every Postgres driver can send as text. */
export type QueryValue = string | number | boolean | null

/** A client's result of a statement. */
export interface QueryResult {
  readonly rows: ReadonlyArray<unknown>
}

/** Returns a connection that runs each statement with `run`, unprepared. */
export const connectionOf = (
  run: (text: string, values: Array<QueryValue>) => Effect.Effect<QueryResult, SqlError.SqlError>
): SqlConnection.Connection => {
  const query = (sql: string, params: ReadonlyArray<unknown>) => run(sql, params.map(valueOf))
  const rowsOf: SqlConnection.Connection["execute"] = (sql, params, transform) =>
    Effect.map(query(sql, params), ({ rows }) => (transform === undefined ? rows : transform(rows.filter(isRow))))
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(query(sql, params), ({ rows }) =>
      rows.filter(isRow).map((row): ReadonlyArray<unknown> => Object.values(row))
    )
  return {
    execute: rowsOf,
    executeRaw: query,
    executeStream: (sql, params, transform) => Stream.fromIterableEffect(rowsOf(sql, params, transform)),
    executeValues: values,
    executeValuesUnprepared: values,
    executeUnprepared: rowsOf
  }
}

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === "object" && row !== null

/**
 * Returns the value of a parameter. A list is formatted as a string, because the statement contains the list's type.
 */
const valueOf = (parameter: unknown): QueryValue => {
  if (PgTypes.isParameter(parameter)) return Array.isArray(parameter.value) ? arrayOf(parameter.value) : null
  if (parameter === null || parameter === undefined) return null
  if (typeof parameter === "string" || typeof parameter === "number" || typeof parameter === "boolean") return parameter
  throw new TypeError(`No statement has a parameter of the type ${typeof parameter}`)
}

const arrayOf = (values: ReadonlyArray<unknown>): string => `{${values.map(elementOf).join(",")}}`

const elementOf = (value: unknown): string => {
  if (value === null) return "NULL"
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`
  return typeof value === "bigint" ? value.toString() : JSON.stringify(value)
}
