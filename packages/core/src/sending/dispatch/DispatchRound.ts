import { DateTime, Duration, Effect, Exit, Schedule } from "effect"
import type { Broadcast, BroadcastRef } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import type { MessageChannel } from "../channels/MessageChannel.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import type { SendOutcome } from "../delivery/Delivery.ts"
import { recordOutcomes } from "../delivery/RecordOutcomes.ts"
import { type ClaimedDelivery, DeliveryStore } from "../delivery/DeliveryStore.ts"
import { pauseBroadcast } from "../delivery/PauseBroadcast.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { completeBroadcast } from "./CompleteBroadcast.ts"
import { dispatchStep, type NothingClaimed } from "./DispatchStep.ts"
import { HeldOptOuts, hasOptOuts, type Reported } from "../delivery/HeldOptOuts.ts"
import type { SendRate } from "../delivery/RateLimit.ts"
import type { FairSemaphore } from "../../operations/background/FairSemaphore.ts"
import { type LimitedSenders, setLimit } from "./sending/LimitedSenders.ts"
import { sendGroup } from "./sending/SendGroup.ts"
import { conditionsOf, type SendConditions } from "./sending/SendConditions.ts"
import type { SendRecords } from "./sending/SendRecords.ts"
import { unbegun, type Verdict, verdictOf } from "./sending/SendVerdict.ts"

/** What the workers of a process share. */
export interface DispatchProcess {
  readonly groups: FairSemaphore
  readonly records: SendRecords
  readonly limits: LimitedSenders
}

/** What a worker works on, and with. */
export interface Work extends DispatchProcess {
  readonly ref: BroadcastRef
  readonly broadcast: Broadcast
  readonly channel: MessageChannel["Service"]
  /** What is checked for each recipient before its send begins; null for nothing. */
  readonly conditions: SendConditions | null
  /** Whether the broadcast says that its sender waits. */
  isLimited: boolean
}

/** How a round ended: nothing is due for now, work is left, or work is left that has to wait. */
type Round = "NothingDue" | "WorkLeft" | { readonly wait: Duration.Duration }

/** The deliveries that a round has claimed and not sent, and the outcomes that it has not recorded. */
interface Unsettled {
  claimed: ReadonlyArray<ClaimedDelivery>
  outcomes: ReadonlyArray<SendOutcome>
  /** Whether anything was sent. */
  hasSent: boolean
}

/** The permits that were granted, and when the job ends, in milliseconds of the steady clock. */
interface Allowance {
  readonly granted: number
  readonly end: number
}

/**
 * The longest that a job waits for permits while it stays, in milliseconds, if the sender has not to wait for longer. A
 * shorter wait gives no more permits a second, and costs more claims.
 */
const longestWait = 250

/** How long to wait for permits: until the bucket is full or `longestWait`, but not less than until the first one. */
const waitFor = ({ burst, perSecond }: SendRate, retryAfter: Duration.Duration): Duration.Duration =>
  Duration.max(retryAfter, Duration.millis(Math.min(longestWait, (1_000 * burst) / perSecond)))

/** The name of the token bucket of a sender. The same number is another sender in another channel. */
export const bucketOf = ({ channelType, from }: Broadcast): string => `${channelType} ${from}`

/** A sender among those of all workspaces. */
export const senderOf = (broadcast: Broadcast): string => `${broadcast.workspaceUuid} ${bucketOf(broadcast)}`

/** Takes permits from the bucket of the sender, and sends as many messages. */
export const runRound = Effect.fnUntraced(function* (work: Work, end: number) {
  const { broadcast, ref } = work
  const deliveries = yield* DeliveryStore
  const { chunk, rate } = yield* DispatchSettings
  const { granted, retryAfter } = yield* deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
  const wait: Round = { wait: waitFor(rate, retryAfter) }
  return granted === 0 ? wait : yield* sendAndSettle(work, { granted, end })
})

