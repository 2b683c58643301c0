import { PoolSize } from "@rollcall/storage-sql"
import { Duration, Effect, Layer, Predicate, type Scope } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { layerConnections } from "../ConnectionsClient.ts"
import { beginWith, millisOf } from "../SessionSettings.ts"
import { connectionOf, type QueryResult, type QueryValue } from "./QueryConnection.ts"
import { sqlStateOf, toSqlError } from "./QueryErrors.ts"

/** A connection lent by a {@link QueryPool}. */
interface PooledClient {
  query(query: { text: string; values: Array<QueryValue> }): PromiseLike<QueryResult & { readonly command?: unknown }>
  /** Returns the connection to the pool. `true` closes the connection. */
  release(destroy?: boolean): void
  on(event: "error", listener: (error: Error) => void): unknown
  removeListener(event: "error", listener: (error: Error) => void): unknown
}

/** The `Pool` of the package `pg`, version 8, or another pool with the same methods. */
export interface QueryPool {
  connect(): PromiseLike<PooledClient>
}

/** Options for a host's pool. */
export interface PoolOptions {
  /**
   * Default: 8 seconds. How long a call waits for a pool connection before it fails with `Unavailable`. `pg` pools have
   * no such limit by default. Without a limit, a transaction that holds the pool's last connection could wait for a
   * second connection forever.
   */
  readonly connectionTimeout?: Duration.Input

  /**
   * How long a statement waits for a lock before the call fails with `Unavailable`. Default: the pool's own limit, if
   * its options have a `lock_timeout` or a `statement_timeout`; otherwise 8 seconds. Without a limit, a call on another
   * connection could wait for the caller's own open transaction forever. The setting ends with each transaction, so a
   * connection returns to the pool unchanged.
   */
  readonly lockTimeout?: Duration.Input
}

/**
 * Provides a client over the host's pool, with the pool's connection limit and settings such as `statement_timeout`.
 * Outside a transaction, a statement that may wait for a lock runs in its own transaction, which limits the wait.
 * Interrupting a statement closes its connection, because `pg` cannot cancel the statement.
 */
export const layerPool = (
  pool: QueryPool,
  { connectionTimeout = "8 seconds", lockTimeout }: PoolOptions = {}
): Layer.Layer<SqlClient.SqlClient> => {
  const timeout = Duration.toMillis(Duration.fromInputUnsafe(connectionTimeout))
  const lockLimit = lockTimeout ?? (hasTimeout(pool) ? undefined : "8 seconds")
  // The settings that this package needs in a transaction. The host's other settings stay in effect.
  const begin = beginWith({
    idle_in_transaction_session_timeout: "60000",
    ...(lockLimit !== undefined && { lock_timeout: millisOf(Duration.toMillis(Duration.fromInputUnsafe(lockLimit))) })
  })
  const beginLone = lockLimit === undefined ? undefined : begin
  const leased = lease(pool, timeout)
  const connections = layerConnections({
    acquirer: Effect.map(leased, (lent) => connectionOf(runOn(lent))),
    borrower: (use) => Effect.scoped(Effect.flatMap(leased, (lent) => use(connectionOf(runOn(lent, beginLone))))),
    beginTransaction: begin
  })
  const size = Number(optionsOf(pool)["max"])
  return Number.isSafeInteger(size) && size > 0 ? Layer.merge(connections, Layer.succeed(PoolSize, size)) : connections
}

/** Returns the options of a `pg` pool. */
const optionsOf = (pool: QueryPool): { readonly [name: PropertyKey]: unknown } =>
  Predicate.hasProperty(pool, "options") && Predicate.isReadonlyObject(pool.options) ? pool.options : {}

/** Whether the options of a `pg` pool limit statements or lock waits on the server. */
const hasTimeout = (pool: QueryPool): boolean => {
  const options = optionsOf(pool)
  return [options["lock_timeout"], options["statement_timeout"]].some((limit) => Number(limit) > 0)
}

interface Lease {
  readonly client: PooledClient
  /** Whether the connection must not be used again. */
  broken: boolean
}

/**
 * Borrows a connection until the scope ends. A connection that arrives after the timeout or an interruption is returned
 * to the pool.
 */
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
      // Uses real time even under a test clock, because connections do.
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
  `no connection of the pool was free within ${Duration.format(Duration.millis(timeout))}: all were in use, or a transaction waited for a second connection, which needs a pool of at least two`

/** Ignores the error event of a lost connection, because the connection's statement fails as well. */
const ignored = () => {}

/**
 * Runs a statement. A statement that may wait for a lock runs in a transaction that starts with `begin`, which limits
 * the wait. A session setting would remain in the host's pool, and other clients of a pooler in transaction mode would
 * get the setting.
 */
const runOn =
  (lease: Lease, begin?: string) =>
  (text: string, values: Array<QueryValue>): Effect.Effect<QueryResult, SqlError.SqlError> =>
    Effect.callback((resume) => {
      if (lease.broken) {
        // The server rolls back when the connection closes.
        return resume(text === "ROLLBACK" ? Effect.succeed({ rows: [] }) : Effect.fail(toSqlError(new Error("closed"))))
      }
      const query = async (text: string, values: Array<QueryValue> = []) => await lease.client.query({ text, values })
      const result =
        begin === undefined || takesNoLocks(text)
          ? query(text, values)
          : inTransaction(query, begin, text, values, lease)
      result.then(
        (result) => resume(Effect.succeed(Array.isArray(result) ? { rows: [] } : result)),
        (cause) => {
          const error = toSqlError(cause)
          lease.broken ||= endsSession(error) || text === "ROLLBACK"
          resume(Effect.fail(error))
        }
      )
      return Effect.sync(() => (lease.broken = true))
    })

/** Runs a statement in its own transaction. */
const inTransaction = async (
  query: (text: string, values?: Array<QueryValue>) => Promise<QueryResult>,
  begin: string,
  text: string,
  values: Array<QueryValue>,
  lease: Lease
): Promise<QueryResult> => {
  try {
    await query(begin)
    const result = await query(text, values)
    await query("COMMIT")
    return result
  } catch (error) {
    await query("ROLLBACK").catch(() => (lease.broken = true))
    throw error
  }
}

/** Whether a statement only reads, so that it never waits for a row lock. */
const takesNoLocks = (text: string): boolean => /^\s*(?:SELECT|WITH)\b/i.test(text) && !locking.test(text)

/** Matches statements that write, lock rows or keys, or call a function of this package that may do so. */
const locking = /\b(?:INSERT|UPDATE|DELETE|MERGE|FOR (?:KEY )?SHARE)\b|\bpg_(?:try_)?advisory|\brollcall_\w+"?\s*\(/i

/** Whether the connection is lost: the error has no SQLSTATE, or a SQLSTATE that ends the session. */
const endsSession = (error: SqlError.SqlError): boolean => /^(?:08|57P|25P0[34]|XX)/.test(sqlStateOf(error) ?? "08")
