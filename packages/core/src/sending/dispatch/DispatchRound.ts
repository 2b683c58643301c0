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

/** The state shared by the workers of a process. */
export interface DispatchProcess {
  readonly groups: FairSemaphore
  readonly records: SendRecords
  readonly limits: LimitedSenders
}

/** The context of a worker: its broadcast and the services for sending. */
export interface Work extends DispatchProcess {
  readonly ref: BroadcastRef
  readonly broadcast: Broadcast
  readonly channel: MessageChannel["Service"]
  /** The checks for each recipient before its send; null if no checks are needed. */
  readonly conditions: SendConditions | null
  /** Whether the broadcast's status reason says that its sender is waiting. */
  isLimited: boolean
}

/** The result of a round: nothing is due now, work is left, or work is left after a wait. */
type Round = "NothingDue" | "WorkLeft" | { readonly wait: Duration.Duration }

/** The deliveries of a round that are claimed but not sent, and the outcomes that aren't recorded. */
interface Unsettled {
  claimed: ReadonlyArray<ClaimedDelivery>
  outcomes: ReadonlyArray<SendOutcome>
  /** Whether any message was sent. */
  hasSent: boolean
}

/** The granted permits, and the end of the job in milliseconds of the steady clock. */
interface Allowance {
  readonly granted: number
  readonly end: number
}

/**
 * The longest wait of a job for permits, in milliseconds, unless the sender must wait longer. Shorter waits would give no
 * more permits per second and cost more claims.
 */
const longestWait = 250

/**
 * Returns how long to wait for permits: until the bucket is full, at most `longestWait`, but at least until the first
 * permit.
 */
const waitFor = ({ burst, perSecond }: SendRate, retryAfter: Duration.Duration): Duration.Duration =>
  Duration.max(retryAfter, Duration.millis(Math.min(longestWait, (1_000 * burst) / perSecond)))

/** Returns the name of a sender's token bucket. The name includes the channel, because channels may share numbers. */
export const bucketOf = ({ channelType, from }: Broadcast): string => `${channelType} ${from}`

/** Returns a key of the sender that is unique across workspaces. */
export const senderOf = (broadcast: Broadcast): string => `${broadcast.workspaceUuid} ${bucketOf(broadcast)}`

/** Takes permits from the sender's bucket, and sends that many messages. */
export const runRound = Effect.fnUntraced(function* (work: Work, end: number) {
  const { broadcast, ref } = work
  const deliveries = yield* DeliveryStore
  const { chunk, rate } = yield* DispatchSettings
  const { granted, retryAfter } = yield* deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
  const wait: Round = { wait: waitFor(rate, retryAfter) }
  return granted === 0 ? wait : yield* sendAndSettle(work, { granted, end })
})

/**
 * Sends in groups. Afterwards, even on failure, records the remaining outcomes and releases unsent claims. Recording and
 * releasing can't be interrupted.
 */
const sendAndSettle = Effect.fnUntraced(function* (work: Work, allowance: Allowance) {
  const { ref } = work
  const unsettled: Unsettled = { claimed: [], outcomes: [], hasSent: false }
  const sent = yield* Effect.exit(sendGroups(work, unsettled, allowance))
  const outcomes = [...unsettled.outcomes, ...unsettled.claimed.map(unbegun)]
  const reported = yield* Effect.retry(recordOutcomes(ref, outcomes), retrySchedule(yield* DispatchSettings))
  yield* reportSends(reported)
  if (Exit.isSuccess(sent)) return yield* obey(work, sent.value)
  // A failed claim is tried again later.
  if (!unsettled.hasSent) return yield* Effect.failCause(sent.cause)
  yield* Effect.logError("a step of dispatch failed", sent.cause).pipe(
    Effect.annotateLogs({ broadcast: ref.broadcast })
  )
  const left: Round = "WorkLeft"
  return left
}, Effect.uninterruptible)

/** Pauses the broadcast or empties its sender's bucket if the channel's errors require it. Returns the remaining work. */
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
 * Returns the remaining work after a claim. Sets the next check of a broadcast with waiting retries, and completes a
 * broadcast without unfinished deliveries.
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
 * Sends in groups until no delivery can be claimed, the broadcast or its sender must wait, or the process stops. Each group
 * is marked in the same step that records the outcomes of the previous group. `unsettled` always holds the unrecorded
 * outcomes and the claims whose send has not begun.
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
    // Null conditions are read again before each group, because an import may have added the workspace's first opt-out.
    const conditions = work.conditions ?? (yield* conditionsOf(broadcast))
    const step = yield* dispatchStep(ref, { ...unsettled, claim: granted, group: concurrency, lease, conditions })
    unsettled.outcomes = step.keptBack
    unsettled.claimed = step.claimed
    unusedPermits += step.keptBack.length
    // Marked deliveries are sent before opt-outs are reported.
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
    // If store and channel respond at once, only this yield lets other fibers run.
    yield* Effect.yieldNow
    if (unsettled.claimed.length > 0) continue
    if ((yield* steadyMillis) >= end) break
    const tookWholeChunk = granted === chunk
    granted = unusedPermits > 0 ? unusedPermits : tookWholeChunk ? yield* takePermits(work) : 0
    unusedPermits = 0
  }
  return { verdict, nothing, hasAccepted }
})

/** Sends marked deliveries, and adds their outcomes to the unsettled outcomes. */
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

/** Takes permits for another chunk. Returns 0 if the store does not respond; the next round tries again. */
const takePermits = Effect.fnUntraced(function* ({ broadcast, ref }: Work) {
  const deliveries = yield* DeliveryStore
  const { chunk, rate } = yield* DispatchSettings
  const permits = deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
  return yield* Effect.match(permits, { onFailure: () => 0, onSuccess: ({ granted }) => granted })
})

/** Returns whether the broadcast or its sender must stop. */
const stops = ({ hold, pause }: Verdict): boolean => pause !== null || hold !== null

/** Whether the fiber has a pending interruption. */
const isInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** Returns the response deadline of a group marked now, in milliseconds of the steady clock. */
const deadlineOf = (lease: Duration.Duration) => Effect.map(steadyMillis, (now) => now + Duration.toMillis(lease) / 2)

/**
 * Reports the opt-outs in the channel's send responses. The channel doesn't repeat them, so the report is retried for as
 * long as recording outcomes.
 */
const reportSends = Effect.fnUntraced(function* (reported: Reported) {
  const { report } = yield* HeldOptOuts
  yield* Effect.retry(report(reported, "sends"), retrySchedule(yield* DispatchSettings))
})

/** Warns of sends with lost responses, which aren't sent again. */
const warnOfUnknown = ({ broadcast }: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) => {
  const unknown = outcomes.filter(({ _tag }) => _tag === "Unknown").length
  return unknown === 0
    ? Effect.void
    : Effect.logWarning("the channel did not say whether it accepted messages").pipe(
        Effect.annotateLogs({ broadcast, messages: unknown })
      )
}

/**
 * The retries for recording outcomes while the store does not respond. They last as long as the lease; after that, the
 * deliveries are `unknown`, and the channel or a receipt resolves them.
 */
const retrySchedule = ({ lease }: DispatchSettings) =>
  Schedule.upTo(Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("2 seconds")]), { duration: lease })
