import { Effect, Layer, Schedule } from "effect"
import { survive } from "../shared/BackgroundLoop.ts"
import { runLane } from "./DispatchWorker.ts"
import { dispatchQueue } from "./DispatchQueue.ts"
import { CurrentDispatchSettings } from "./DispatchSettings.ts"
import { sweep } from "./DispatchSweep.ts"
import { MessageChannel } from "../channels/MessageChannel.ts"
import { Receipts } from "./Receipts.ts"

/**
 * The workers that send broadcasts: they look for what is due, hand it over, and take in the channel's receipts. Any
 * number of processes may run them on one store; one that dies loses nothing (see `BroadcastStore`). An embedding host
 * that leaves this layer out accepts broadcasts for others to send.
 */
export const layerDispatcher = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* CurrentDispatchSettings
    const queue = yield* dispatchQueue
    const channel = yield* MessageChannel
    const receipts = yield* Receipts

    const takeJob = queue.take((ref) =>
      Effect.flatMap(runLane(ref), (end) => (end === "more" ? Effect.asVoid(queue.offer(ref)) : Effect.void))
    )

    yield* Effect.forkScoped(Effect.repeat(survive("sweep", sweep()), Schedule.spaced(settings.sweepEvery)))
    yield* Effect.forkScoped(Effect.forever(survive("receipts", channel.listen(receipts.apply))))
    for (let lane = 0; lane < settings.lanes; lane++) {
      yield* Effect.forkScoped(Effect.forever(survive("lane", takeJob)))
    }
  })
)
