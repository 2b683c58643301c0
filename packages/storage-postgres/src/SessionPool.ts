import { Effect, Exit, FiberSet, Scope } from "effect"
import { SqlError } from "effect/sql"
import type { Session } from "./Session.ts"

/** The limits of a pool. */
export interface PoolLimits {
  /** Of its sessions. */
  readonly sessions: number

  /** Of the milliseconds that a caller waits for a session. */
  readonly wait: number

  /** Of the milliseconds that an attempt to open a session holds up the next one. */
  readonly pause: number
}

/** Sessions, each of which is lent to one caller at a time. */
export interface SessionPool {
  /** Lends a session until the scope ends. */
  readonly lend: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>

  /** Lends a session to an effect. */
  readonly use: <A, E, R>(
    effect: (session: Session) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** The milliseconds after which a session that is not used is closed. */
const idleTime = 60_000

/** A caller that waits for a session. */
interface Caller {
  readonly number: number
  readonly resume: (exit: Exit.Exit<Session, SqlError.SqlError>) => void
}

/**
 * A pool that opens sessions when they are needed, and replaces those that are lost. Unlike Effect's pool it bounds the
 * wait for a session, and a caller does not fail because the database refuses one session more: it waits for one of
 * those that there are. If there is none, it fails with the error of an attempt for which it has waited.
 *
 * After an attempt that fails, or that has no answer after the pause, they are made one by one. So a database that is down
 * is not overrun; and because none waits longer for the one before, a network that works again is found at once.
 */
export const makeSessionPool = Effect.fnUntraced(function* (
  open: (onClose: (isSilent: boolean) => void) => Effect.Effect<Session, SqlError.SqlError, Scope.Scope>,
  limits: PoolLimits
): Effect.fn.Return<SessionPool, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fork = yield* FiberSet.makeRuntime()
  const sessions = new Map<Session, Scope.Closeable>()
  /** The sessions that are not lent, with the instants of their last use, the latest at the end. */
  let idle: Array<readonly [session: Session, since: number]> = []
  /** Those who wait, in their order. */
  const callers = new Set<Caller>()
  let calls = 0
  /** The attempts in progress that began less than a pause ago. */
  let attempts = 0
  let lastAttempt = 0
  let isCautious = false
  let isClosed = false

  const close = (session: Session) => {
    const own = sessions.get(session)
    sessions.delete(session)
    if (own !== undefined) fork(Scope.close(own, Exit.void))
  }

  const closeIdle = (isOver: (session: Session, since: number) => boolean) => {
    const all = idle
    idle = all.filter(([session, since]) => !isOver(session, since))
    for (const [session, since] of all) if (isOver(session, since)) close(session)
  }
  /** Closes the idle sessions that are lost. Those of a database that does not answer another one may be so too. */
  const closeLost = (isSilent: boolean) => closeIdle((session) => isSilent || !session.isUsable())
  const closeUnused = () => closeIdle((_, since) => performance.now() - since >= idleTime)

  /** Opens a session for each caller that waits, as far as the limits allow it. */
  const grow = () => {
    while (callers.size > attempts && sessions.size + attempts < limits.sessions && mayAttempt()) attempt()
  }

  const mayAttempt = () =>
    !isCautious || (sessions.size === 0 && attempts === 0) || performance.now() - lastAttempt >= limits.pause

  const attempt = () => {
    const before = calls
    let isCounted = true
    const discount = () => {
      if (isCounted) attempts -= 1
      isCounted = false
    }
    attempts += 1
    lastAttempt = performance.now()
    setTimeout(() => {
      isCautious ||= isCounted
      discount()
      grow()
    }, limits.pause).unref()
    const attempted = Effect.gen(function* () {
      const own = yield* Scope.fork(scope)
      const exit = yield* Effect.exit(Scope.provide(open(closeLost), own))
      discount()
      isCautious = Exit.isFailure(exit)
      if (Exit.isSuccess(exit)) {
        sessions.set(exit.value, own)
        giveBack(exit.value)
      } else {
        yield* Scope.close(own, exit)
        refuse(exit, before)
      }
      grow()
    })
    fork(attempted)
  }

  /** Fails those who called before an attempt that failed, unless they can expect another session. */
  const refuse = (exit: Exit.Failure<Session, SqlError.SqlError>, before: number) => {
    const isAnswer = exit.cause.reasons.some(
      (reason) => reason._tag === "Fail" && reason.error.reason._tag !== "ConnectionError"
    )
    if (sessions.size > 0 || (isAnswer && attempts > 0)) return
    for (const caller of callers) if (caller.number <= before) caller.resume(exit)
  }

  /** Lends a session to the first of those who wait. Without one it is idle. A broken one is replaced. */
  const giveBack = (session: Session) => {
    const [first] = callers
    // An attempt that took long may come in addition to the limit.
    if (!session.isUsable() || sessions.size > limits.sessions) {
      close(session)
      grow()
    } else if (first === undefined) idle.push([session, performance.now()])
    else first.resume(Exit.succeed(session))
  }

  const takeIdle = (): Session | undefined => {
    const [session] = idle.pop() ?? []
    if (session === undefined || session.isUsable()) return session
    close(session)
    return takeIdle()
  }

  /** Waits for a session. One that is lent when the caller is interrupted is given back. */
  const waitInLine: Effect.Effect<Session, SqlError.SqlError> = Effect.suspend(() => {
    let lent: Session | undefined
    const waiting = Effect.callback<Session, SqlError.SqlError>((resume) => {
      if (isClosed) return resume(failed("the pool is closed"))
      const caller: Caller = {
        number: ++calls,
        resume: (exit) => {
          leave()
          if (Exit.isSuccess(exit)) lent = exit.value
          resume(exit)
        }
      }
      const late = () => caller.resume(failed("no connection to the database is free"))
      const timer = Number.isFinite(limits.wait) ? setTimeout(late, limits.wait) : undefined
      const leave = () => {
        clearTimeout(timer)
        callers.delete(caller)
      }
      callers.add(caller)
      grow()
      return Effect.sync(leave)
    })
    return Effect.onInterrupt(waiting, () => Effect.sync(() => lent && giveBack(lent)))
  })

  const take = Effect.suspend(() => {
    const session = takeIdle()
    return session === undefined ? waitInLine : Effect.succeed(session)
  })

  yield* Effect.acquireRelease(
    Effect.sync(() => setInterval(closeUnused, idleTime).unref()),
    (interval) =>
      Effect.sync(() => {
        isClosed = true
        clearInterval(interval)
        for (const caller of callers) caller.resume(failed("the pool is closed"))
      })
  )
  return {
    lend: Effect.uninterruptibleMask((restore) =>
      Effect.tap(restore(take), (session) => Effect.addFinalizer(() => Effect.sync(() => giveBack(session))))
    ),
    use: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(take), (session) =>
          Effect.ensuring(
            restore(effect(session)),
            Effect.sync(() => giveBack(session))
          )
        )
      )
  }
})

const failed = (message: string): Exit.Exit<never, SqlError.SqlError> =>
  Exit.fail(
    new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message), operation: "connect" }) })
  )
