import { Effect, Stream } from "effect"
import { SqlError, type SqlConnection } from "effect/sql"

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError.SqlError>

/** A connection that runs its statements by one function. */
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

/** The error of a statement, classified by the code of `node:sqlite`, which goes where the classification looks. */
export const toSqlError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({ reason: SqlError.classifySqliteError(withErrno(cause)) })

const withErrno = (cause: unknown): unknown =>
  cause instanceof Error && "errcode" in cause ? Object.assign(cause, { errno: cause.errcode }) : cause
