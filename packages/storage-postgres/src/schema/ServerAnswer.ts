import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/**
 * The SQLSTATE or the code of the operating system, and the message, of an error of a statement, of a migration or of a
 * connection.
 */
export const answerOf = (error: unknown): { readonly code: string; readonly message: string } => {
  if (SqlError.isSqlError(error)) return answerOf(error.reason.cause)
  const code = Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : ""
  if (code === "" && error instanceof Error && error.cause !== undefined) return answerOf(error.cause)
  return { code, message: error instanceof Error ? messageOf(error) : "" }
}

/** Node tries each address of a host, and the error about all of them has no message. */
const messageOf = (error: Error): string =>
  error.message === "" && error instanceof AggregateError
    ? error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join(", ")
    : error.message.replace(/\s+/g, " ")
