import { Effect } from "effect"
import { neverSent } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { dispatchQueue } from "./DispatchQueue.ts"
import { CurrentDispatchSettings, type OnUnknown } from "./DispatchSettings.ts"
import type { Settlement } from "./Send.ts"
import { type HandOverRecord, MessageChannel } from "../channels/MessageChannel.ts"

/** How much one look takes on at a time; the next look takes the rest. */
const broadcastsAtOnce = 100
const leasesAtOnce = 500

/**
 * One look at everything that time has brought about: what expired, whose lease ran out, which broadcast is due. It is
 * harmless when repeated, and no job that the queue loses can strand a broadcast.
 */
export const sweep = Effect.fn("Dispatcher.sweep")(function* () {
  yield* expireOverdue
  yield* settleLeases
  yield* offerDue
})

const expireOverdue = Effect.gen(function* () {
  const store = yield* BroadcastStore
  yield* store.expireOverdue({ limit: broadcastsAtOnce, pendingError: neverSent("expired") })
})

/**
 * A dead process, or an answer that was lost, left hand-overs whose outcome nobody knows. The channel may; where it does
 * not, what was chosen for that case settles them (B12).
 */
const settleLeases = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const channel = yield* MessageChannel
  const { lease, onUnknown, retries } = yield* CurrentDispatchSettings
  const surrendered = yield* store.surrenderLeases({ limit: leasesAtOnce, askAgainAfter: lease })
  if (surrendered.length === 0) return
  const records = yield* channel.recall(surrendered.map(({ attempt, uuid }) => ({ correlation: uuid, attempt })))
  const settlements = surrendered.flatMap((recipient, index) => {
    const record = records[index]
    return record === undefined ? [] : [{ ...recipient, record: settlementOf(record, onUnknown, retries) }]
  })
  yield* store.settle(settlements, neverSent)
})

const settlementOf = (record: HandOverRecord, onUnknown: OnUnknown, retries: number): Settlement => {
  if (record._tag !== "Untold" || onUnknown === "wait") return record
  return onUnknown === "resend" ? { _tag: "Resend", retries } : { _tag: "GiveUp" }
}

const offerDue = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const settings = yield* CurrentDispatchSettings
  const queue = yield* dispatchQueue
  const due = yield* store.takeDue({ limit: broadcastsAtOnce, lookAgainAfter: settings.lookAgainAfter })
  const jobs = due.flatMap((ref) => Array.from({ length: settings.lanes }, () => ref))
  yield* Effect.forEach(jobs, (job) => queue.offer(job), { discard: true })
})