/**
 * Sends in groups. However that ends, it then records the outcomes that are left, and releases what is claimed and not
 * sent, before it can be interrupted.
 */
const sendAndSettle = Effect.fnUntraced(function* (work: Work, allowance: Allowance) {
  const { ref } = work
  const unsettled: Unsettled = { claimed: [], outcomes: [], hasSent: false }
  const sent = yield* Effect.exit(sendGroups(work, unsettled, allowance))
  const outcomes = [...unsettled.outcomes, ...unsettled.claimed.map(unbegun)]
  const reported = yield* Effect.retry(recordOutcomes(ref, outcomes), retrySchedule(yield* DispatchSettings))
  yield* reportSends(reported)
  if (Exit.isSuccess(sent)) return yield* obey(work, sent.value)
  // What cannot be claimed is tried again later.
  if (!unsettled.hasSent) return yield* Effect.failCause(sent.cause)
  yield* Effect.logError("a step of dispatch failed", sent.cause).pipe(
    Effect.annotateLogs({ broadcast: ref.broadcast })
  )
  const left: Round = "WorkLeft"
  return left
}, Effect.uninterruptible)

/** Pauses the broadcast or empties the bucket of its sender, if errors of the channel demand it, and returns what is left. */
const obey = Effect.fnUntraced(function* (
  work: Work,
  { hasAccepted, nothing, verdict: { hold, pause } }: Effect.Success<ReturnType<typeof sendGroups>>
) {
  const { broadcast, limits, ref } = work
  const deliveries = yield* DeliveryStore
  const { nextCheckAfter, rate } = yield* DispatchSettings
  if (hasAccepted) {
    limits.end(senderOf(broadcast))
    if (work.isLimited) yield* setLimit(ref, null, nextCheckAfter)
    work.isLimited = false
  }
  if (hold !== null) {
    limits.hold(senderOf(broadcast), hold, yield* steadyMillis)
    yield* deliveries.holdPermits(ref.workspace, bucketOf(broadcast), hold.wait, rate)
  }
  if (pause === null) return yield* afterClaim(ref, nothing)
  yield* pauseBroadcast(ref, pause)
  const paused: Round = "NothingDue"
  return paused
})

/**
 * Returns what is left to do after a claim. Sets the next check of a broadcast whose retries wait, and completes one without
 * unfinished deliveries.
 */
export const afterClaim = Effect.fnUntraced(function* (ref: BroadcastRef, nothing: NothingClaimed | null) {
  const broadcasts = yield* BroadcastStore
  if (nothing === null || nothing._tag === "NoneFree") return "WorkLeft"
  if (nothing._tag === "Waiting")
    yield* broadcasts.update(ref, { nextCheckAfter: DateTime.distance(yield* broadcasts.now, nothing.until) })
  if (nothing._tag === "Drained") yield* completeBroadcast(ref)
  return "NothingDue"
})

/**
 * Sends in groups until nothing more can be claimed, the broadcast or its sender has to wait, or the process stops. Each
 * group is marked in the step that records the outcomes of the one before. `unsettled` is what is not recorded or not begun
 * at each moment.
 */
