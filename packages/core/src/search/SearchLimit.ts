import { type Context, Duration, Effect, Exit, Fiber, Schema } from "effect"
import type { Condition } from "./Condition.ts"
import { steadyMillis } from "../shared/Instant.ts"
import { makeTimeWatch } from "../background/TimeWatch.ts"
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

/** A search with more conditions than this may take long. */
const fewConditions = 10

/** How many conditions an item has to satisfy, each of which may be looked at for many items. */
const conditionsIn = (condition: Condition): number =>
  condition._tag === "All" ? condition.conditions.reduce((sum, part) => sum + conditionsIn(part), 0) : 1

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
 * gives its place back when it has ended, so that no more than `atOnce` of them use the store. Only one with many
 * conditions runs at a time, and never takes the last place: others do not wait for it. `inTime` interrupts a search
 * that needs no place when its time is over.
 */
export const makeSearchLimit = Effect.gen(function* () {
  const { atOnce, deadline, longestWait } = yield* SearchSettings
  const watch = makeTimeWatch(yield* Effect.scope)
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
    condition: Condition
  ): Effect.Effect<A, E | SearchStopped, R> => {
    const places = conditionsIn(condition) > fewConditions ? longPlaces : shortPlaces
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
