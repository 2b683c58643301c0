import { Duration, Effect, type Layer, type Scope } from "effect"
import type { SqlClient, SqlConnection, SqlError } from "effect/sql"
import { layerConnections } from "../ConnectionsClient.ts"
import { beginWith } from "../SessionSettings.ts"
import { connectionOf, type QueryResult, type QueryValue } from "./QueryConnection.ts"
import { sqlStateOf, toSqlError } from "./QueryErrors.ts"

/** A connection that a {@link QueryPool} has lent. */
interface PooledClient {
  query(query: { text: string; values: Array<QueryValue> }): PromiseLike<QueryResult & { readonly command?: unknown }>
  /** Gives the connection back. `true` closes it. */
  release(destroy?: boolean): void
  on(event: "error", listener: (error: Error) => void): unknown
  removeListener(event: "error", listener: (error: Error) => void): unknown
}

/** The `Pool` of the package `pg`, version 8, or another one with the same methods. */
export interface QueryPool {
  connect(): PromiseLike<PooledClient>
}

/** The setting that the statements of this package need in a transaction. The others are those of the host. */
const begin = beginWith({ idle_in_transaction_session_timeout: "60000" })

/** How the pool of a host is used. */
interface PoolOptions {
  /**
   * The time for which a call waits for a connection of the pool, which fails with `Unavailable` then. Default: 8 seconds.
   * A pool has none by default, and a transaction that holds its last connection may wait for another one.
   */
  readonly connectionTimeout?: Duration.Input
}

/**
 * A client over the pool of a host, which keeps its connections and its settings: its limit of connections, its
 * `statement_timeout`. A statement that is interrupted closes its connection, because `pg` cannot cancel it.
 */
export const layerPool = (
  pool: QueryPool,
  { connectionTimeout = "8 seconds" }: PoolOptions = {}
): Layer.Layer<SqlClient.SqlClient> => {
  const timeout = Duration.toMillis(Duration.fromInputUnsafe(connectionTimeout))
  const acquirer = Effect.map(lease(pool, timeout), pooledConnection)
  return layerConnections({
    acquirer,
    borrower: (use) => Effect.scoped(Effect.flatMap(acquirer, use)),
    beginTransaction: begin
  })
}

/** A connection while it is lent. */
interface Lease {
  readonly client: PooledClient
  /** Whether the connection must not be used again. */
  broken: boolean
}

/** Borrows a connection until the scope ends. One that comes too late, or after an interruption, is given back. */
const lease = (pool: QueryPool, timeout: number): Effect.Effect<Lease, SqlError.SqlError, Scope.Scope> =>
  Effect.uninterruptibleMask((restore) => {
    let lent: Lease | undefined
    let isAbandoned = false
    const giveBack = Effect.sync(() => {
      isAbandoned = true
      lent?.client.removeListener("error", ignored)
      lent?.client.release(lent.broken)
    })
    const waiting = Effect.callback<Lease, SqlError.SqlError>((resume) => {
      // The time is real even under a test clock, because connections are.
      const late = () => {
        isAbandoned = true
        resume(Effect.fail(toSqlError(new Error(noneIsFree(timeout)), "connect")))
      }
      const timer = Number.isFinite(timeout) ? setTimeout(late, timeout) : undefined
      Promise.resolve(pool.connect()).then(
        (client) => {
          clearTimeout(timer)
          if (isAbandoned) return client.release()
          lent = { client, broken: false }
          client.on("error", ignored)
          resume(Effect.succeed(lent))
        },
        (cause) => {
          clearTimeout(timer)
          resume(Effect.fail(toSqlError(cause, "connect")))
        }
      )
      return Effect.sync(() => clearTimeout(timer))
    })
    return Effect.tap(
      Effect.onInterrupt(restore(waiting), () => giveBack),
      () => Effect.addFinalizer(() => giveBack)
    )
  })

const noneIsFree = (timeout: number) =>
  `no connection of the pool was free within ${Duration.format(Duration.millis(timeout))}: either all were in use, or a transaction that holds one waited for another, which needs a pool of two connections`

/** A connection that is lost emits this besides the failure of its statement. */
const ignored = () => {}

const pooledConnection = (lease: Lease): SqlConnection.Connection =>
  connectionOf((text, values) =>
    Effect.callback((resume) => {
      if (lease.broken) {
        // The server rolls back when the connection is closed.
        return resume(text === "ROLLBACK" ? Effect.succeed({ rows: [] }) : Effect.fail(toSqlError(new Error("closed"))))
      }
      Promise.resolve(lease.client.query({ text, values })).then(
        (result) => resume(Effect.succeed(Array.isArray(result) ? { rows: [] } : result)),
        (cause) => {
          const error = toSqlError(cause)
          lease.broken ||= endsSession(error) || text === "ROLLBACK"
          resume(Effect.fail(error))
        }
      )
      return Effect.sync(() => (lease.broken = true))
    })
  )

/** Whether the connection is lost: there is no SQLSTATE, or it says so. */
const endsSession = (error: SqlError.SqlError): boolean => /^(?:08|57P|25P0[34]|XX)/.test(sqlStateOf(error) ?? "08")
