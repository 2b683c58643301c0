import { Predicate } from "effect"

/** The classes of SQLSTATE of errors that may not occur again on a retry, because the data is not their cause. */
const transientClasses: ReadonlySet<string> = new Set([
  "53", // out of connections, memory, disk...
  "57", // shut down, starting up, cancelled
  "58" // a file of the server could not be read or written
])

/** More such codes: a standby instead of the primary; idle-in-transaction and transaction timeout; no such database. */
const transientCodes: ReadonlySet<string> = new Set(["25006", "25P03", "25P04", "3D000"])

/** Whether an error that the driver does not classify may not occur again on a retry. */
export const isTransient = (cause: unknown): boolean => {
  const code = Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""
  return transientCodes.has(code) || transientClasses.has(code.slice(0, 2))
}
