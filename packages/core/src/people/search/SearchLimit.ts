import { Context, Duration, Effect, Exit, Fiber, Layer, type Option, Schema } from "effect"
import { makeFairSemaphore } from "../../operations/background/FairSemaphore.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import { makeDeadlineTimer } from "../../operations/background/DeadlineTimer.ts"

/** Limits on the searches of a process, which leave capacity for other work. */
export type SearchSettings = {
  /** The time after which a search is stopped. */
  readonly deadline: Duration.Duration
  /**
   * The maximum number of slow searches that run at a time. Only one of the slow searches may have more than ten
   * conditions. At least two searches run, even if the setting is 1. Quick searches do not count. A connection pool should
   * have at least two connections more than this number.
   */
  readonly atOnce: number
  /** How long a search waits for other searches before it fails. */
  readonly longestWait: Duration.Duration
}

const defaults: SearchSettings = {
  deadline: Duration.seconds(5),
  atOnce: 3,
  longestWait: Duration.seconds(1)
}

/** The search settings. A host can provide its own; otherwise the defaults apply. */
export const SearchSettings = Context.Reference<SearchSettings>("@rollcall/core/people/search/SearchSettings", {
  defaultValue: () => defaults
})

/**
 * A search was stopped or refused, so that it does not hold up other work.
 *
 * - `Deadline`: the search took too long. The same search will take too long again, unless it is made narrower.
 * - `Busy`: too many searches are running. The same search may succeed later.
 *
 * @see docs/contributing/decisions.md, S12
 */
export class SearchStopped extends Schema.TaggedError<SearchStopped>()("SearchStopped", {
  reason: Schema.Literals(["Deadline", "Busy"]),
  message: Schema.String
}) {}

export const deadlinePassed = (deadline: Duration.Duration) =>
  new SearchStopped({
    reason: "Deadline",
    message: `The search took longer than ${Duration.format(deadline)} and was stopped. Narrow the search.`
  })

const searchesBusy = () => new SearchStopped({ reason: "Busy", message: "Too many searches are running. Try again." })

/** The length of a search. A `long` search has so many conditions that it may take long, even if it finds nothing. */
export type SearchLength = "short" | "long"

/** Runs the parts of a store's search within limits, so that searches do not hold up other work. */
export interface SearchLimits<E> {
  /**
   * Runs a part that is cheap for any search and waits for other work at most one second. Any number of quick parts may run
   * at once. Returns `None` if the search needs a slow part.
   */
  readonly quick: <A>(part: StorageEffect<Option.Option<A>>) => Effect.Effect<Option.Option<A>, StorageError | E>

  /**
   * Runs a part that may take long. The part waits for other searches, and fails after waiting or running too long. A
   * search has at most one slow part.
   */
  readonly slow: <A>(part: StorageEffect<A>, length: SearchLength) => Effect.Effect<A, StorageError | E>
}

/** Runs every part immediately, without limits on number or time. */
export const withoutLimits: SearchLimits<never> = { quick: (part) => part, slow: (part) => part }

/**
 * Makes the search limit of a process. At most `atOnce` slow parts run at a time. One place is only for long parts, so that
 * short parts do not wait for long parts. With `atOnce` 1, one short and one long part run. The workspace with the fewest
 * running searches is next. A part that waits longer than `longestWait` fails with `Busy`. A search that runs longer than
 * `deadline` is interrupted, and fails with `Deadline` once its statement has ended. Quick parts have only the deadline.
 */
export const makeSearchLimit = Effect.gen(function* () {
  const { atOnce, deadline, longestWait } = yield* SearchSettings
  const timer = makeDeadlineTimer(yield* Effect.scope)
  const shortAtOnce = Math.max(1, atOnce - 1)
  const searches = { short: makeFairSemaphore(shortAtOnce, [shortAtOnce]), long: makeFairSemaphore(1, [1]) }
  const wait = { longest: longestWait, timer, busy: searchesBusy }

  /** Runs a search in its own fiber. After `deadline`, interrupts the fiber, and the search fails with `Deadline`. */
  const inTime = <A, E, R>(search: Effect.Effect<A, E, R>) =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.gen(function* () {
        let isOver = false
        let stop = (): void => undefined
        const end = (yield* steadyMillis) + Duration.toMillis(deadline)
        const forget = yield* timer.add({ left: (now) => end - now, onUp: () => stop() })
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

  /** Returns the limits for a workspace's searches. */
  const of = (workspace: WorkspaceUuid): SearchLimits<SearchStopped> => ({
    quick: inTime,
    slow: (part, length) => searches[length].withPermit([workspace], inTime(part), wait)
  })
  return { of }
})

/** The limit that all searches of a process share, including searches for duplicates and audiences. */
export class SearchLimit extends Context.Service<SearchLimit, Effect.Success<typeof makeSearchLimit>>()(
  "@rollcall/core/people/search/SearchLimit"
) {
  static readonly layer = Layer.effect(SearchLimit, makeSearchLimit)
}
