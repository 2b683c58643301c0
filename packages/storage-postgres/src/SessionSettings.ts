/**
 * The settings of every session, which override those of the role and the database. The locking of this package needs
 * `read committed`; a process that freezes in a transaction loses its locks after 60 seconds; a search takes one
 * processor of the server and leaves the others to other requests.
 */
export const sessionSettings = (statementTimeout: number) => ({
  default_transaction_isolation: "read committed",
  statement_timeout: millisOf(statementTimeout),
  idle_in_transaction_session_timeout: "60000",
  max_parallel_workers_per_gather: "0",
  jit: "off"
})

/** A time limit in milliseconds as the value of a setting. */
export const millisOf = (limit: number): string => (Number.isFinite(limit) ? String(Math.ceil(limit)) : "0")

type SettingName = keyof ReturnType<typeof sessionSettings> | "lock_timeout"

/** The names of the settings of every session. */
export const settingNames: ReadonlyArray<string> = Object.keys(sessionSettings(Infinity))

/**
 * Begins a transaction, which is `read committed`, with settings that end with it: a session that is shared with other
 * programs is given back as it was. These are two statements.
 */
export const beginWith = (settings: { readonly [Name in SettingName]?: string }): string => {
  const { default_transaction_isolation: _, ...others } = settings
  const each = Object.entries(others).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${each.join(", ")}`
}
