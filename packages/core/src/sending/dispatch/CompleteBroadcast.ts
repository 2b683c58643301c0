import { Effect, Option } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { transition } from "../broadcasts/BroadcastTransition.ts"
import { heldProblem, type ReasonCounts, unansweredProblem } from "../broadcasts/Recipient.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"

/**
 * Returns the remark about messages with an open outcome for the event of a completed broadcast, such as `unknown (3)`;
 * null without such messages.
 */
const openEnds = (reasons: ReasonCounts): string | null => {
  const open = [unansweredProblem, heldProblem].flatMap(({ reason }) => {
    const count = reasons[reason] ?? 0
    return count === 0 ? [] : [`${reason} (${count})`]
  })
  return open.length === 0 ? null : open.join(", ")
}

/**
 * Completes a broadcast without unfinished deliveries. If messages have an open outcome, the event gives their number, and
 * a warning is logged.
 */
export const completeBroadcast = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const deliveries = yield* DeliveryStore
  const isDone = Effect.map(deliveries.counters(ref), ({ unfinished }) => unfinished === 0)
  const remark = Effect.map(deliveries.outcomes(ref), ({ reasons }) => openEnds(reasons))
  const found = yield* transition(ref, "complete", { guard: isDone, remark })
  if (Option.isNone(found) || found.value.was !== "sending" || found.value.broadcast.status !== "completed") return
  const open = yield* remark
  if (open === null) return
  yield* Effect.logWarning("the broadcast is completed, and it is not known whether all messages are sent").pipe(
    Effect.annotateLogs({ broadcast: ref.broadcast, messages: open })
  )
})
