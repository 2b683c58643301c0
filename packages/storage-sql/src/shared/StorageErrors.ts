import { StorageError } from "@rollcall/core"
import type { Schema } from "effect"
import { type Migrator, SqlError } from "effect/sql"

/** The errors that statements, decoding and migrations fail with. */
export type DatabaseError = SqlError.SqlError | Schema.SchemaError | Migrator.MigrationError

/**
 * Converts an error of the database into a `StorageError`. The original error is the `cause` and not a part of the
 * message, because it may contain SQL and values.
 */
export const toStorageError = (cause: DatabaseError, isTransient: (cause: unknown) => boolean): StorageError =>
  new StorageError({ reason: reasonOf(cause, isTransient), cause })

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
