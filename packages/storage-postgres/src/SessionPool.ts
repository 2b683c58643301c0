import { ResourceHolder, type StoreConnections } from "@rollcall/core/operations"
import { Effect, Exit, FiberSet, Number as Num, Scope } from "effect"
import { SqlError } from "effect/sql"
import type { Session } from "./Session.ts"

export interface PoolLimits {
  /** Maximum sessions. */
  readonly sessions: number

  /** How long a caller waits for a session, in milliseconds. Infinity for no limit. */
  readonly wait: number

  /** How long to wait after a failed attempt to open a session before the next attempt, in milliseconds. */
  readonly pause: number
}

/** A pool of sessions. Each session has one user at a time. */
export interface SessionPool {
  /** Returns the number of sessions, and the milliseconds since a working session was last returned. */
  readonly state: () => StoreConnections

  /**
   * Returns a session that stays lent until the scope closes. Fails with `ConnectionError` if no session is free in
   * time.
   */
  readonly lend: Effect.Effect<Session, SqlError.SqlError, Scope.Scope>

  /** Runs an effect with a session. Fails with `ConnectionError` if no session is free in time. */
  readonly use: <A, E, R>(
    effect: (session: Session) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/**
 * Idle time in milliseconds after which a session is closed. An idle session is closed at the next periodic check, so
 * up to twice this time may pass.
 */
const idleTime = 60_000

/** Maximum time in milliseconds since the database's last response for it to count as reachable. */
const answersWithin = 1_000

/** The error message for a caller that got no session in time while the database is reachable. */
export const allInUse = "every connection to the database is in use"

/** A caller waiting for a session. */
interface Caller {
  readonly number: number
  /** The holder on whose behalf the caller waits. */
  readonly holder: string
  readonly resume: (exit: Exit.Exit<Session, SqlError.SqlError>) => void
}

/** A session lent to a caller. */
interface Loan {
  readonly session: Session
  /** The holder to which the session is lent. */
  readonly holder: string
}

/**
 * Makes a pool that opens sessions on demand, up to the limit, and replaces lost sessions. The next session goes to the
 * holder with the fewest sessions ({@link ResourceHolder}); ties go to the first caller. A pool of more than three
 * sessions keeps the last session for a holder without a session.
 *
 * Unlike in Effect's pool, the wait for a session has a limit, and a caller does not fail because the database refuses
 * another session: the caller waits for an open session. If no session is open, the caller fails with the error of an
 * attempt that began after its call.
 *
 * After an attempt fails, or takes longer than `pause`, the next attempt starts `pause` after the start of the last
 * attempt. It starts at once if no session exists and no attempt is running. This repeats until an attempt succeeds. So
 * a database that is down does not get one attempt per caller, and a network that recovers is noticed even while an
 * earlier attempt hangs.
 */
export const makeSessionPool = Effect.fnUntraced(function* (
  open: (onClose: (isSilent: boolean) => void) => Effect.Effect<Session, SqlError.SqlError, Scope.Scope>,
  limits: PoolLimits
): Effect.fn.Return<SessionPool, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const fork = yield* FiberSet.makeRuntime()
  const sessions = new Map<Session, Scope.Closeable>()
  /** The idle sessions with the time of their last use, most recent last. */
  let idle: Array<readonly [session: Session, since: number]> = []
  /** The waiting callers, in the order of their calls. */
  const callers = new Set<Caller>()
  /** The number of sessions lent to each holder. */
  const held = new Map<string, number>()
  /** Maximum sessions lent before the last one is reserved. */
  const mostShared = limits.sessions > 3 ? limits.sessions - 1 : limits.sessions
  let calls = 0
  /** The number of attempts in progress that began less than a pause ago. */
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
  /**
   * Closes the idle sessions that are lost. Closes all idle sessions if another session timed out, because they may be
   * lost too.
   */
  const closeLost = (isSilent: boolean) => closeIdle((session) => isSilent || !session.isUsable())
  const closeUnused = () => closeIdle((_, since) => performance.now() - since >= idleTime)

  /** Starts an attempt for each waiting caller, within the limits. */
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

  /** Fails the callers that waited before a failed attempt began, unless another session is open or may still open. */
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

  /** Returns the caller that gets the next session; undefined if no caller may have a session. */
  const nextCaller = () => {
    let next: Caller | undefined
    for (const caller of callers) {
      if (!mayHold(caller.holder)) continue
      if (next === undefined || heldBy(caller.holder) < heldBy(next.holder)) next = caller
    }
    return next
  }

  /** Gives a session to the next caller, or keeps it idle. A session that can't be used is closed and replaced. */
  const giveBack = (session: Session) => {
    const next = nextCaller()
    if (session.isUsable()) answeredAt = performance.now()
    // A slow attempt may have opened a session beyond the limit.
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

  /** Waits for a session. If the caller is interrupted just after it gets one, the session is returned. */
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
