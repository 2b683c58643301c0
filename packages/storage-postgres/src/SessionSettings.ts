/**
 * The settings of every session, which override those of the role and the database. The locking of this package needs
 * `read committed`; a process that freezes in a transaction loses its locks after 60 seconds; a search takes one
 * processor of the server and leaves the others to other requests.
 */
export const sessionSettings = (statementTimeout: number) => ({
  default_transaction_isolation: "read committed",
  statement_timeout: Number.isFinite(statementTimeout) ? String(Math.ceil(statementTimeout)) : "0",
  idle_in_transaction_session_timeout: "60000",
  max_parallel_workers_per_gather: "0",
  jit: "off"
})

/** The names of the settings of every session. */
export const settingNames: ReadonlyArray<string> = Object.keys(sessionSettings(Infinity))
