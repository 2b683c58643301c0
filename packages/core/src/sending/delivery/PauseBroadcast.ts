import { Effect, Metric, Option } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { transition } from "../broadcasts/BroadcastTransition.ts"
import { metrics } from "../../operations/observability/Metrics.ts"

/** Pauses a sending broadcast, updates the metric, and logs the reason. */
export const pauseBroadcast = Effect.fnUntraced(function* (ref: BroadcastRef, reason: string) {
  const found = yield* transition(ref, "pause", { reason })
  if (Option.isNone(found) || found.value.was !== "sending") return
  yield* Metric.update(metrics.paused.of(found.value.broadcast.channelType), 1)
  yield* Effect.logWarning("broadcast paused").pipe(Effect.annotateLogs({ broadcast: ref.broadcast, reason }))
})
