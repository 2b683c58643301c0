import { Cause, Data, Duration, Effect, Exit, Fiber, Option, Queue, Schedule } from "effect"
import { besides, forkSweep, runForever } from "../../operations/background/BackgroundLoop.ts"
import { divide } from "../../operations/background/Divide.ts"
import { refKey } from "../broadcasts/Broadcast.ts"
import { Channels } from "../channels/Channels.ts"
import type { LookupResult, MessageChannel } from "../channels/MessageChannel.ts"
import type { Resolution } from "../delivery/Delivery.ts"
import { resolveUnknown } from "../delivery/RecordOutcomes.ts"
import { DeliveryStore, type ExpiredLease } from "../delivery/DeliveryStore.ts"
import { DispatchSettings, type OnUnknown } from "./DispatchSettings.ts"
import { HeldOptOuts } from "../delivery/HeldOptOuts.ts"
import { announce, bulkEvent } from "../delivery/DeliveryEffects.ts"
import { EventSettings } from "../../events/events/EventSettings.ts"
import { correlationOf } from "../../shared/Ids.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { Transaction } from "../../shared/Transaction.ts"

/** The maximum number of leases that one statement expires. */
const leasesAtOnce = 500

/** The maximum number of concurrent lookups per channel, each for one broadcast. */
const lookupsAtOnce = 4

/**
 * The maximum number of broadcasts that wait for a lookup of a channel. Further broadcasts are dropped, and their leases
 * expire again.
 */
const lookupsWaiting = 1_000

/** Expired leases of one broadcast, and when to stop resolving them, in milliseconds of the steady clock. */
interface Overdue {
  readonly expired: ReadonlyArray<ExpiredLease>
  readonly end: number
}

type Channel = MessageChannel["Service"]

/**
 * Starts the loops that expire leases and look up the outcomes of sends at their channel, if the process died or the
 * response was lost. Each channel has four fibers. A fiber works on one broadcast for at most half a lease; unresolved
 * leases expire again after the other half. A lookup that hangs or fails thus delays its broadcast, and at most other
 * broadcasts of its channel. Leases of a channel that this process does not have expire, but are not resolved here.
 */
export const forkLeaseSweep = Effect.gen(function* () {
  const { all } = yield* Channels
  const store = yield* DeliveryStore
  const { lease, nextCheckAfter, sweepEvery } = yield* DispatchSettings
  const queues = new Map<string, Queue.Queue<Overdue>>()
  for (const { channel } of all) {
    const queue = yield* Queue.dropping<Overdue>(lookupsWaiting)
    queues.set(channel.channelType, queue)
    const work = Effect.flatMap(Queue.take(queue), (overdue) => resolveOverdue(channel, overdue))
    const worker = Effect.forever(runForever("lookups", work))
    yield* Effect.replicateEffect(Effect.forkScoped(worker), lookupsAtOnce, { discard: true })
  }

  const step = Effect.gen(function* () {
    const end = (yield* steadyMillis) + Duration.toMillis(lease) / 2
    const expired = yield* expireLeases(lease)
    const ofBroadcasts = Map.groupBy(expired, ({ ref }) => refKey(ref))
    for (const expired of ofBroadcasts.values()) {
      yield* warnOfLost(expired)
      const queue = queues.get(expired[0]?.channelType ?? "")
      if (queue !== undefined) yield* Queue.offer(queue, { expired, end })
    }
    return expired.length < leasesAtOnce
  })
  const shortenStep = store.shortenLeases({ limit: leasesAtOnce, lease })
  const shorten = yield* besides(
    "shortening of leases",
    Duration.min(lease, nextCheckAfter),
    Effect.repeat(shortenStep, { until: (count) => count < leasesAtOnce })
  )
  const expireAll = Effect.repeat(step, { until: (isAll) => isAll })
  yield* forkSweep("sweep of leases", "leases", Effect.andThen(shorten, expireAll), sweepEvery)
})

