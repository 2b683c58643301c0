import { Predicate } from "effect"

/** Classes of SQLSTATE whose cause lies outside of the data and may be over later. */
const transientClasses: ReadonlySet<string> = new Set([
  "53", // out of connections, memory, disk...
  "57", // shut down, starting up, cancelled
  "58" // a file of the server could not be read or written
])

/**
 * A standby instead of the primary; a session that was ended because its transaction lay idle or took too long; a
 * database that nobody has made yet.
 */
const transientCodes: ReadonlySet<string> = new Set(["25006", "25P03", "25P04", "3D000"])

/** Whether an error that the driver has no class for will pass. */
export const isTransient = (cause: unknown): boolean => {
  const code = Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : ""
  return transientCodes.has(code) || transientClasses.has(code.slice(0, 2))
}
