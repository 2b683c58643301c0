import { Clock, Duration, Effect, Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { layerConnections } from "./ConnectionsClient.ts"
import { types } from "./PostgresTypes.ts"
import { makeSessionPool } from "./SessionPool.ts"
import { openSession } from "./Session.ts"
import { sessionSettings } from "./SessionSettings.ts"

/** How the tables of a database are used. */
export interface TableOptions {
  /**
   * The schema of every table: letters, digits and underscores. Default: `rollcall`. It is created if it is missing.
   */
  readonly schema?: string

  /**
   * Whether missing migrations are run at the start. Default: `run`. With `check` the start fails if one is missing,
   * and changes nothing: the role needs no right but to read and write rows.
   */
  readonly migrate?: "run" | "check"

  /**
   * The clock of leases, schedules and expiry. Default: `database`, because all processes have to agree on it.
   * `process` is Effect's clock, only for tests in virtual time with one process.
   */
  readonly clock?: "database" | "process"
}

/** The address of the database, and how it is used. */
export interface PostgresOptions extends TableOptions {
  /** A URL of libpq: `postgres://user:password@host:port/database?sslmode=require`. */
  readonly url: Redacted.Redacted

  /** The limit of connections of this process. Default: 10. */
  readonly maxConnections?: number

  /**
   * The time after which the server stops a statement, which fails with `Unavailable` then, and the time for which a
   * call waits for a free connection. Default: 8 seconds. If the server does not answer for a second more, the
   * connection is replaced.
   */
  readonly statementTimeout?: Duration.Input
}

/**
 * A pool of connections. It opens them on demand, and replaces broken ones and those that do not answer. It uses the
 * real clock and not the caller's, because sockets do not run in virtual time. The first statement fails with
 * `Unavailable` if the database does not answer.
 */
export const layerClient = (options: Omit<PostgresOptions, keyof TableOptions>): Layer.Layer<SqlClient.SqlClient> => {
  const statementTimeout = Duration.toMillis(Duration.fromInputUnsafe(options.statementTimeout ?? "8 seconds"))
  // A short timeout is that of a test.
  const grace = Math.min(statementTimeout, 1_000)
  const config = {
    url: options.url,
    types,
    applicationName: "rollcall",
    startupParameters: sessionSettings(statementTimeout)
  }
  const open = (onClose: (isSilent: boolean) => void) =>
    openSession(config, { answer: statementTimeout + grace, end: grace }, onClose)
  return Layer.unwrap(
    Effect.gen(function* () {
      const sessions = options.maxConnections ?? 10
      const pool = yield* makeSessionPool(open, { sessions, wait: statementTimeout, pause: 1_000 })
      return layerConnections({
        acquirer: Effect.map(pool.lend, ({ connection }) => connection),
        borrower: (use) => pool.use(({ connection }) => use(connection)),
        prepareTransactionControls: true
      })
    }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  )
}
