import { Duration, Effect, Layer } from "effect"
import { Channels } from "../channels/Channels.ts"
import { atMostEvery, forkSweep, survive } from "../background/BackgroundLoop.ts"
import { DispatchSettings } from "../delivery/DispatchSettings.ts"
import { runWorker } from "./DispatchWorker.ts"
import { Receipts } from "../delivery/Receipts.ts"
import { dispatchQueue, shortenWaits, sweep } from "./Sweep.ts"

/**
 * The workers that send broadcasts: they find what is due, send it, and apply the receipts of the channels. Any number of
 * processes may run them on one store; one that dies loses nothing (see `DeliveryStore`). A host that leaves this layer
 * out accepts broadcasts for others to send.
 */
export const layerDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* DispatchSettings
    const queue = yield* dispatchQueue
    const { all } = yield* Channels
    const receipts = yield* Receipts

    const takeJob = queue.take((ref) =>
      Effect.flatMap(runWorker(ref), (end) => (end === "more" ? Effect.asVoid(queue.offer(ref)) : Effect.void))
    )

    const shorten = yield* atMostEvery(Duration.min(settings.lease, settings.nextCheckAfter), shortenWaits)
    yield* forkSweep("sweep", "broadcasts", Effect.andThen(shorten, sweep()), settings.sweepEvery)
    for (const { channel } of all) {
      yield* Effect.forkScoped(Effect.forever(survive("receipts", channel.listen(receipts.apply))))
    }
    for (let worker = 0; worker < settings.workersPerBroadcast; worker++) {
      yield* Effect.forkScoped(Effect.forever(survive("worker", takeJob)))
    }
  })
)
