import { StorageError } from "@rollcall/core"
import { Context, Predicate, type Schema } from "effect"
import { type Migrator, SqlError } from "effect/sql"

/** The errors of statements, decoding and migrations. */
export type DatabaseError = SqlError.SqlError | Schema.SchemaError | Migrator.MigrationError

/** The meaning of a driver error. */
export interface Explanation extends Pick<StorageError, "detail" | "isAway"> {
  readonly reason: "Unavailable" | "NotReady"
}

/**
 * Explains a driver error; undefined if the class of the error is explanation enough. Only errors of connections, rights
 * and server state have a `detail`, because other messages may contain SQL and values.
 */
export type ExplainError = (reason: SqlError.SqlErrorReason) => Explanation | undefined

/** The name of the setting that contains the database's address (an option, variable or flag), for messages. */
export const DatabaseAddress = Context.Reference<string>("@rollcall/storage-sql/database/DatabaseAddress", {
  defaultValue: () => "the address of the database"
})

/** Converts a database error to a `StorageError` with the original error as its `cause`. */
export const toStorageError = (cause: DatabaseError, explain: ExplainError): StorageError =>
  isDiskFull(cause)
    ? new StorageError({ reason: "Unavailable", cause, isFull: true })
    : new StorageError({ ...meaningOf(cause, explain), cause })

/** The codes of SQLite and Postgres for a full disk. */
const sqliteFull = 13
const postgresFull = "53100"

/** Whether an error was caused by a full disk. The codes of the drivers never overlap. */
export const isDiskFull = (error: unknown): boolean => {
  if (Predicate.hasProperty(error, "errcode") && error.errcode === sqliteFull) return true
  if (Predicate.hasProperty(error, "code") && (error.code === postgresFull || error.code === "ENOSPC")) return true
  return Predicate.hasProperty(error, "cause") && isDiskFull(error.cause)
}

/**
 * Whether the database rejected or cancelled a statement, so that nothing was written. False after a lost connection or
 * while the database is unavailable, because another statement would fail too.
 */
export const wasUndone = ({ cause, reason }: StorageError): boolean =>
  (reason !== "Unavailable" && reason !== "NotReady") || (SqlError.isSqlError(cause) && stopped.has(cause.reason._tag))

/** The errors of a statement that ran, or waited for a lock, for too long. */
const stopped: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set(["StatementTimeoutError", "LockTimeoutError"])

type Meaning = Pick<StorageError, "reason" | "detail" | "isAway">

const meaningOf = (error: DatabaseError, explain: ExplainError): Meaning => {
  if (SqlError.isSqlError(error)) return explain(error.reason) ?? meaningOfSql(error.reason)
  if (error._tag === "MigrationError" && SqlError.isSqlError(error.cause)) return meaningOf(error.cause, explain)
  return { reason: "Corrupt" }
}

const meaningOfSql = (reason: SqlError.SqlErrorReason): Meaning => {
  switch (reason._tag) {
    case "LockTimeoutError":
      return { reason: "Unavailable", detail: lockedMessage }
    case "ConnectionError":
    case "StatementTimeoutError":
      return { reason: "Unavailable" }
    case "AuthenticationError":
    case "AuthorizationError":
      return { reason: "NotReady" }
    case "UniqueViolation":
    case "ConstraintError":
    case "DeadlockError":
    case "SerializationError":
      return { reason: "Conflict" }
    case "SqlSyntaxError":
    case "UnknownError":
      return { reason: "Corrupt" }
  }
}

/** The lock's most likely holder is the caller, in its own open transaction. */
const lockedMessage =
  "Another transaction held a lock that this call needs for too long. If it is your own open transaction, run the call in " +
  "it with `workspace.in(client)`. Otherwise try again later."
