import { DateTime, Duration, Effect, Exit, Option, Random, Schedule } from "effect"
import type { Broadcast, BroadcastRef } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { transition } from "../broadcasts/BroadcastTransition.ts"
import { Channels } from "../channels/Channels.ts"
import type { MessageChannel, OutboundMessage, SendError } from "../channels/MessageChannel.ts"
import { steadyMillis } from "../shared/Instant.ts"
import { toStorable } from "../shared/Text.ts"
import type { SendOutcome } from "../delivery/Delivery.ts"
import { recordAndClaim, recordOutcomes } from "../delivery/DeliverySession.ts"
import { type ClaimedDelivery, DeliveryStore } from "../delivery/DeliveryStore.ts"
import { DispatchSettings } from "../delivery/DispatchSettings.ts"
import { OptOuts } from "../delivery/OptOuts.ts"
import type { SendRate } from "../delivery/RateLimit.ts"
import { pauseReason } from "./PauseReason.ts"

/**
 * The longest that a job waits for permits, in milliseconds. It then ends, so that broadcasts of other senders do not
 * wait until this one is complete. A shorter wait gives no more permits a second, and costs more claims.
 */
const longestWait = 250

/** Returns how long to wait for permits: until the bucket is full, at most `longestWait`. */
const waitFor = ({ burst, perSecond }: SendRate, retryAfter: Duration.Duration): Duration.Duration =>
  Duration.millis(Math.min(longestWait, Math.max(Duration.toMillis(retryAfter), (1_000 * burst) / perSecond)))

/**
 * Works on one broadcast until no delivery can be claimed or its time is up. Any number of workers may run on one
 * broadcast: each claim takes deliveries that no other has, and re-checks that the broadcast may still send. One
 * whose channel this process does not have is paused. Returns `idle` when there is nothing to do for now, `more` when it
 * had no time or no permit left.
 */
export const runWorker = Effect.fn("Dispatcher.runWorker")(function* (ref: BroadcastRef) {
  const broadcasts = yield* BroadcastStore
  const deliveries = yield* DeliveryStore
  const settings = yield* DispatchSettings
  const channels = yield* Channels
  const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
  if (Option.isNone(found) || found.value.status !== "sending") return "idle"
  const broadcast = found.value
  const registered = channels.find(broadcast.channelType)
  if (Option.isNone(registered)) {
    yield* pause(ref, `the channel ${JSON.stringify(broadcast.channelType)} is not registered`)
    return "idle"
  }
  const { channel } = registered.value
  yield* broadcasts.update(ref, { nextCheckAfter: settings.nextCheckAfter })
  // A clock that is set back would let sends start after their lease.
  const end = (yield* steadyMillis) + Duration.toMillis(settings.jobTime)
  while ((yield* steadyMillis) < end) {
    const { chunk, rate } = settings
    const { granted, retryAfter } = yield* deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
    if (granted === 0) {
      yield* Effect.sleep(waitFor(rate, retryAfter))
      return "more"
    }
    if ((yield* runSteps(ref, broadcast, channel, { granted, end })) === "idle") return "idle"
    if (granted < chunk) return "more"
  }
  return "more"
})

/** The name of the token bucket of a sender. The same number is another sender in another channel. */
const bucketOf = ({ channelType, from }: Broadcast): string => `${channelType} ${from}`

/** Pauses a broadcast, and logs why. */
const pause = Effect.fnUntraced(function* (ref: BroadcastRef, reason: string) {
  yield* transition(ref, "pause", { reason })
  yield* Effect.logWarning("broadcast paused").pipe(Effect.annotateLogs({ broadcast: ref.broadcast, reason }))
})

/**
 * Claims, sends and records, and goes on while its time lasts and the bucket has a permit for each delivery of a chunk. It
 * is not interrupted before the outcome of what was sent is recorded.
 */
const runSteps = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  { end, granted }: { readonly granted: number; readonly end: number }
) {
  const broadcasts = yield* BroadcastStore
  const deliveries = yield* DeliveryStore
  const { lease } = yield* DispatchSettings
  const claim = yield* deliveries.claim(ref, { limit: granted, lease })
  switch (claim._tag) {
    case "Claimed":
      return yield* sendOn(ref, broadcast, channel, { claimed: claim.deliveries, granted, end })
    case "Waiting":
      yield* broadcasts.update(ref, { nextCheckAfter: DateTime.distance(yield* broadcasts.now, claim.until) })
      return "idle"
    case "Drained": {
      const isDone = Effect.map(deliveries.counters(ref), ({ unfinished }) => unfinished === 0)
      yield* transition(ref, "complete", { guard: isDone })
      return "idle"
    }
    case "Stopped":
      return "idle"
  }
}, Effect.uninterruptible)

