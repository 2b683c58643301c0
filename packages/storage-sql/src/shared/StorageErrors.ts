import { StorageError } from "@rollcall/core"
import type { Schema } from "effect"
import { type Migrator, SqlError } from "effect/sql"

/** What goes wrong below the ports. */
export type DatabaseError = SqlError.SqlError | Schema.SchemaError | Migrator.MigrationError

/**
 * The one place where an error of the database becomes a `StorageError`. What the database said stays in `cause`: it
 * may hold SQL and values, which are not for people to see.
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
