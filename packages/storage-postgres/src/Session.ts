import { PgConnection } from "@effect/sql-pg"
import { Context, Effect, Redacted, type Scope, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { connect, type NetConnectOpts, type Socket } from "node:net"

/** How long a session waits for the database, in milliseconds. */
export interface SessionLimits {
  /** For the answer to a statement. */
  readonly answer: number

  /** For the end of a statement that is interrupted, and of a session that is closed. */
  readonly end: number
}

/** A session of the server, on a connection of its own. */
export interface Session {
  readonly connection: SqlConnection.Connection

  /** Whether another statement can run on it. */
  readonly isUsable: () => boolean
}

/** Whether the answer to a statement is waited for within the limit. Not so in a migration, which may take long. */
export const IsLimited = Context.Reference<boolean>("@rollcall/storage-postgres/Session/IsLimited", {
  defaultValue: () => true
})

/**
 * Opens a session until the scope ends. If the database does not answer a statement within the limit, the connection is
 * closed and the statement fails. The limits run in real time, whatever the clock of the caller, because sockets do.
 *
 * `onClose` is called when the connection is closed, with whether the reason is that the database did not answer.
 *
 * A statement that is interrupted is cancelled on the server. Its session is not used again: the request to cancel could
 * arrive late, and stop the next statement.
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
    const limit = (milliseconds: number) => {
      clearTimeout(timer)
      if (!Number.isFinite(milliseconds) || sockets.size === 0) return
      // The second timer lets a process that was frozen itself read first what has arrived meanwhile.
      timer = setTimeout(() => (timer = setTimeout(giveUp)), milliseconds)
    }
    const giveUp = () => {
      isSilent = true
      disconnect()
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

    const limited = <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, SqlError.SqlError> =>
      Effect.suspend(() => {
        let isRunning = false
        const start = Effect.map(IsLimited, (isLimited) => {
          isRunning = true
          running += 1
          if (isLimited) limit(limits.answer)
        })
        const end = Effect.map(IsLimited, (isLimited) => {
          if (!isRunning) return
          running -= 1
          clearTimeout(timer)
          // Concurrent statements of a transaction run one after another, and each has the whole time.
          if (running > 0 && isLimited) limit(limits.answer)
        })
        return Effect.ensuring(Effect.andThen(start, statement), end)
      })

    /** The end of a transaction, or of a savepoint, that the server undoes when the connection is closed. */
    const undone = (sql: string) => {
      if (isUsable() || !/^(?:ROLLBACK|RELEASE)\b/.test(sql)) return false
      disconnect()
      return true
    }
    return { connection: connectionOf(session, limited, undone), isUsable }
  })

/** The statements of the driver's connection, within limits. Those for which `undone` is true are not run. */
const connectionOf = (
  session: PgConnection.PgConnection,
  limited: <A>(statement: Effect.Effect<A, SqlError.SqlError>) => Effect.Effect<A, SqlError.SqlError>,
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

/** The address that a URL of libpq names: a host and a port, or the folder of a Unix socket. */
const addressOf = (url: string): NetConnectOpts => {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1") || "localhost")
  const at = Number(searchParams.get("port") ?? (port || 5432))
  return host.startsWith("/")
    ? { path: `${host}/.s.PGSQL.${at}` }
    : { host, port: at, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 }
}