/** Whether the fiber is to be interrupted as soon as it can be. */
const isInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** Sends to what is claimed, and to what it then claims with the outcomes. */
const sendOn = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  begun: { readonly claimed: ReadonlyArray<ClaimedDelivery>; readonly granted: number; readonly end: number }
) {
  const deliveries = yield* DeliveryStore
  const optOuts = yield* OptOuts
  const settings = yield* DispatchSettings
  const { chunk, lease, rate } = settings
  // If the store does not respond, none: the next round asks again.
  const permits = deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate).pipe(
    Effect.map(({ granted }) => granted),
    Effect.catch(() => Effect.succeed(0))
  )
  let { claimed, granted } = begun
  while (claimed.length > 0) {
    const { outcomes, rejection } = yield* sendChunk(broadcast, channel, claimed, settings)
    const record = Effect.map(Effect.retry(recordOutcomes(ref, outcomes), retrySchedule(settings)), (optedOut) => ({
      optedOut,
      claimed: []
    }))
    const mayClaim = rejection === null && granted === chunk && (yield* steadyMillis) < begun.end
    granted = mayClaim ? yield* permits : 0
    if (yield* isInterrupted) granted = 0
    // What a claim fails with must not keep the outcomes from being recorded.
    const next = yield* granted === 0
      ? record
      : Effect.catch(recordAndClaim(ref, outcomes, { limit: granted, lease }), () => record)
    yield* optOuts.record(next.optedOut, "channel")
    if (rejection !== null) {
      yield* pause(ref, rejection)
      return "idle"
    }
    claimed = next.claimed
  }
  return "more"
})

/**
 * Records outcomes, and retries for as long as the lease lasts if the store does not respond. After that the deliveries
 * are `unknown`, and the channel or a receipt resolves them.
 */
const retrySchedule = ({ lease }: DispatchSettings) =>
  Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("2 seconds")]).pipe(
    Schedule.upTo({ duration: lease })
  )

/** One outcome for each claimed delivery, and why the broadcast has to pause, if it has. */
interface ChunkResult {
  readonly outcomes: ReadonlyArray<SendOutcome>
  readonly rejection: string | null
}

/**
 * Sends to claimed deliveries. No send starts once half of the lease is over, nor once the template or the sender is
 * rejected: such deliveries are released. A send without a response by then is `Unknown` (B12). One timer watches all.
 */
const sendChunk = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  channel: MessageChannel["Service"],
  claimed: ReadonlyArray<ClaimedDelivery>,
  settings: DispatchSettings
) {
  const half = Duration.toMillis(settings.lease) / 2
  const deadline = (yield* steadyMillis) + half
  const outcomes = claimed.map(release)
  let rejection: string | null = null

  const send = Effect.fnUntraced(function* (delivery: ClaimedDelivery, index: number) {
    // A process that was frozen may get here before the timer does.
    if (rejection !== null || (yield* steadyMillis) >= deadline) return
    const { attempt, uuid } = delivery
    outcomes[index] = unknown(delivery, settings)
    outcomes[index] = yield* channel.send(messageTo(broadcast, delivery)).pipe(
      Effect.map((id): SendOutcome => ({ _tag: "Accepted", uuid, attempt, messageId: toStorable(id) })),
      Effect.catch((error) => {
        rejection = pauseReason(error) ?? rejection
        return Effect.map(Random.next, (random) => outcomeOf(error, delivery, settings, random))
      })
    )
  })

  const sendAll = Effect.forEach(claimed, send, { concurrency: settings.concurrency, discard: true })
  yield* Effect.timeoutOption(sendAll, half)
  const result: ChunkResult = { outcomes, rejection }
  return result
})

/** Returns the outcome of a delivery whose send failed with this error. `random` is from 0 to 1. */
const outcomeOf = (
  error: SendError,
  delivery: ClaimedDelivery,
  settings: DispatchSettings,
  random: number
): SendOutcome => {
  const { attempt, retries, uuid } = delivery
  switch (error.reason) {
    case "Undeliverable":
      return {
        _tag: "Undeliverable",
        uuid,
        attempt,
        reason: error.recipient ?? "undeliverable",
        error: detailOf(error)
      }
    case "OutcomeUnknown":
      return unknown(delivery, settings)
    case "Throttled":
      return { _tag: "Retry", uuid, attempt, delay: error.retryAfter ?? settings.retryAfter, counts: false }
    case "TemplateRejected":
    case "SenderRejected":
      return release(delivery)
    case "Transient":
      return retries < Math.min(settings.retries, error.retries ?? Infinity)
        ? { _tag: "Retry", uuid, attempt, delay: backoff(settings, retries, random), counts: true }
        : {
            _tag: "Undeliverable",
            uuid,
            attempt,
            reason: "retries_exhausted",
            error: `gave up after ${retries} retries: ${detailOf(error)}`
          }
  }
}

/** Returns the detail of an error: not empty, and without characters that a store cannot hold. */
const detailOf = ({ detail, reason }: SendError): string =>
  detail.trim() === "" ? `the channel says ${reason}` : toStorable(detail)

const backoff = (settings: DispatchSettings, retries: number, random: number): Duration.Duration =>
  Duration.times(settings.retryAfter, 2 ** retries * (1 + random / 2))

/** With `onUnknown: "wait"` only a receipt resolves it. Otherwise the channel is asked once the lease is over. */
const unknown = ({ attempt, uuid }: ClaimedDelivery, { lease, onUnknown }: DispatchSettings): SendOutcome => ({
  _tag: "Unknown",
  uuid,
  attempt,
  askAfter: onUnknown === "wait" ? null : lease
})

const release = ({ attempt, uuid }: ClaimedDelivery): SendOutcome => ({
  _tag: "Retry",
  uuid,
  attempt,
  delay: Duration.zero,
  counts: false
})

const messageTo = (broadcast: Broadcast, delivery: ClaimedDelivery): OutboundMessage => ({
  correlation: delivery.uuid,
  attempt: delivery.attempt,
  broadcast: broadcast.uuid,
  workspace: broadcast.workspaceUuid,
  from: broadcast.from,
  to: delivery.identifier,
  templateName: broadcast.templateName,
  locale: broadcast.locale,
  parameters: delivery.parameters
})
