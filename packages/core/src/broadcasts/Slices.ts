import { Effect, Stream } from "effect"
import type { BroadcastRequest, RecipientRequest, StreamedBroadcast } from "./BroadcastRequest.ts"

/** How many recipients are worked on before other fibers get their turn: a few milliseconds of work. */
export const sliceSize = 100

const slicesOf = function* (recipients: ReadonlyArray<RecipientRequest>) {
  for (let from = 0; from < recipients.length; from += sliceSize) yield recipients.slice(from, from + sliceSize)
}

/** A request whose recipients come slice by slice in any case. */
export const inSlices = <E>(request: BroadcastRequest | StreamedBroadcast<E>): StreamedBroadcast<E> =>
  "count" in request
    ? request
    : {
        ...request,
        recipients: Stream.fromIterable(slicesOf(request.recipients), { chunkSize: 1 }),
        count: request.recipients.length
      }

/** Works on one slice after the other, and lets other fibers run in between. */
export const forEachSlice = <A, E, E2, R>(
  slices: Stream.Stream<ReadonlyArray<A>, E>,
  work: (slice: ReadonlyArray<A>) => Effect.Effect<void, E2, R>
): Effect.Effect<void, E | E2, R> => Stream.runForEach(slices, (slice) => Effect.andThen(work(slice), Effect.yieldNow))
