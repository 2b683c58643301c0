import { Effect, Stream } from "effect"
import { SqlError, type SqlConnection } from "effect/sql"
import type { SQLInputValue } from "node:sqlite"

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

/** Returns a connection that runs each statement with `rows`, which returns rows as objects. Nothing is prepared. */
export const connectionOf = (rows: (sql: string, params: ReadonlyArray<unknown>) => Rows): SqlConnection.Connection => {
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(rows(sql, params), (all) => all.map((row): ReadonlyArray<unknown> => Object.values(row)))
  const execute: SqlConnection.Connection["execute"] = (sql, params, transform) =>
    Effect.map(rows(sql, params), (all) => (transform === undefined ? all : transform(all)))
  return {
    execute,
    executeRaw: rows,
    executeStream: (sql, params, transform) => Stream.fromIterableEffect(execute(sql, params, transform)),
    executeValues: values,
    executeValuesUnprepared: values,
    executeUnprepared: execute
  }
}

/** Returns parameters for `node:sqlite`. Throws a `TypeError` unless all are null, strings, numbers or bigints. */
export const inputsOf = (params: ReadonlyArray<unknown>): ReadonlyArray<SQLInputValue> => {
  const inputs = params.filter(isInput)
  if (inputs.length < params.length) throw new TypeError("A parameter has a type that SQLite does not have")
  return inputs
}

const isInput = (value: unknown): value is SQLInputValue =>
  value === null || ["string", "number", "bigint"].includes(typeof value)

/**
 * Converts a statement's error and classifies it by its code. Copies `errcode`, which `node:sqlite` sets, to `errno`,
 * which Effect reads.
 */
export const toSqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ reason: SqlError.classifySqliteError(withErrno(cause)) })

const withErrno = (cause: unknown): unknown =>
  cause instanceof Error && "errcode" in cause ? Object.assign(cause, { errno: cause.errcode }) : cause