/** Warns of sends whose process ended or stalled before it recorded their outcomes. */
const warnOfLost = (expired: ReadonlyArray<ExpiredLease>) => {
  const lost = expired.filter(({ isNew }) => isNew)
  return lost.length === 0
    ? Effect.void
    : Effect.logWarning(
        "the leases of sends ended, and it is not known whether the channel accepted their messages"
      ).pipe(Effect.annotateLogs({ broadcast: lost[0]?.ref.broadcast, messages: lost.length }))
}

/**
 * Expires up to 500 leases. If recipient events are enabled, appends the events in the same transaction. Returns the
 * unknown deliveries.
 */
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

/** The sends of a broadcast were not resolved. Their leases expire again, and the next lookup tries again. */
class NotResolved extends Data.TaggedError("NotResolved")<{ readonly message: string }> {}

/**
 * Resolves the expired leases of a broadcast until `end`. After a failure, splits the leases into halves (`divide`). Logs
 * the unresolved sends.
 */
const resolveOverdue = Effect.fn("Dispatcher.resolveOverdue")(function* (channel: Channel, { end, expired }: Overdue) {
  const left = end - (yield* steadyMillis)
  if (left <= 0) return
  const report = (cause: Cause.Cause<unknown>, part: ReadonlyArray<ExpiredLease>) =>
    Effect.logError("the outcome of sends is not known", cause).pipe(
      Effect.annotateLogs({ channel: channel.channelType, broadcast: expired[0]?.ref.broadcast, sends: part.length })
    )
  yield* Effect.timeoutOrElse(
    divide(expired, (part) => resolveBy(channel, part), report),
    {
      duration: left,
      orElse: () => report(Cause.fail(new NotResolved({ message: "the channel did not answer in time" })), expired)
    }
  )
})

/** The schedule of retries while another transaction holds a broadcast's lock. */
const triesOfLocks = Schedule.max([Schedule.spaced("100 millis"), Schedule.recurs(5)])

/**
 * Looks up sends at their channel and resolves their deliveries by the result, or by the setting `onUnknown` if the channel
 * does not know. Fails with `NotResolved` if another transaction keeps holding the broadcast's lock.
 */
const resolveBy = Effect.fnUntraced(function* (channel: Channel, expired: ReadonlyArray<ExpiredLease>) {
  const { onUnknown, retries } = yield* DispatchSettings
  const requests = expired.map(({ attempt, ref, uuid }) => ({
    correlation: correlationOf(ref.workspace, uuid),
    attempt
  }))
  const results = yield* inOwnFiber(Effect.suspend(() => channel.lookup(requests)))
  const resolved = expired.flatMap((lease, index) => {
    const result = results[index]
    return result === undefined ? [] : [{ ...lease, resolution: resolutionOf(result, onUnknown, retries) }]
  })
  const { report } = yield* HeldOptOuts
  const tried = Effect.repeat(resolveUnknown(resolved), { schedule: triesOfLocks, until: Option.isSome })
  // Resolved deliveries are not looked up again, so their opt-outs are recorded even if the time is up.
  const isDone = yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const reported = yield* restore(tried)
      if (Option.isSome(reported)) yield* report(reported.value, "sends")
      return Option.isSome(reported)
    })
  )
  if (!isDone) return yield* new NotResolved({ message: "another transaction has the lock of the broadcast" })
})

/**
 * Runs a channel's effect in its own fiber. An interrupted caller does not wait for the fiber, which may be
 * uninterruptible. If the channel interrupts itself, that is a defect.
 */
const inOwnFiber = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkDetach(Effect.interruptible(effect))
      const end = Effect.sync(() => fiber.interruptUnsafe())
      const exit = yield* Effect.onInterrupt(restore(Fiber.await(fiber)), () => end)
      if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
        return yield* Effect.die(new Error("the channel interrupted its lookup"))
      }
      return yield* exit
    })
  )

const resolutionOf = (result: LookupResult, onUnknown: OnUnknown, retries: number): Resolution => {
  if (result._tag !== "Unknown" || onUnknown === "wait") return result
  return onUnknown === "resend" ? { _tag: "Resend", retries } : { _tag: "GiveUp" }
}
