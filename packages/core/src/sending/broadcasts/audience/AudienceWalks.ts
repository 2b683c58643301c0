import { Context, Duration, Effect, Layer, Stream } from "effect"
import { makeDeadlineTimer } from "../../../operations/background/DeadlineTimer.ts"
import { makeFairSemaphore } from "../../../operations/background/FairSemaphore.ts"
import { deadlinePassed, SearchSettings, SearchStopped } from "../../../people/search/SearchLimit.ts"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import { steadyMillis } from "../../../shared/Instant.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { AudienceStore, type SelectedContact, type Selection } from "./AudienceStore.ts"

/** Streams the contacts of a selection, in arrays of up to `atOnce`. */
type Walk<E> = (
  workspace: WorkspaceUuid,
  selection: Selection,
  atOnce: number
) => Stream.Stream<ReadonlyArray<SelectedContact>, StorageError | E>

const walksBusy = () => new SearchStopped({ reason: "Busy", message: "Too many audiences are being read. Try again." })

/**
 * Limits a process's concurrent audience walks. Each walk takes one of the store's `walksAtOnce` permits, because the walk
 * holds a connection or a thread while its reader uses the store. Requests get at most half of the permits, rounded up, and
 * one workspace gets all but one of these, at least one. A walk inside a transaction uses the transaction's connection and
 * needs no permit.
 */
export class AudienceWalks extends Context.Service<
  AudienceWalks,
  {
    /** The maximum number of concurrent walks for resolutions. */
    readonly resolutions: number

    /** Walks an audience in a resolution. Waits for its permit without a timeout. */
    readonly inResolution: Walk<never>

    /**
     * Walks an audience in a request, within the limits of a search: the waits for a permit and for contacts have a
     * timeout.
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
      // Requests get at most half of the permits, so that with two or more permits a claimed resolution needn't wait.
      const share = Math.ceil(walksAtOnce / 2)
      const permits = makeFairSemaphore(walksAtOnce, [share, Math.max(1, share - 1)])
      let walks = 0
      const wait = { longest: longestWait, timer, busy: walksBusy }

      const withPermit = <A, E, R, E2>(permit: Effect.Effect<void, E2, R>, walk: Stream.Stream<A, E>) =>
        Stream.unwrap(Effect.flatMap(isOpen, (isOpen) => (isOpen ? Effect.succeed(walk) : Effect.as(permit, walk))))

      return AudienceWalks.of({
        resolutions: Math.max(1, walksAtOnce - share),
        // Each resolution is a separate permit holder, because the workers already decide the order.
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

/** Fails the stream once its reader has waited for longer than `deadline` in total. */
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
