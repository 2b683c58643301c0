import { Effect, Stream } from "effect"
import type { BroadcastRequest, RecipientRequest, StreamedBroadcast } from "./BroadcastRequest.ts"

/** How many recipients are worked on before other fibers get their turn: a few milliseconds of work. */
const sliceSize = 100

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

/** Works on one slice after the other, and lets other fibers run in between. Dies where others come than announced. */
export const forEachSlice = Effect.fnUntraced(function* <E, E2, R>(
  { count, recipients }: StreamedBroadcast<E>,
  work: (slice: ReadonlyArray<RecipientRequest>) => Effect.Effect<void, E2, R>
) {
  let seen = 0
  yield* Stream.runForEach(recipients, (slice) => {
    seen += slice.length
    return Effect.andThen(work(slice), Effect.yieldNow)
  })
  if (seen !== count) return yield* Effect.die(new Error(`${count} recipients were announced, and ${seen} came`))
})
