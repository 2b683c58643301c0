/**
 * Returns the settings of every session, which override the role's and the database's. This package's locking needs
 * `read committed`. A process that freezes in a transaction loses its locks after 60 seconds. A search uses one of the
 * server's processors, so that other requests are not slowed down.
 */
export const sessionSettings = (statementTimeout: number) => ({
  default_transaction_isolation: "read committed",
  statement_timeout: millisOf(statementTimeout),
  idle_in_transaction_session_timeout: "60000",
  max_parallel_workers_per_gather: "0",
  jit: "off"
})

/** Formats a time limit in milliseconds as a setting; no limit is `0`. */
export const millisOf = (limit: number): string => (Number.isFinite(limit) ? String(Math.ceil(limit)) : "0")

type SettingName = keyof ReturnType<typeof sessionSettings> | "lock_timeout"

export const settingNames: ReadonlyArray<string> = Object.keys(sessionSettings(Infinity))

/**
 * Returns two statements that begin a `read committed` transaction and apply settings until its end. A session shared
 * with other programs is unchanged afterwards.
 */
export const beginWith = (settings: { readonly [Name in SettingName]?: string }): string => {
  const { default_transaction_isolation: _, ...others } = settings
  const each = Object.entries(others).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${each.join(", ")}`
}
