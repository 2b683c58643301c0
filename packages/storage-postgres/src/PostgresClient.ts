import { PoolSize, PoolUse } from "@rollcall/storage-sql"
import { Clock, Duration, Effect, Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { layerConnections } from "./ConnectionsClient.ts"
import { types } from "./PostgresTypes.ts"
import { makeSessionPool } from "./SessionPool.ts"
import { openSession } from "./Session.ts"
import { beginWith, sessionSettings } from "./SessionSettings.ts"

/** How the tables of a database are used. */
export interface TableOptions {
  /** The schema of every table: letters, digits and underscores. Default: `rollcall`. It is created if it is missing. */
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

  /**
   * Whether the client has only one connection, such as PGlite. Default: false. Then an audience is read into memory
   * before its recipients are stored; otherwise both go on at the same time, on two connections.
   */
  readonly oneConnection?: boolean
}

/** The address of the database, and how it is used. */
export interface PostgresOptions extends TableOptions {
  /** A URL of libpq: `postgres://user:password@host:port/database?sslmode=require`. */
  readonly url: Redacted.Redacted

  /** The limit of connections of this process. Default: 10. Audiences are read on a third of them, at least one. */
  readonly maxConnections?: number

  /**
   * The time after which the server stops a statement, which fails with `Unavailable` then, and the time for which a
   * call waits for a free connection. Default: 8 seconds. If the server does not answer for a second more, the
   * connection is replaced.
   */
  readonly statementTimeout?: Duration.Input

  /**
   * Whether the address is that of a pooler in transaction mode, such as PgBouncer. Default: false. No statement is
   * prepared then, and what the session has of settings otherwise, each transaction has. A statement outside of a
   * transaction has the settings of the role, and is cancelled after `statementTimeout` by this process.
   */
  readonly pooled?: boolean
}

const statementTimeoutOf = ({ statementTimeout = "8 seconds" }: Pick<PostgresOptions, "statementTimeout">) =>
  Duration.toMillis(Duration.fromInputUnsafe(statementTimeout))

/** The settings of every session, or of every transaction if sessions are pooled. */
export const settingsOf = (options: Pick<PostgresOptions, "statementTimeout">) =>
  sessionSettings(statementTimeoutOf(options))

/**
 * A pool of connections. It opens connections on demand, and replaces broken and unresponsive ones. It uses the real clock,
 * not the caller's, because sockets do not run in virtual time. The first statement fails with `Unavailable` if the
 * database does not answer.
 */
export const layerClient = (options: Omit<PostgresOptions, keyof TableOptions>): Layer.Layer<SqlClient.SqlClient> => {
  const statementTimeout = statementTimeoutOf(options)
  // A short timeout is that of a test.
  const grace = Math.min(statementTimeout, 1_000)
  const pooled = options.pooled === true
  const settings = settingsOf(options)
  const config = {
    url: options.url,
    types,
    applicationName: "rollcall",
    ...(pooled ? { multiplex: true, prepare: false } : { startupParameters: settings })
  }
  const limits = { answer: statementTimeout + grace, alone: pooled ? statementTimeout : Infinity, end: grace }
  const open = (onClose: (isSilent: boolean) => void) => openSession(config, limits, onClose)
  return Layer.unwrap(
    Effect.gen(function* () {
      const sessions = options.maxConnections ?? 10
      const pool = yield* makeSessionPool(open, { sessions, wait: statementTimeout, pause: 1_000 })
      const connections = layerConnections({
        acquirer: Effect.map(pool.lend, ({ connection }) => connection),
        borrower: (use) => pool.use(({ alone }) => use(alone)),
        prepareTransactionControls: true,
        ...(pooled && { beginTransaction: beginWith(settings) })
      })
      return Layer.mergeAll(connections, Layer.succeed(PoolUse, pool.state), Layer.succeed(PoolSize, sessions))
    }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
  )
}
