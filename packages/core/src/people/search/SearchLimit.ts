import { Context, Duration, Effect, Exit, Fiber, Layer, type Option, Schema } from "effect"
import { makeFairSemaphore } from "../../operations/background/FairSemaphore.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import { makeDeadlineTimer } from "../../operations/background/DeadlineTimer.ts"

/** How much a process spends on searches, so that other work has its share. */
export type SearchSettings = {
  /** The longest time that a search may run. It is stopped then. */
  readonly deadline: Duration.Duration
  /**
   * How many searches run at a time, one of them with more than ten conditions; at least two. Quick searches do not
   * count. A pool of connections to the store should have two more than this.
   */
  readonly atOnce: number
  /** How long a search waits for others to end before it fails. */
  readonly longestWait: Duration.Duration
}

const defaults: SearchSettings = {
  deadline: Duration.seconds(5),
  atOnce: 3,
  longestWait: Duration.seconds(1)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const SearchSettings = Context.Reference<SearchSettings>("@rollcall/core/people/search/SearchSettings", {
  defaultValue: () => defaults
})

/**
 * A search did not run to its end, so that it does not hold up other work.
 *
 * - `Deadline`: it took too long. The same search will again, unless it is made narrower.
 * - `Busy`: too many searches run already; the same search may succeed later.
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
    message: `The search took longer than ${Duration.format(deadline)} and was stopped. Make it narrower.`
  })

const searchesBusy = () => new SearchStopped({ reason: "Busy", message: "Too many searches are running. Try again." })

/** A `long` search has so many conditions that it may take long whatever it finds. */
export type SearchLength = "short" | "long"

/** How a store runs the parts of a search, so that it does not hold up other work. */
export interface SearchLimits<E> {
  /**
   * Runs a part that costs little whatever is asked, and waits for others for a second at most: any number may run at once.
   * It returns none if the search needs more than that.
   */
  readonly quick: <A>(part: StorageEffect<Option.Option<A>>) => Effect.Effect<Option.Option<A>, StorageError | E>

  /**
   * Runs a part that may take long. It waits for other searches, and fails when it has waited or run too long. A search
   * has one such part at most.
   */
  readonly slow: <A>(part: StorageEffect<A>, length: SearchLength) => Effect.Effect<A, StorageError | E>
}

/** Runs every part at once, without a limit of their number and time. */
export const withoutLimits: SearchLimits<never> = { quick: (part) => part, slow: (part) => part }

/**
 * Makes the limit of the searches of a process. A slow part runs when it is its turn: at most `atOnce` run at a time, one
 * of them long, so that short ones do not wait for it (with `atOnce` 1, one of each). The workspace with the fewest
 * searches is next. A part that waits longer than `longestWait` fails with `Busy`. A search that runs longer than
 * `deadline` is interrupted, and fails with `Deadline` once its statement has ended. A quick part has only the deadline.
 */
export const makeSearchLimit = Effect.gen(function* () {
  const { atOnce, deadline, longestWait } = yield* SearchSettings
  const timer = makeDeadlineTimer(yield* Effect.scope)
  const shortAtOnce = Math.max(1, atOnce - 1)
  const searches = { short: makeFairSemaphore(shortAtOnce, [shortAtOnce]), long: makeFairSemaphore(1, [1]) }
  const wait = { longest: longestWait, timer, busy: searchesBusy }

  /** Runs a search in its own fiber. After `deadline` it is interrupted, and fails with `Deadline`. */
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

  /** The limits of the searches of a workspace. */
  const of = (workspace: WorkspaceUuid): SearchLimits<SearchStopped> => ({
    quick: inTime,
    slow: (part, length) => searches[length].withPermit([workspace], inTime(part), wait)
  })
  return { of }
})

/** The limit that all searches of a process share: those of contacts, of duplicates and of audiences. */
export class SearchLimit extends Context.Service<SearchLimit, Effect.Success<typeof makeSearchLimit>>()(
  "@rollcall/core/people/search/SearchLimit"
) {
  static readonly layer = Layer.effect(SearchLimit, makeSearchLimit)
}
