import { PoolSize, PoolUse } from "@rollcall/storage-sql"
import { Clock, Duration, Effect, Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { layerConnections } from "./ConnectionsClient.ts"
import { types } from "./PostgresTypes.ts"
import { makeSessionPool } from "./SessionPool.ts"
import { openSession } from "./Session.ts"
import { beginWith, sessionSettings } from "./SessionSettings.ts"

/** Options for the tables in a database. */
export interface TableOptions {
  /** Default: `rollcall`. The schema of every table: letters, digits and underscores. Created if it does not exist. */
  readonly schema?: string

  /**
   * Default: `run`, which runs missing migrations at startup. `check` fails at startup if a migration is missing and
   * changes nothing; the role then only needs rights to read and write rows.
   */
  readonly migrate?: "run" | "check"

  /**
   * Default: `database`. The clock for leases, schedules and expiry, on which all processes must agree. `process` is
   * Effect's clock, for tests in virtual time with one process.
   */
  readonly clock?: "database" | "process"

  /**
   * Default: false. Whether the client has only one connection, such as PGlite. If so, an audience is read into memory
   * before its recipients are stored. Otherwise reading and storing happen at the same time, on two connections.
   */
  readonly oneConnection?: boolean
}

/** A database's address and the connection options. */
export interface PostgresOptions extends TableOptions {
  /** A libpq URL: `postgres://user:password@host:port/database?sslmode=require`. */
  readonly url: Redacted.Redacted

  /**
   * Default: 10. Maximum connections of this process. Audiences are read on at most a third of the connections, but on
   * at least one.
   */
  readonly maxConnections?: number

  /**
   * Default: 8 seconds. How long a statement may run on the server, and how long a call waits for a free connection before
   * it fails with `Unavailable`. If the server does not respond for another second, the connection is replaced.
   */
  readonly statementTimeout?: Duration.Input

  /**
   * Default: false. Whether the address is a pooler in transaction mode, such as PgBouncer. If so, statements are not
   * prepared, and settings apply to each transaction instead of each session. A statement outside a transaction uses the
   * role's settings; this process cancels it after `statementTimeout`.
   */
  readonly pooled?: boolean
}

const statementTimeoutOf = ({ statementTimeout = "8 seconds" }: Pick<PostgresOptions, "statementTimeout">) =>
  Duration.toMillis(Duration.fromInputUnsafe(statementTimeout))

/** Returns the settings of each session, or of each transaction if sessions are pooled. */
export const settingsOf = (options: Pick<PostgresOptions, "statementTimeout">) =>
  sessionSettings(statementTimeoutOf(options))

/**
 * Provides a connection pool. It opens connections on demand and replaces broken and unresponsive ones. It uses the
 * real clock, because sockets do not run in virtual time. The first statement fails with `Unavailable` if the database
 * does not respond.
 */
export const layerClient = (options: Omit<PostgresOptions, keyof TableOptions>): Layer.Layer<SqlClient.SqlClient> => {
  const statementTimeout = statementTimeoutOf(options)
  // Only tests use timeouts below a second.
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
