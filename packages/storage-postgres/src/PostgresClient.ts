import { PgClient } from "@effect/sql-pg"
import type { StorageError } from "@rollcall/core"
import { toStorageError } from "@rollcall/storage-sql"
import { Clock, Duration, Effect, Layer, type Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { isTransient } from "./PostgresErrors.ts"
import { types } from "./PostgresTypes.ts"

/** Where the database is and how it is used. */
export interface PostgresOptions {
  /** As libpq understands it: `postgres://user:password@host:port/database?sslmode=require`. */
  readonly url: Redacted.Redacted

  /** How many connections one process opens at most; 10 by default. */
  readonly maxConnections?: number

  /** How long one statement may take before it fails as `Unavailable`; 5 seconds by default. */
  readonly statementTimeout?: Duration.Input

  /**
   * Whose clock decides about leases, schedules and expiry. It is the database's, because processes have to agree on
   * it. `process` takes Effect's clock instead: for tests in virtual time, with one process, and for nothing else.
   */
  readonly clock?: "database" | "process"
}

/**
 * What every session begins with, whatever the role or the database has set: the queue keeps instants without a zone,
 * locks are written for `read committed`, and a process that freezes inside a transaction must not keep its locks.
 */
const session = (statementTimeout: Duration.Duration) => ({
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
  statement_timeout: Duration.isFinite(statementTimeout) ? String(Math.ceil(Duration.toMillis(statementTimeout))) : "0",
  idle_in_transaction_session_timeout: "60000",
  jit: "off"
})

/**
 * A pool of connections, opened when there is need and again when they break. Sockets know no virtual time: the pool
 * keeps to the real clock, whichever the caller has.
 */
export const layerClient = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, StorageError> => {
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
