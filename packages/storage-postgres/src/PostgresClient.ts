import { PgClient } from "@effect/sql-pg"
import type { StorageError } from "@rollcall/core"
import { toStorageError } from "@rollcall/storage-sql"
import { Clock, Duration, Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { isTransient } from "./PostgresErrors.ts"
import { types } from "./PostgresTypes.ts"

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

  /** The time after which a statement fails with `Unavailable`. Default: 5 seconds. */
  readonly statementTimeout?: Duration.Input
}

/**
 * The settings of every session, which override those of the role and the database. The locking of this package needs
 * `read committed`; a process that freezes in a transaction loses its locks after 60 seconds.
 */
const session = (statementTimeout: Duration.Duration) => ({
  default_transaction_isolation: "read committed",
  statement_timeout: Duration.isFinite(statementTimeout) ? String(Math.ceil(Duration.toMillis(statementTimeout))) : "0",
  idle_in_transaction_session_timeout: "60000",
  jit: "off"
})

/**
 * A pool of connections. It opens them on demand, and replaces broken ones. It uses the real clock and not the
 * caller's, because sockets do not run in virtual time. Fails with `Unavailable` if the database does not answer.
 */
export const layerClient = (
  options: Omit<PostgresOptions, keyof TableOptions>
): Layer.Layer<SqlClient.SqlClient, StorageError> => {
  const pool = PgClient.make({
    url: options.url,
    types,
    applicationName: "rollcall",
    maxConnections: options.maxConnections ?? 10,
    keepAlive: "30 seconds",
    startupParameters: session(Duration.fromInputUnsafe(options.statementTimeout ?? "5 seconds"))
  })
  return Layer.effect(
    SqlClient.SqlClient,
    pool.pipe(
      Effect.mapError((error) => toStorageError(error, isTransient)),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  ).pipe(Layer.provide(Reactivity.layer))
}
