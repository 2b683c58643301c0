import { Context, Duration, Effect, Layer, Stream } from "effect"
import { makeDeadlineTimer } from "../../../operations/background/DeadlineTimer.ts"
import { makeFairSemaphore } from "../../../operations/background/FairSemaphore.ts"
import { deadlinePassed, SearchSettings, SearchStopped } from "../../../people/search/SearchLimit.ts"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import { steadyMillis } from "../../../shared/Instant.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { AudienceStore, type SelectedContact, type Selection } from "./AudienceStore.ts"

/** A walk over what a selection selects, up to so many contacts together. */
type Walk<E> = (
  workspace: WorkspaceUuid,
  selection: Selection,
  atOnce: number
) => Stream.Stream<ReadonlyArray<SelectedContact>, StorageError | E>

const walksBusy = () => new SearchStopped({ reason: "Busy", message: "Too many audiences are being read. Try again." })

/**
 * The walks over audiences of a process. Each has a permit of the store's `walksAtOnce`, because it holds a connection or a
 * thread while its reader asks the store for more. Where there are several permits, requests have half of them and leave one
 * of these to another workspace. A walk in a transaction needs none: it reads on the connection of that.
 */
export class AudienceWalks extends Context.Service<
  AudienceWalks,
  {
    /** How many resolutions walk at a time. */
    readonly resolutions: number

    /** A walk that waits for its permit however long that takes. */
    readonly inResolution: Walk<never>

    /**
     * A walk that has the limits of a search: it waits for its permit, and for the store to find contacts, for a
     * bounded time.
     */
    readonly inRequest: Walk<SearchStopped>
  }
>()("@rollcall/core/sending/broadcasts/audience/AudienceWalks") {
  static readonly layer = Layer.effect(
    AudienceWalks,
    Effect.gen(function* () {
      const { walk, walksAtOnce } = yield* AudienceStore
      const { isOpen } = yield* Transaction
      const { deadline, longestWait } = yield* SearchSettings
      const timer = makeDeadlineTimer(yield* Effect.scope)
      // Half of the permits for each, so that a resolution that is claimed waits for none, where there are two.
      const share = Math.ceil(walksAtOnce / 2)
      const permits = makeFairSemaphore(walksAtOnce, [share, Math.max(1, share - 1)])
      let walks = 0
      const wait = { longest: longestWait, timer, busy: walksBusy }

      const withPermit = <A, E, R, E2>(permit: Effect.Effect<void, E2, R>, walk: Stream.Stream<A, E>) =>
        Stream.unwrap(Effect.flatMap(isOpen, (isOpen) => (isOpen ? Effect.succeed(walk) : Effect.as(permit, walk))))

      return AudienceWalks.of({
        resolutions: Math.max(1, walksAtOnce - share),
        // Each is a separate holder: their workers decide whose turn it is.
        inResolution: (workspace, ...walked) =>
          withPermit(
            Effect.suspend(() => permits.take(["resolutions", `${walks++}`])),
            walk(workspace, ...walked)
          ),
        inRequest: (workspace, ...walked) =>
          withPermit(permits.take(["requests", workspace], wait), searchedWithin(deadline, walk(workspace, ...walked)))
      })
    })
  )
}

/** The stream, which fails once its reader has waited for its parts for longer than `deadline` in all. */
const searchedWithin = <A, E>(deadline: Duration.Duration, stream: Stream.Stream<A, E>) =>
  Stream.unwrap(
    Effect.map(Stream.toPull(stream), (pull) => {
      let left = Duration.toMillis(deadline)
      const timed = Effect.gen(function* () {
        const begun = yield* steadyMillis
        const part = yield* Effect.timeoutOrElse(pull, {
          duration: Duration.millis(Math.max(0, left)),
          orElse: () => Effect.fail(deadlinePassed(deadline))
        })
        left -= (yield* steadyMillis) - begun
        return part
      })
      return Stream.fromPull(Effect.succeed(timed))
    })
  )
