import { StorageError } from "@rollcall/core"
import { Predicate, type Schema } from "effect"
import { type Migrator, SqlError } from "effect/sql"

/** The errors that statements, decoding and migrations fail with. */
export type DatabaseError = SqlError.SqlError | Schema.SchemaError | Migrator.MigrationError

/**
 * Converts an error of the database into a `StorageError`. The original error is the `cause` and not a part of the
 * message, because it may contain SQL and values.
 */
export const toStorageError = (cause: DatabaseError, isTransient: (cause: unknown) => boolean): StorageError =>
  isDiskFull(cause)
    ? new StorageError({ reason: "Unavailable", cause, isFull: true })
    : new StorageError({ reason: reasonOf(cause, isTransient), cause })

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
  reason !== "Unavailable" || (SqlError.isSqlError(cause) && stopped.has(cause.reason._tag))

/** A statement that took too long, or that waited too long for a lock. */
const stopped: ReadonlySet<SqlError.SqlErrorReason["_tag"]> = new Set(["StatementTimeoutError", "LockTimeoutError"])

const reasonOf = (error: DatabaseError, isTransient: (cause: unknown) => boolean): StorageError["reason"] => {
  if (SqlError.isSqlError(error)) return reasonOfSql(error.reason, isTransient)
  if (error._tag === "MigrationError" && SqlError.isSqlError(error.cause)) return reasonOf(error.cause, isTransient)
  return "Corrupt"
}

const reasonOfSql = (
  reason: SqlError.SqlErrorReason,
  isTransient: (cause: unknown) => boolean
): StorageError["reason"] => {
  switch (reason._tag) {
    case "ConnectionError":
    case "AuthenticationError":
    case "AuthorizationError":
    case "LockTimeoutError":
    case "StatementTimeoutError":
      return "Unavailable"
    case "UniqueViolation":
    case "ConstraintError":
    case "DeadlockError":
    case "SerializationError":
      return "Conflict"
    case "SqlSyntaxError":
      return "Corrupt"
    case "UnknownError":
      return isTransient(reason.cause) ? "Unavailable" : "Corrupt"
  }
}
