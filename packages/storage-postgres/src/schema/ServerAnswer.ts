import { Predicate } from "effect"
import { SqlError } from "effect/sql"

/** Returns the message of a database error, and its SQLSTATE or the error code of the operating system. */
export const answerOf = (error: unknown): { readonly code: string; readonly message: string } => {
  if (SqlError.isSqlError(error)) return answerOf(error.reason.cause)
  const code = Predicate.hasProperty(error, "code") && typeof error.code === "string" ? error.code : ""
  if (code === "" && error instanceof Error && error.cause !== undefined) return answerOf(error.cause)
  return { code, message: error instanceof Error ? messageOf(error) : "" }
}

/** Node tries each address of a host, and its error about all of them has no message. */
const messageOf = (error: Error): string =>
  error.message === "" && error instanceof AggregateError
    ? error.errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join(", ")
    : error.message.replace(/\s+/g, " ")
