import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Redacted, type Scope, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { connect, type NetConnectOpts, type Socket } from "node:net"
import { pooledStatements, type Statements } from "./PooledStatements.ts"

/** How long a session waits for the database, in milliseconds. Infinity for no limit. */
export interface SessionLimits {
  /** For the answer to a statement. */
  readonly answer: number

  /** For a statement outside of a transaction, which is cancelled then. Infinity where the server itself stops it. */
  readonly alone: number

  /** For the end of a statement that is cancelled, and of a session that is closed. */
  readonly end: number
}

/** A session of the server on its own connection. */
export interface Session {
  /** Runs the statements of a transaction. */
  readonly connection: SqlConnection.Connection

  /** Runs a statement outside of a transaction. */
  readonly alone: SqlConnection.Connection

  /** Whether it can run another statement: it is connected, and no statement was cancelled on it. */
  readonly isUsable: () => boolean
}

/** Whether statements have the limit `answer`. False in migrations, which may take long. */
export const IsLimited = Context.Reference<boolean>("@rollcall/storage-postgres/Session/IsLimited", {
  defaultValue: () => true
})

/**
 * Opens a session, which is closed with the scope. If the database does not answer a statement within `answer`, the
 * connection is closed and the statement fails. The limits are of real time even under a test clock, because sockets are.
 *
 * `onClose` is called once, when the connection is closed, with true if the database did not answer in time.
 *
 * An interrupted statement is cancelled on the server. The session is not usable afterwards: the request to cancel may
 * arrive late, and cancel the next statement.
 *
 * With the option `multiplex` the session is one through a pooler.
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
      // The second timer lets a process that was frozen itself read first what has arrived meanwhile.
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
        else isCancelled = true // The driver opens a second connection only to cancel what runs on the first one.
        sockets.add(socket)
        if (isCancelled) limit(limits.end)
        return socket.once("close", () => forget(socket)).on("error", () => {})
      }
    })

    const isUsable = () => !isCancelled && sockets.size > 0 && [...sockets].every(({ writable }) => writable)

    const answerInTime = () => limit(limits.answer)
    /** Cancels the statement that runs on the session, by a second connection as an interruption does. */
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
            // Concurrent statements of a transaction run one after another, and each has the whole time.
            if (running > 0 && isLimited) restart()
          })
          return Effect.ensuring(Effect.andThen(start, statement), end)
        })

    /**
     * Whether a statement ends a transaction or a savepoint on a session that is not usable. It is not run: the connection is
     * closed instead, and the server rolls back.
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

/** Limits the time of a statement. */
type Limited = <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>

/** A connection that runs statements on the driver's, each by `limited`. Returns no rows for those for which `undone` is true. */
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

/** The address in a URL of libpq: a host and a port, 5432 by default, or the socket in a folder. Sends keep-alives after 30 s. */
const addressOf = (url: string): NetConnectOpts => {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1") || "localhost")
  const at = Number(searchParams.get("port") ?? (port || 5432))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${at}` }
    : { host, port: at, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
}
