import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/** The SQLSTATE and the message of the server, of an error of a statement or of a migration. */
export const answerOf = (error: unknown): { readonly code: string; readonly message: string } => {
  if (SqlError.isSqlError(error)) return answerOf(error.reason.cause)
  const code = Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : ""
  if (code === "" && error instanceof Error && error.cause !== undefined) return answerOf(error.cause)
  return { code, message: error instanceof Error ? error.message : "" }
}
