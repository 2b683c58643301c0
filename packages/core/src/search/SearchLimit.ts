import { Duration, Effect, Option, Schema, Semaphore } from "effect"
import type { Condition } from "./Condition.ts"
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

/**
 * Makes the limit of the searches of a process. A search waits for its turn, and is interrupted when its time is over. It
 * gives its turn back when it has ended, so that no more than `atOnce` of them use the store. Only one with many
 * conditions runs at a time, and never takes the last turn: others do not wait for it.
 */
export const makeSearchLimit = Effect.gen(function* () {
  const { atOnce, deadline, longestWait } = yield* SearchSettings
  const turns = yield* Semaphore.make(Math.max(1, atOnce - 1))
  const longTurns = yield* Semaphore.make(1)

  return <A, E, R>(search: Effect.Effect<A, E, R>, condition: Condition): Effect.Effect<A, E | SearchStopped, R> => {
    const semaphore = conditionsIn(condition) > fewConditions ? longTurns : turns
    const inTime = Effect.timeoutOrElse(search, {
      duration: deadline,
      orElse: () => Effect.fail(deadlinePassed(deadline))
    })
    return Effect.flatMap(
      Semaphore.withPermitsIfAvailable(semaphore, 1)(inTime),
      Option.match({ onNone: () => waiting(inTime, semaphore), onSome: Effect.succeed })
    )
  }

  /** Waits for a turn. The wait is over when the turn has begun, and not before the search has ended. */
  function waiting<A, E, R>(
    search: Effect.Effect<A, E, R>,
    semaphore: Semaphore.Semaphore
  ): Effect.Effect<A, E | SearchStopped, R> {
    return Effect.suspend(() => {
      let hasTurn = false
      const begin = Effect.sync(() => {
        hasTurn = true
      })
      const tooLong = Effect.andThen(
        Effect.sleep(longestWait),
        Effect.suspend(() => (hasTurn ? Effect.never : Effect.fail(busy())))
      )
      return Effect.raceFirst(Semaphore.withPermit(semaphore, Effect.andThen(begin, search)), tooLong)
    })
  }
})
