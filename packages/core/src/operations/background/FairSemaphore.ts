import { Duration, Effect, type Scope } from "effect"
import { steadyMillis } from "../../shared/Instant.ts"
import type { DeadlineTimer } from "./DeadlineTimer.ts"

/** The names of a permit's holder, from the outermost level to the innermost, such as a workspace and a sender. */
export type PermitHolder = ReadonlyArray<string>

/** A wait for a permit that fails with `busy` after `longest`. */
export interface BoundedWait<E> {
  readonly longest: Duration.Duration
  readonly timer: DeadlineTimer
  readonly busy: () => E
}

/** Controls when permits are granted, for work that occupies the event loop. */
export interface Pace {
  /** Returns whether the work of another holder can start now. */
  readonly hasTime: () => boolean
  /** Calls a function once, as soon as work can start again. */
  readonly whenTime: (go: () => void) => void
}

/** The permits of all holders that share the same leading names. */
interface Level {
  readonly name: string
  readonly parent: Level | null
  held: number
  /** The sequence number of the last grant within the level; 0 if there was no grant. */
  grantedAt: number
  readonly levels: Map<string, Level>
  /** The waiters of the innermost level, in order of arrival. */
  readonly waiting: Set<Waiter>
}

interface Waiter {
  readonly level: Level
  readonly number: number
  isGranted: boolean
  onGrant: () => void
}

/** A waiter with its priority: the permits held and the last grant of each level above it. */
interface Candidate {
  readonly waiter: Waiter
  readonly order: ReadonlyArray<number>
}

const makeLevel = (name: string, parent: Level | null): Level => ({
  name,
  parent,
  held: 0,
  grantedAt: 0,
  levels: new Map(),
  waiting: new Set()
})

/**
 * Makes a semaphore with `total` permits for a limited resource of a process, such as connections, threads or streams.
 * `shares` holds the maximum number of permits that one name may hold at each level. A free permit goes to the waiter whose
 * outermost level holds the fewest permits. A tie goes to the level that got a permit longest ago, then to the next level
 * by the same rule, then to the order of arrival. Waiters at their limit are skipped. With `pace`, a permit is granted once
 * there is time.
 *
 * A holder must not wait for a second permit of the same semaphore.
 *
 * Effect's `Semaphore` grants permits in order of arrival, so one workspace could hold all of them.
 */
export const makeFairSemaphore = (total: number, shares: ReadonlyArray<number>, pace?: Pace) => {
  const root = makeLevel("", null)
  let arrivals = 0
  let grants = 0
  /** Whether grants are waiting for the pace. */
  let isPaused = false

  /** Returns the innermost level of a holder. */
  const levelOf = (holder: PermitHolder): Level =>
    holder.reduce((parent, name) => {
      const level = parent.levels.get(name) ?? makeLevel(name, parent)
      parent.levels.set(name, level)
      return level
    }, root)

  const add = (to: Level, by: 1 | -1) => {
    for (let level: Level | null = to; level !== null; level = level.parent) level.held += by
  }

  /** Removes a level without permits and waiters, and the empty levels above it. */
  const forget = (unused: Level) => {
    let level = unused
    while (level.parent !== null && level.held === 0 && level.waiting.size === 0 && level.levels.size === 0) {
      level.parent.levels.delete(level.name)
      level = level.parent
    }
  }

  /** Returns the next waiter of a level. */
  const nextOf = (level: Level, depth: number): Candidate | undefined => {
    const share = shares[depth]
    if (share === undefined) {
      const [waiter] = level.waiting
      return waiter && { waiter, order: [] }
    }
    let next: Candidate | undefined
    for (const inner of level.levels.values()) {
      const found = inner.held < share ? nextOf(inner, depth + 1) : undefined
      if (found === undefined) continue
      const candidate = { ...found, order: [inner.held, inner.grantedAt, ...found.order] }
      if (next === undefined || isBefore(candidate, next)) next = candidate
    }
    return next
  }

  const grant = () => {
    while (root.held < total) {
      const waiter = nextOf(root, 0)?.waiter
      if (waiter === undefined) return
      if (pace?.hasTime() === false) return grantLater(pace)
      waiter.level.waiting.delete(waiter)
      add(waiter.level, 1)
      grants += 1
      for (let level: Level | null = waiter.level; level !== null; level = level.parent) level.grantedAt = grants
      waiter.isGranted = true
      waiter.onGrant()
    }
  }

  const grantLater = ({ whenTime }: Pace) => {
    if (isPaused) return
    isPaused = true
    whenTime(() => {
      isPaused = false
      grant()
    })
  }

  const arrive = (holder: PermitHolder): Waiter => {
    const waiter = { level: levelOf(holder), number: ++arrivals, isGranted: false, onGrant: () => {} }
    waiter.level.waiting.add(waiter)
    if (!isPaused) grant()
    return waiter
  }

  /** Releases a permit, or stops waiting for it. */
  const leave = (waiter: Waiter) => {
    if (waiter.isGranted) add(waiter.level, -1)
    else waiter.level.waiting.delete(waiter)
    forget(waiter.level)
    if (pace === undefined) grant()
    // An immediate grant would start the next holder's work, which would delay the end of this holder's work.
    else if (root.held < total && nextOf(root, 0) !== undefined) grantLater(pace)
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
      // The release of another permit grants this permit. Without the yield, many short holders would nest in one stack.
      if (pace === undefined) yield* Effect.yieldNow
    })

  /** Waits for the permit of a waiter; returns at once if it is granted. */
  const turnOf = <E>(waiter: Waiter, wait: BoundedWait<E> | undefined): Effect.Effect<void, E> =>
    waiter.isGranted ? Effect.void : awaitGrant(waiter, wait)

  return {
    /**
     * Runs an effect with one permit, and releases the permit when the effect ends in any way. Waits for the permit, for at
     * most `wait.longest` if given. A caller interrupted while waiting leaves the queue.
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

    /** Takes one permit until the scope closes. Waits like `withPermit`. */
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

    /** Takes one permit if it is free now, and returns a function that releases it. */
    takeNow: (holder: PermitHolder): (() => void) | undefined => {
      const waiter = arrive(holder)
      if (waiter.isGranted) return () => leave(waiter)
      leave(waiter)
      return undefined
    },

    /**
     * Requests one permit. `granted` waits for the permit. `leave` releases the permit or stops waiting; call `leave` once.
     */
    ask: (holder: PermitHolder) => {
      const waiter = arrive(holder)
      return { granted: turnOf<never>(waiter, undefined), isGranted: waiter.isGranted, leave: () => leave(waiter) }
    }
  }
}

export type FairSemaphore = ReturnType<typeof makeFairSemaphore>

const isBefore = (a: Candidate, b: Candidate): boolean => {
  for (const [place, value] of a.order.entries()) {
    const difference = value - (b.order[place] ?? value)
    if (difference !== 0) return difference < 0
  }
  return a.waiter.number < b.waiter.number
}
