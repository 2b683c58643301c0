import { StorageError } from "@rollcall/core"
import { Context, Predicate, type Schema } from "effect"
import { type Migrator, SqlError } from "effect/sql"

/** The errors that statements, decoding and migrations fail with. */
export type DatabaseError = SqlError.SqlError | Schema.SchemaError | Migrator.MigrationError

/** What an error of a driver means. */
export interface Explanation extends Pick<StorageError, "detail" | "isAway"> {
  readonly reason: "Unavailable" | "NotReady"
}

/**
 * Explains an error by what its driver says. Undefined if the class of the error says enough. Only errors of connections,
 * of rights and of the state of the server have a `detail`: others may contain SQL and values.
 */
export type ExplainError = (reason: SqlError.SqlErrorReason) => Explanation | undefined

/** What holds the address of the database, in messages: an option, a variable or a flag. */
export const DatabaseAddress = Context.Reference<string>("@rollcall/storage-sql/database/DatabaseAddress", {
  defaultValue: () => "the address of the database"
})

/** Converts an error of the database into a `StorageError`. The original error is the `cause`. */
export const toStorageError = (cause: DatabaseError, explain: ExplainError): StorageError =>
  isDiskFull(cause)
    ? new StorageError({ reason: "Unavailable", cause, isFull: true })
    : new StorageError({ ...meaningOf(cause, explain), cause })

/** SQLITE_FULL, and the SQLSTATE `disk_full`. */
const sqliteFull = 13
const postgresFull = "53100"

/** Whether an error comes from a disk without space. No driver of this family has the code of another. */
export const isDiskFull = (error: unknown): boolean => {
  if (Predicate.hasProperty(error, "errcode") && error.errcode === sqliteFull) return true
  if (Predicate.hasProperty(error, "code") && (error.code === postgresFull || error.code === "ENOSPC")) return true
  return Predicate.hasProperty(error, "cause") && isDiskFull(error.cause)
}

/**
 * Whether the database has refused or stopped a statement, so that nothing of it is written. Not so after a lost
 * connection, nor where the database can do nothing for now: another statement would fail too.
 */
export const wasUndone = ({ cause, reason }: StorageError): boolean =>
  (reason !== "Unavailable" && reason !== "NotReady") || (SqlError.isSqlError(cause) && stopped.has(cause.reason._tag))

/** A statement that took too long, or that waited too long for a lock. */
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

/** The most likely holder of a lock for so long is the caller, in a transaction that it has begun itself. */
const lockedMessage =
  "Another transaction held a lock that this call needs for too long. If it is your own open transaction, run the call in " +
  "it with `workspace.in(client)`. Otherwise try again later."
