import { ResourceHolder, type StoreConnections } from "@rollcall/core/operations"
import { Effect, Exit, FiberSet, Number as Num, Scope } from "effect"
import { SqlError } from "effect/sql"
import type { Session } from "./Session.ts"

/** The limits of a pool. */
export interface PoolLimits {
  /** The most sessions. */
  readonly sessions: number

  /** How long a caller waits for a session, in milliseconds. Infinity for no limit. */
  readonly wait: number

  /** How long an attempt to open a session delays the next one after a failure, in milliseconds. */
  readonly pause: number
}

/** Sessions, each of which is used by one caller at a time. */
export interface SessionPool {
  /** Returns how many sessions there are, and how long ago one was given back that still answers, in milliseconds. */
  readonly state: () => StoreConnections

  /** Returns a session, which goes back to the pool when the scope closes. Fails with `ConnectionError` if none comes in time. */
  readonly lend: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>

  /** Runs an effect with a session, and fails likewise. */
  readonly use: <A, E, R>(
    effect: (session: Session) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** After how long without use a session is closed, in milliseconds. It is closed by twice that at the latest. */
const idleTime = 60_000

/** How long ago the database answered while it counts as there, in milliseconds. */
const answersWithin = 1_000

/** What a caller fails with that got no session in time, while the database answers the others. */
export const allInUse = "every connection to the database is in use"

/** A caller that waits for a session. */
interface Caller {
  readonly number: number
  /** Whose work it does. */
  readonly holder: string
  readonly resume: (exit: Exit.Exit<Session, SqlError.SqlError>) => void
}

/** A session that is lent. */
interface Loan {
  readonly session: Session
  /** Whose work it is lent for. */
  readonly holder: string
}

/**
 * Makes a pool that opens sessions on demand, up to the limit, and replaces lost ones. The next session goes to the holder with
 * the fewest sessions ({@link ResourceHolder}), and among equals to the first caller. A pool of more than three sessions keeps
 * the last one for a holder without any session. Unlike with Effect's pool, the wait for a session is bounded, and a caller
 * doesn't fail because the database refuses a further session: it waits for an open session. If no session is open, it fails
 * with the error of an attempt that began after its call.
 *
 * After an attempt that failed, or had no answer within `pause`, the next one begins `pause` after the last, or at once if
 * there is neither a session nor an attempt; so until one succeeds. A database that is down does not get one for each
 * caller, and a network that works again is noticed even if an earlier attempt still has no answer.
 */
export const makeSessionPool = Effect.fnUntraced(function* (
  open: (onClose: (isSilent: boolean) => void) => Effect.Effect<Session, SqlError.SqlError, Scope.Scope>,
  limits: PoolLimits
): Effect.fn.Return<SessionPool, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fork = yield* FiberSet.makeRuntime()
  const sessions = new Map<Session, Scope.Closeable>()
  /** The sessions that no caller uses, each with the time of its last use, the latest at the end. */
  let idle: Array<readonly [session: Session, since: number]> = []
  /** The callers that wait, in the order of their calls. */
  const callers = new Set<Caller>()
  /** How many sessions are held for each holder that has any. */
  const held = new Map<string, number>()
  /** The most sessions that are lent before the last one is kept. */
  const mostShared = limits.sessions > 3 ? limits.sessions - 1 : limits.sessions
  let calls = 0
  /** The attempts in progress that began less than a pause ago. */
  let attempts = 0
  let lastAttempt = 0
  let isCautious = false
  let isClosed = false
  let answeredAt = -Infinity

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
  /** Closes the idle sessions that are lost; all of them if another session had no answer, because they may be lost too. */
  const closeLost = (isSilent: boolean) => closeIdle((session) => isSilent || !session.isUsable())
  const closeUnused = () => closeIdle((_, since) => performance.now() - since >= idleTime)

  /** Begins as many attempts as callers wait, within the limits. */
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

  /** Fails the callers from before an attempt that failed, unless another session is open or may still open. */
  const refuse = (exit: Exit.Failure<Session, SqlError.SqlError>, before: number) => {
    const isAnswer = exit.cause.reasons.some(
      (reason) => reason._tag === "Fail" && reason.error.reason._tag !== "ConnectionError"
    )
    if (sessions.size > 0 || (isAnswer && attempts > 0)) return
    for (const caller of callers) if (caller.number <= before) caller.resume(exit)
  }

  const heldBy = (holder: string) => held.get(holder) ?? 0
  const mayHold = (holder: string) => heldBy(holder) === 0 || Num.sumAll(held.values()) < mostShared
  const hold = (holder: string) => held.set(holder, heldBy(holder) + 1)
  const release = (holder: string) => {
    const count = heldBy(holder) - 1
    if (count > 0) held.set(holder, count)
    else held.delete(holder)
  }

  /** The caller that gets the next session; none if no caller may have it. */
  const nextCaller = () => {
    let next: Caller | undefined
    for (const caller of callers) {
      if (!mayHold(caller.holder)) continue
      if (next === undefined || heldBy(caller.holder) < heldBy(next.holder)) next = caller
    }
    return next
  }

  /** Gives a session to the next caller; without a caller it is idle. A session that can't be used is closed and replaced. */
  const giveBack = (session: Session) => {
    const next = nextCaller()
    if (session.isUsable()) answeredAt = performance.now()
    // An attempt that took long may come in addition to the limit.
    if (!session.isUsable() || sessions.size > limits.sessions) {
      close(session)
      grow()
    } else if (next === undefined) idle.push([session, performance.now()])
    else next.resume(Exit.succeed(session))
  }

  const isThere = () => performance.now() - answeredAt < answersWithin

  const takeIdle = (): Session | undefined => {
    const [session] = idle.pop() ?? []
    if (session === undefined || session.isUsable()) return session
    close(session)
    return takeIdle()
  }

  const endLoan = ({ holder, session }: Loan) => {
    release(holder)
    giveBack(session)
  }

  /** Waits for a session. If the caller is interrupted when it has just got one, the session goes back. */
  const waitForSession = (holder: string): Effect.Effect<Session, SqlError.SqlError> => {
    let lent: Session | undefined
    const waiting = Effect.callback<Session, SqlError.SqlError>((resume) => {
      if (isClosed) return resume(failed("the pool is closed"))
      const caller: Caller = {
        number: ++calls,
        holder,
        resume: (exit) => {
          leave()
          if (Exit.isSuccess(exit)) {
            lent = exit.value
            hold(holder)
          }
          resume(exit)
        }
      }
      const late = () => caller.resume(failed(isThere() ? allInUse : "no connection to the database is free"))
      const timer = Number.isFinite(limits.wait) ? setTimeout(late, limits.wait) : undefined
      const leave = () => {
        clearTimeout(timer)
        callers.delete(caller)
      }
      callers.add(caller)
      grow()
      return Effect.sync(leave)
    })
    return Effect.onInterrupt(waiting, () => Effect.sync(() => lent && endLoan({ holder, session: lent })))
  }

  const take: Effect.Effect<Loan, SqlError.SqlError> = Effect.flatMap(ResourceHolder, (holder) => {
    const session = mayHold(holder) ? takeIdle() : undefined
    if (session === undefined) return Effect.map(waitForSession(holder), (session) => ({ holder, session }))
    hold(holder)
    return Effect.succeed({ holder, session })
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
    state: () => ({
      used: sessions.size - idle.length,
      idle: idle.length,
      waiting: callers.size,
      limit: limits.sessions,
      sinceAnswer: performance.now() - answeredAt
    }),
    lend: Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(take), (loan) =>
        Effect.as(
          Effect.addFinalizer(() => Effect.sync(() => endLoan(loan))),
          loan.session
        )
      )
    ),
    use: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(take), (loan) =>
          Effect.ensuring(
            restore(effect(loan.session)),
            Effect.sync(() => endLoan(loan))
          )
        )
      )
  }
})

const failed = (message: string): Exit.Exit<never, SqlError.SqlError> =>
  Exit.fail(
    new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message), operation: "connect" }) })
  )
