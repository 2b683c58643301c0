import { type Context, Duration, Effect, Exit, Fiber, type Option, Schema } from "effect"
import { steadyMillis } from "../shared/Instant.ts"
import type { StorageEffect, StorageError } from "../shared/StorageError.ts"
import { makeDeadlineTimer } from "../background/DeadlineTimer.ts"
import { SearchSettings } from "./SearchSettings.ts"

/**
 * A search did not run to its end, so that it does not hold up other work (S12).
 *
 * - `Deadline`: it took too long. The same search will again, unless it is made narrower.
 * - `Busy`: too many searches run already; the same search may succeed later.
 */
export class SearchStopped extends Schema.TaggedError<SearchStopped>()("SearchStopped", {
  reason: Schema.Literals(["Deadline", "Busy"]),
  message: Schema.String
}) {}

const deadlinePassed = (deadline: Duration.Duration) =>
  new SearchStopped({
    reason: "Deadline",
    message: `The search was stopped, because it took longer than ${Duration.format(deadline)}; make it narrower.`
  })

const busy = () => new SearchStopped({ reason: "Busy", message: "Too many searches run already; try again." })

/** A `long` search has so many conditions that it may take long whatever it finds. */
export type SearchLength = "short" | "long"

/** How a store runs the parts of a search, so that it does not hold up other work (S12). */
export interface SearchLimits<E> {
  /**
   * Runs a part that costs little whatever is asked, so that any number may run at once, and that others which take long
   * hold up for a second at most. It has no answer if the search needs more than that.
   */
  readonly quick: <A>(part: StorageEffect<Option.Option<A>>) => Effect.Effect<Option.Option<A>, StorageError | E>

  /** Runs a part that may take long, in its turn. It is interrupted when its time is over. A search has one at most. */
  readonly slow: <A>(part: StorageEffect<A>, length: SearchLength) => Effect.Effect<A, StorageError | E>
}

/** Runs every part at once, without an end. */
export const withoutLimits: SearchLimits<never> = { quick: (part) => part, slow: (part) => part }

/** Searches that may run at a time, and those that wait for one of them to end, in the order in which they came. */
interface Places {
  free: number
  readonly waiting: Set<() => void>
}

const makePlaces = (free: number): Places => ({ free, waiting: new Set() })

/** Gives the place of a search that has ended to the search that has waited longest. One that comes later does not get it first. */
const giveBack = (places: Places): void => {
  const [next] = places.waiting
  if (next === undefined) {
    places.free += 1
    return
  }
  places.waiting.delete(next)
  next()
}

/**
 * Makes the limit of the searches of a process. A search waits for its place, and is interrupted when its time is over. It
 * gives its place back when it has ended, so that no more than `atOnce` of them use the store. Only one long search
 * runs at a time, and never takes the last place: others do not wait for it. `inTime` interrupts a search that needs no
 * place when its time is over.
 */
export const makeSearchLimit = Effect.gen(function* () {
  const { atOnce, deadline, longestWait } = yield* SearchSettings
  const watch = makeDeadlineTimer(yield* Effect.scope)
  const shortPlaces = makePlaces(Math.max(1, atOnce - 1))
  const longPlaces = makePlaces(1)

  /** Watches a time that begins now. */
  const watchFor = Effect.fnUntraced(function* (time: Duration.Duration, onUp: () => void) {
    const end = (yield* steadyMillis) + Duration.toMillis(time)
    return yield* watch.add({ left: (now) => end - now, onUp })
  })

  /** Waits for a place and takes it. */
  const waitForPlace = Effect.fnUntraced(function* (places: Places) {
    let stopWaiting = (): void => undefined
    const forget = yield* watchFor(longestWait, () => stopWaiting())
    return yield* Effect.callback<void, SearchStopped>((resume) => {
      const begin = () => {
        forget()
        resume(Effect.void)
      }
      places.waiting.add(begin)
      stopWaiting = () => {
        places.waiting.delete(begin)
        resume(Effect.fail(busy()))
      }
      return Effect.sync(() => {
        places.waiting.delete(begin)
        forget()
      })
    })
  })

  /** Runs a search, and interrupts it when its time is over. */
  const inTime = <A, E, R>(search: Effect.Effect<A, E, R>) =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.gen(function* () {
        let isOver = false
        let stop = (): void => undefined
        const forget = yield* watchFor(deadline, () => stop())
        return yield* Effect.callback<A, E | SearchStopped>((resume) => {
          const fiber = Effect.runForkWith(context)(search)
          stop = () => {
            isOver = true
            fiber.interruptUnsafe()
          }
          fiber.addObserver((exit) => {
            forget()
            resume(isOver && Exit.hasInterrupts(exit) ? Effect.fail(deadlinePassed(deadline)) : exit)
          })
          return Fiber.interrupt(fiber)
        })
      })
    )

  const limited = <A, E, R>(
    search: Effect.Effect<A, E, R>,
    length: SearchLength
  ): Effect.Effect<A, E | SearchStopped, R> => {
    const places = length === "long" ? longPlaces : shortPlaces
    return Effect.uninterruptibleMask((restore) => {
      const run = Effect.ensuring(
        restore(inTime(search)),
        Effect.sync(() => giveBack(places))
      )
      // The place was given in the end of another search: many that take no time would end within each other.
      if (places.free === 0)
        return restore(waitForPlace(places)).pipe(Effect.andThen(Effect.yieldNow), Effect.andThen(run))
      places.free -= 1
      return run
    })
  }
  return { inTime, limited }
})
