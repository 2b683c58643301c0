import { Effect, Layer } from "effect"
import { Channels } from "../channels/Channels.ts"
import { survive } from "../background/BackgroundLoop.ts"
import { DispatchSettings } from "../delivery/DispatchSettings.ts"
import { runWorker } from "./DispatchWorker.ts"
import { Receipts } from "../delivery/Receipts.ts"
import { forkLeaseSweep } from "./ExpiredLeases.ts"
import { dispatchQueue, forkBroadcastSweeps } from "./Sweep.ts"

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

    yield* forkBroadcastSweeps
    yield* forkLeaseSweep
    for (const { channel } of all) {
      const listen = channel.listen((batch) => receipts.apply(channel.channelType, batch))
      yield* Effect.forkScoped(Effect.forever(survive("receipts", listen)))
    }
    for (let worker = 0; worker < settings.workersPerBroadcast; worker++) {
      yield* Effect.forkScoped(Effect.forever(survive("worker", takeJob)))
    }
  })
)
