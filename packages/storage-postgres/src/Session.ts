import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Redacted, type Scope, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { connect, type NetConnectOpts, type Socket } from "node:net"
import { pooledStatements, type Statements } from "./PooledStatements.ts"

/** A session's time limits, in milliseconds. Infinity means no limit. */
export interface SessionLimits {
  /** The timeout of a statement's response. */
  readonly answer: number

  /**
   * The timeout of a statement outside a transaction, after which the statement is cancelled. Infinity if the server
   * enforces the timeout.
   */
  readonly alone: number

  /** How long to wait until a cancelled statement or a closing session ends. */
  readonly end: number
}

/** A server session with its own connection. */
export interface Session {
  /** Runs statements inside a transaction. */
  readonly connection: SqlConnection.Connection

  /** Runs statements outside a transaction. */
  readonly alone: SqlConnection.Connection

  /** Whether the session can run another statement: it is connected, and no statement was cancelled on it. */
  readonly isUsable: () => boolean
}

/** Whether the `answer` limit applies to statements. False in migrations, which may take long. */
export const IsLimited = Context.Reference<boolean>("@rollcall/storage-postgres/Session/IsLimited", {
  defaultValue: () => true
})

/**
 * Opens a session and closes it with the scope. If the database does not respond to a statement within `answer`, the
 * connection is closed and the statement fails. Limits use real time even under a test clock, because sockets use real
 * time.
 *
 * `onClose` is called once, when the connection closes, with true if the database did not respond in time.
 *
 * An interrupted statement is cancelled on the server. The session cannot be used afterwards, because the cancel
 * request may arrive late and cancel the next statement.
 *
 * With the option `multiplex`, the session goes through a pooler.
 */
export const openSession = (
  config: PgConnection.Config & { readonly url: Redacted.Redacted },
  limits: SessionLimits,
  onClose: (isSilent: boolean) => void
): Effect.Effect<Session, SqlError.SqlError, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    let isCancelled = false
    let isSilent = false
    let running = 0
    let timer: NodeJS.Timeout | undefined

    const disconnect = () => {
      for (const socket of sockets) socket.destroy(new Error("the database does not answer"))
    }
    const giveUp = () => {
      isSilent = true
      disconnect()
    }
    const limit = (milliseconds: number, onEnd = giveUp) => {
      clearTimeout(timer)
      if (!Number.isFinite(milliseconds) || sockets.size === 0) return
      // A process that was frozen reads the data that has arrived before the second timer fires.
      timer = setTimeout(() => (timer = setTimeout(onEnd)), milliseconds)
    }
    const forget = (socket: Socket) => {
      sockets.delete(socket)
      if (sockets.size === 0) clearTimeout(timer)
    }

    yield* Effect.addFinalizer(() => Effect.sync(() => limit(limits.end)))
    const session = yield* PgConnection.make({
      ...config,
      stream: () => {
        const socket = connect(addressOf(Redacted.value(config.url)))
        if (sockets.size === 0) socket.once("close", () => onClose(isSilent))
        else isCancelled = true // The driver opens a second connection only to cancel a statement on the first connection.
        sockets.add(socket)
        if (isCancelled) limit(limits.end)
        return socket.once("close", () => forget(socket)).on("error", () => {})
      }
    })

    const isUsable = () => !isCancelled && sockets.size > 0 && [...sockets].every(({ writable }) => writable)

    const answerInTime = () => limit(limits.answer)
    /** Cancels the running statement over a second connection, as an interruption does. */
    const cancel = () => void Effect.runFork(session.interrupt)
    const endInTime = Number.isFinite(limits.alone) ? () => limit(limits.alone, cancel) : answerInTime

    const limited =
      (restart: () => void): Limited =>
      (statement) =>
        Effect.suspend(() => {
          let isRunning = false
          const start = Effect.map(IsLimited, (isLimited) => {
            isRunning = true
            running += 1
            if (isLimited) restart()
          })
          const end = Effect.map(IsLimited, (isLimited) => {
            if (!isRunning) return
            running -= 1
            clearTimeout(timer)
            // A transaction's concurrent statements run one after another, and each gets the full time limit.
            if (running > 0 && isLimited) restart()
          })
          return Effect.ensuring(Effect.andThen(start, statement), end)
        })

    /**
     * Whether a statement ends a transaction or savepoint on a session that cannot be used. Such a statement is
     * skipped. The connection is closed instead, and the server rolls back.
     */
    const undone = (sql: string) => {
      if (isUsable() || !/^(?:ROLLBACK|RELEASE)\b/.test(sql)) return false
      disconnect()
      return true
    }
    const statements = config.multiplex === true ? pooledStatements(session, disconnect) : session
    return {
      connection: connectionOf(statements, limited(answerInTime), undone),
      alone: connectionOf(statements, limited(endInTime), undone),
      isUsable
    }
  })

/** Runs a statement with a time limit. */
type Limited = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>

/**
 * Returns a connection that runs each statement on the driver's session through `limited`. Statements that match `undone`
 * return no rows and do not run.
 */
const connectionOf = (
  session: Statements,
  limited: Limited,
  undone: (sql: string) => boolean
): SqlConnection.Connection => {
  type Execute = SqlConnection.Connection["execute"]
  const execute =
    (prepare: boolean): Execute =>
    (sql, params, transform) =>
      Effect.suspend(() =>
        undone(sql)
          ? Effect.succeed([])
          : Effect.map(limited(session.query(sql, params, prepare)), ({ rows }) => transform?.(rows) ?? rows)
      )
  return {
    execute: execute(true),
    executeUnprepared: execute(false),
    executeRaw: (sql, params) => limited(session.query(sql, params)),
    executeValues: (sql, params) => limited(session.queryValues(sql, params)),
    executeValuesUnprepared: (sql, params) => limited(session.queryValues(sql, params, false)),
    executeStream: (sql, params, transform) => Stream.fromIterableEffect(execute(true)(sql, params, transform))
  }
}

/**
 * Returns the address in a libpq URL: a host and port (default 5432), or a folder's socket. Keep-alives start after 30
 * s.
 */
const addressOf = (url: string): NetConnectOpts => {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1") || "localhost")
  const at = Number(searchParams.get("port") ?? (port || 5432))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${at}` }
    : { host, port: at, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
}
