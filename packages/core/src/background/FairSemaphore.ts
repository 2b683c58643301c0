import { Duration, Effect, type Scope } from "effect"
import { steadyMillis } from "../shared/Instant.ts"
import type { DeadlineTimer } from "./DeadlineTimer.ts"

/** Who a permit is for, from the outermost level to the innermost, such as a workspace and a sender. */
export type PermitHolder = ReadonlyArray<string>

/** A wait for a permit that fails after `longest`. */
export interface BoundedWait<E> {
  readonly longest: Duration.Duration
  readonly timer: DeadlineTimer
  readonly busy: () => E
}

/** The permits of everyone whose holder begins with the same names. */
interface Level {
  readonly name: string
  readonly parent: Level | null
  /** How many of them are held. */
  held: number
  readonly levels: Map<string, Level>
  /** The waiters of the innermost level, in the order of arrival. */
  readonly waiting: Set<Waiter>
}

interface Waiter {
  readonly level: Level
  readonly number: number
  isGranted: boolean
  onGrant: () => void
}

/** A waiter, and how many permits the levels above it hold. */
interface Candidate {
  readonly waiter: Waiter
  readonly held: ReadonlyArray<number>
}

const makeLevel = (name: string, parent: Level | null): Level => ({
  name,
  parent,
  held: 0,
  levels: new Map(),
  waiting: new Set()
})

/**
 * Makes a semaphore with `total` permits for a resource that a process has a bounded number of, such as connections, threads and
 * streams. `shares` says for each level of a holder how many permits one of its names has at most. A permit that becomes free is granted
 * to the waiter whose outermost level holds the fewest permits, then to the one whose next level does, then in the order of arrival;
 * waiters at their limit are passed over.
 *
 * A holder never waits for a second permit of the same semaphore.
 *
 * Effect's `Semaphore` grants permits in the order of arrival: one workspace would hold all of them.
 */
export const makeFairSemaphore = (total: number, shares: ReadonlyArray<number>) => {
  const root = makeLevel("", null)
  let arrivals = 0

  /** The innermost level of a holder. */
  const levelOf = (holder: PermitHolder): Level =>
    holder.reduce((parent, name) => {
      const level = parent.levels.get(name) ?? makeLevel(name, parent)
      parent.levels.set(name, level)
      return level
    }, root)

  const add = (to: Level, by: 1 | -1) => {
    for (let level: Level | null = to; level !== null; level = level.parent) level.held += by
  }

  /** Removes a level that nobody holds or waits for, and those above it. */
  const forget = (unused: Level) => {
    let level = unused
    while (level.parent !== null && level.held === 0 && level.waiting.size === 0 && level.levels.size === 0) {
      level.parent.levels.delete(level.name)
      level = level.parent
    }
  }

  /** The waiter of a level that is next. */
  const nextOf = (level: Level, depth: number): Candidate | undefined => {
    const share = shares[depth]
    if (share === undefined) {
      const [waiter] = level.waiting
      return waiter && { waiter, held: [] }
    }
    let next: Candidate | undefined
    for (const inner of level.levels.values()) {
      const found = inner.held < share ? nextOf(inner, depth + 1) : undefined
      if (found === undefined) continue
      const candidate = { ...found, held: [inner.held, ...found.held] }
      if (next === undefined || isBefore(candidate, next)) next = candidate
    }
    return next
  }

  const grant = () => {
    while (root.held < total) {
      const waiter = nextOf(root, 0)?.waiter
      if (waiter === undefined) return
      waiter.level.waiting.delete(waiter)
      add(waiter.level, 1)
      waiter.isGranted = true
      waiter.onGrant()
    }
  }

  const arrive = (holder: PermitHolder): Waiter => {
    const waiter = { level: levelOf(holder), number: ++arrivals, isGranted: false, onGrant: () => {} }
    waiter.level.waiting.add(waiter)
    grant()
    return waiter
  }

  /** Gives a permit back, or ends the wait for one. */
  const leave = (waiter: Waiter) => {
    if (waiter.isGranted) add(waiter.level, -1)
    else waiter.level.waiting.delete(waiter)
    forget(waiter.level)
    grant()
  }

  const awaitGrant = <E>(waiter: Waiter, wait: BoundedWait<E> | undefined): Effect.Effect<void, E> =>
    Effect.gen(function* () {
      let refuse = (): void => undefined
      const end = wait && (yield* steadyMillis) + Duration.toMillis(wait.longest)
      const removeDeadline =
        wait && (yield* wait.timer.add({ left: (now) => (end ?? now) - now, onUp: () => refuse() }))
      yield* Effect.callback<void, E>((resume) => {
        if (waiter.isGranted) return resume(Effect.void)
        waiter.onGrant = () => resume(Effect.void)
        if (wait !== undefined) refuse = () => resume(Effect.fail(wait.busy()))
        return undefined
      }).pipe(Effect.ensuring(Effect.sync(() => removeDeadline?.())))
      // The release of another permit grants this one: without the yield many short holders would nest in one stack.
      yield* Effect.yieldNow
    })

  /** The wait of a waiter: none where its permit is granted. */
  const turnOf = <E>(waiter: Waiter, wait: BoundedWait<E> | undefined): Effect.Effect<void, E> =>
    waiter.isGranted ? Effect.void : awaitGrant(waiter, wait)

  return {
    /**
     * Runs an effect with one permit. Waits until one is granted, with `wait` for a bounded time; releases it when the effect ends in
     * any way. A caller that is interrupted while it waits leaves the queue.
     */
    withPermit: <A, E, R, E2 = never>(
      holder: PermitHolder,
      effect: Effect.Effect<A, E, R>,
      wait?: BoundedWait<E2>
    ): Effect.Effect<A, E | E2, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const waiter = arrive(holder)
          return Effect.ensuring(
            restore(Effect.andThen(turnOf(waiter, wait), effect)),
            Effect.sync(() => leave(waiter))
          )
        })
      ),

    /** Takes one permit until the scope closes. Waits as `withPermit` does. */
    take: <E = never>(holder: PermitHolder, wait?: BoundedWait<E>): Effect.Effect<void, E, Scope.Scope> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const waiter = arrive(holder)
          const left = Effect.sync(() => leave(waiter))
          const granted = Effect.onError(restore(turnOf(waiter, wait)), () => left)
          return Effect.andThen(
            granted,
            Effect.addFinalizer(() => left)
          )
        })
      ),

    /** Takes one permit if it is free now, and returns the function that gives it back. */
    takeNow: (holder: PermitHolder): (() => void) | undefined => {
      const waiter = arrive(holder)
      if (waiter.isGranted) return () => leave(waiter)
      leave(waiter)
      return undefined
    }
  }
}

export type FairSemaphore = ReturnType<typeof makeFairSemaphore>

const isBefore = (one: Candidate, other: Candidate): boolean => {
  for (const [depth, held] of one.held.entries()) {
    const difference = held - (other.held[depth] ?? held)
    if (difference !== 0) return difference < 0
  }
  return one.waiter.number < other.waiter.number
}
