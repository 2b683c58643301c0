import { steadyMillis } from "@rollcall/core/operations"
import { Effect, type Scope, Semaphore, Stream } from "effect"
import { RequestFacts } from "../RequestFacts.ts"

/**
 * Passes each piece of the current request's body to `take` as it arrives. The time spent waiting for pieces doesn't count
 * against the timeout of the request.
 */
export const readPieces = Effect.fnUntraced(function* <E, E2, R>(
  pieces: Stream.Stream<Uint8Array, E>,
  take: (piece: Uint8Array) => Effect.Effect<void, E2, R>
) {
  const { time } = yield* RequestFacts
  time?.awaitPiece(yield* steadyMillis)
  yield* pieces.pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* (piece) {
        time?.pieceArrived(yield* steadyMillis, piece.byteLength)
        yield* take(piece)
        time?.awaitPiece(yield* steadyMillis)
      })
    ),
    Effect.ensuring(Effect.map(steadyMillis, (now) => time?.bodyRead(now)))
  )
})

/** Takes a permit until the scope closes, or fails with `busy` if all permits are taken. */
export const takePlace = <E>(places: Semaphore.Semaphore, busy: E): Effect.Effect<void, E, Scope.Scope> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      if (!(yield* Semaphore.takeIfAvailable(places, 1))) return yield* Effect.fail(busy)
      yield* Effect.addFinalizer(() => Semaphore.release(places, 1))
    })
  )
