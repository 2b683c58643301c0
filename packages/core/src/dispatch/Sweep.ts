import { type Duration, Effect, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { BroadcastStore, type DueBroadcast } from "../broadcasts/BroadcastStore.ts"
import { transition } from "../broadcasts/BroadcastTransition.ts"
import { discardStaged } from "../broadcasts/CreateBroadcast.ts"
import { Channels } from "../channels/Channels.ts"
import type { LookupResult, MessageChannel } from "../channels/MessageChannel.ts"
import { EventSettings } from "../events/EventSettings.ts"
import { BroadcastUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Resolution } from "../delivery/Delivery.ts"
import { resolveUnknown } from "../delivery/DeliverySession.ts"
import { DeliveryStore, type ExpiredLease } from "../delivery/DeliveryStore.ts"
import { DispatchSettings, type OnUnknown } from "../delivery/DispatchSettings.ts"
import { OptOuts } from "../delivery/OptOuts.ts"
import { announce, bulkEvent } from "../delivery/RecipientEvent.ts"

/** A job names a broadcast to work on. The work itself is read from its deliveries. */
const DispatchJob = Schema.Struct({ workspace: WorkspaceUuid, broadcast: BroadcastUuid })

/** The queue of dispatch jobs, shared by every process of one store. A job may come twice or late; that is harmless. */
export const dispatchQueue = PersistedQueue.make({ name: "rollcall/dispatch", schema: DispatchJob })

/** The most that one iteration processes of each kind. The next iteration processes the rest. */
const broadcastsAtOnce = 100
const leasesAtOnce = 500

/**
 * Processes everything that is due: expires leases, resolves unknown outcomes, expires and starts broadcasts, offers
 * jobs, discards abandoned stages. Idempotent. A broadcast whose job is lost is offered again.
 */
export const sweep = Effect.fn("Dispatcher.sweep")(function* () {
  yield* resolveExpiredLeases
  yield* checkDueBroadcasts
})

/** Shortens what a clock that has gone back would prolong: leases, and the waits of broadcasts for their next check. */
export const shortenWaits = Effect.gen(function* () {
  const broadcasts = yield* BroadcastStore
  const deliveries = yield* DeliveryStore
  const { lease, nextCheckAfter } = yield* DispatchSettings
  yield* broadcasts.shortenChecks(nextCheckAfter)
  const step = deliveries.shortenLeases({ limit: leasesAtOnce, lease })
  yield* Effect.repeat(step, { until: (count) => count < leasesAtOnce })
})

/**
 * Resolves sends whose process died or whose response was lost, each by its channel. Those of a channel that this process
 * does not have stay as they are: they expire again, and another process may have it.
 */
const resolveExpiredLeases = Effect.gen(function* () {
  const { all } = yield* Channels
  const { lease } = yield* DispatchSettings
  const expired = yield* expireLeases(lease)
  for (const { channel } of all) {
    const own = expired.filter(({ channelType }) => channelType === channel.channelType)
    if (own.length > 0) yield* resolveBy(channel, own)
  }
})

/** Asks a channel what became of sends; if it does not know either, the setting `onUnknown` decides (B12). */
const resolveBy = Effect.fnUntraced(function* (
  channel: MessageChannel["Service"],
  expired: ReadonlyArray<ExpiredLease>
) {
  const { onUnknown, retries } = yield* DispatchSettings
  const results = yield* channel.lookup(expired.map(({ attempt, uuid }) => ({ correlation: uuid, attempt })))
  const optedOut = yield* resolveUnknown(
    expired.flatMap((lease, index) => {
      const result = results[index]
      return result === undefined ? [] : [{ ...lease, resolution: resolutionOf(result, onUnknown, retries) }]
    })
  )
  yield* OptOuts.use((optOuts) => optOuts.record(optedOut, "channel"))
})

/** Expires leases, with their events in the same transaction where there are events of recipients. */
const expireLeases = Effect.fnUntraced(function* (lease: Duration.Duration) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const { recipients } = yield* EventSettings
  const expire = store.expireLeases({ limit: leasesAtOnce, askAgainAfter: lease })
  if (!recipients) return yield* expire
  const unknown = (expired: ReadonlyArray<ExpiredLease>) =>
    expired.flatMap(({ isNew, ref, uuid }) => (isNew ? [bulkEvent("recipient.unknown", ref, uuid)] : []))
  return yield* transaction.run(Effect.tap(expire, (expired) => announce(() => unknown(expired))))
})

const resolutionOf = (result: LookupResult, onUnknown: OnUnknown, retries: number): Resolution => {
  if (result._tag !== "Unknown" || onUnknown === "wait") return result
  return onUnknown === "resend" ? { _tag: "Resend", retries } : { _tag: "GiveUp" }
}

const checkDueBroadcasts = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { nextCheckAfter } = yield* DispatchSettings
  const due = yield* store.claimDue({ limit: broadcastsAtOnce, nextCheckAfter })
  yield* Effect.forEach(due, check, { discard: true })
})

const check = Effect.fnUntraced(function* ({ hasExpired, ref, status }: DueBroadcast) {
  const { nextCheckAfter, workersPerBroadcast } = yield* DispatchSettings
  if (status === "staged") return yield* discardStaged(ref)
  if (hasExpired) return yield* transition(ref, "expire")
  if (status === "paused") return
  if (status === "scheduled") yield* transition(ref, "start", { nextCheckAfter })
  const queue = yield* dispatchQueue
  for (let worker = 0; worker < workersPerBroadcast; worker++) yield* queue.offer(ref)
})