const sendGroups = Effect.fnUntraced(function* (work: Work, unsettled: Unsettled, { end, ...allowance }: Allowance) {
  const { broadcast, ref } = work
  const settings = yield* DispatchSettings
  const { chunk, concurrency, lease } = settings
  let granted = allowance.granted
  let unusedPermits = 0
  let verdict = verdictOf([], settings)
  let nothing: NothingClaimed | null = null
  let hasAccepted = false
  while (granted > 0) {
    const deadline = yield* deadlineOf(lease)
    // Checked before each group if there are none: an import may have brought the first opt-out of the workspace.
    const conditions = work.conditions ?? (yield* conditionsOf(broadcast))
    const step = yield* dispatchStep(ref, { ...unsettled, claim: granted, group: concurrency, lease, conditions })
    unsettled.outcomes = step.keptBack
    unsettled.claimed = step.claimed
    unusedPermits += step.keptBack.length
    // What has begun is sent first: nothing may come in between.
    const hasBegun = step.begun.length > 0
    if (!hasBegun) yield* reportSends(step.reported)
    if (hasOptOuts(step.reported)) {
      if (yield* isInterrupted) break
      continue
    }
    nothing = step.nothing
    if (!hasBegun && step.keptBack.length === 0) break
    if (hasBegun) {
      const sent = yield* sendBegun(work, unsettled, step.begun, { conditions, deadline })
      verdict = sent.verdict
      hasAccepted ||= sent.hasAccepted
      yield* reportSends(step.reported)
    }
    if (stops(verdict) || (yield* isInterrupted)) break
    // Where store and channel respond at once nothing else would let others have their turn.
    yield* Effect.yieldNow
    if (unsettled.claimed.length > 0) continue
    if ((yield* steadyMillis) >= end) break
    const tookWholeChunk = granted === chunk
    granted = unusedPermits > 0 ? unusedPermits : tookWholeChunk ? yield* takePermits(work) : 0
    unusedPermits = 0
  }
  return { verdict, nothing, hasAccepted }
})

/** Sends marked deliveries, and keeps their outcomes with the unsettled ones. */
const sendBegun = Effect.fnUntraced(function* (
  { broadcast, channel, records, ref }: Work,
  unsettled: Unsettled,
  begun: ReadonlyArray<ClaimedDelivery>,
  options: Parameters<typeof sendGroup>[3]
) {
  unsettled.hasSent = true
  const { outcomes, verdict } = yield* records.judge(broadcast, yield* sendGroup(broadcast, channel, begun, options))
  unsettled.outcomes = [...unsettled.outcomes, ...outcomes]
  yield* warnOfUnknown(ref, outcomes)
  return { verdict, hasAccepted: outcomes.some(({ _tag }) => _tag === "Accepted") }
})

/** Takes permits for another chunk. If the store does not respond, none: the next round asks again. */
const takePermits = Effect.fnUntraced(function* ({ broadcast, ref }: Work) {
  const deliveries = yield* DeliveryStore
  const { chunk, rate } = yield* DispatchSettings
  const permits = deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
  return yield* Effect.match(permits, { onFailure: () => 0, onSuccess: ({ granted }) => granted })
})

/** Whether the broadcast or its sender has to stop. */
const stops = ({ hold, pause }: Verdict): boolean => pause !== null || hold !== null

/** Whether the fiber is to be interrupted as soon as it can be. */
const isInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** When a group that is marked now must have its responses, in milliseconds of the steady clock. */
const deadlineOf = (lease: Duration.Duration) => Effect.map(steadyMillis, (now) => now + Duration.toMillis(lease) / 2)

/** Reports what the channel said of opt-outs in its answers, which nothing repeats: it is tried as long as recording outcomes is. */
const reportSends = Effect.fnUntraced(function* (reported: Reported) {
  const { report } = yield* HeldOptOuts
  yield* Effect.retry(report(reported, "sends"), retrySchedule(yield* DispatchSettings))
})

/** Warns of sends whose answers were lost: nobody sends them again. */
const warnOfUnknown = ({ broadcast }: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) => {
  const unknown = outcomes.filter(({ _tag }) => _tag === "Unknown").length
  return unknown === 0
    ? Effect.void
    : Effect.logWarning("the channel did not say whether it accepted messages").pipe(
        Effect.annotateLogs({ broadcast, messages: unknown })
      )
}

/**
 * Records outcomes, and retries for as long as the lease lasts if the store does not respond. After that the deliveries
 * are `unknown`, and the channel or a receipt resolves them.
 */
const retrySchedule = ({ lease }: DispatchSettings) =>
  Schedule.upTo(Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("2 seconds")]), { duration: lease })
