import { DateTime, Duration, Effect, Exit, Metric, Option, Schedule } from "effect"
import { type Broadcast, type BroadcastRef, refOf } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { Channels } from "../channels/Channels.ts"
import type { MessageChannel } from "../channels/MessageChannel.ts"
import { metrics } from "../../operations/observability/Metrics.ts"
import { inTraceOf } from "../../operations/observability/Traces.ts"
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
import { Transaction } from "../../shared/Transaction.ts"
import { categoryOf } from "../templates/Template.ts"
import type { FoundTemplate, TemplateCatalog } from "../templates/TemplateCatalog.ts"
import { isSendable } from "../templates/TemplateParameters.ts"
import type { FairSemaphore } from "../../operations/background/FairSemaphore.ts"
import { type LimitedSenders, setLimit } from "./sending/LimitedSenders.ts"
import { isLimitReason } from "../channels/PauseReason.ts"
import { sendGroup } from "./sending/SendGroup.ts"
import { conditionsOf, type SendConditions } from "./sending/SendConditions.ts"
import type { SendRecords } from "./sending/SendRecords.ts"
import { unbegun, verdictOf } from "./sending/SendVerdict.ts"

/**
 * The longest that a job waits for permits while it stays, in milliseconds, if the sender has not to wait for longer. A
 * shorter wait gives no more permits a second, and costs more claims.
 */
const longestPause = 250

/**
 * Returns how long to wait for the next permits: until the bucket is full or `longestPause`, but not less than until the
 * first one.
 */
const pauseFor = ({ burst, perSecond }: SendRate, retryAfter: Duration.Duration): Duration.Duration =>
  Duration.max(retryAfter, Duration.millis(Math.min(longestPause, (1_000 * burst) / perSecond)))

/** What the workers of a process share. */
export interface DispatchProcess {
  readonly groups: FairSemaphore
  readonly records: SendRecords
  readonly limits: LimitedSenders
}

/** What a worker works on, and with. */
interface Work extends DispatchProcess {
  readonly ref: BroadcastRef
  readonly broadcast: Broadcast
  readonly channel: MessageChannel["Service"]
  /** What is asked of each recipient before its send begins; null for nothing. */
  readonly conditions: SendConditions | null
  /** Whether the broadcast says that its sender waits. */
  isLimited: boolean
}

/** How a round of work ended: nothing to do for now, more to do at once, or more to do after a time. */
type Round = "idle" | "more" | { readonly after: Duration.Duration }

const idle: Round = "idle"
const more: Round = "more"

/**
 * Sends one broadcast until no delivery can be claimed or `jobTime` is over. Any number of workers may run on one broadcast:
 * each claim takes deliveries that no other has, and checks that the broadcast may still send. The worker holds a permit
 * of `groups` while it claims and sends, and none while it waits for the rate of the sender. A broadcast whose channel
 * this process does not have is paused. Returns `idle` if there is nothing to do for now, `more` if the time was over.
 */
export const runWorker = (ref: BroadcastRef, process: DispatchProcess) =>
  workOn(ref, process).pipe(
    inTraceOf({ kind: "broadcast", workspace: ref.workspace, uuid: ref.broadcast }, "Dispatcher.runWorker", {
      kind: "consumer"
    })
  )

const workOn = Effect.fnUntraced(function* (ref: BroadcastRef, process: DispatchProcess) {
  const broadcasts = yield* BroadcastStore
  const settings = yield* DispatchSettings
  const channels = yield* Channels
  const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
  if (Option.isNone(found) || found.value.status !== "sending") return "idle"
  const registered = channels.find(found.value.channelType)
  if (Option.isNone(registered)) {
    yield* pauseBroadcast(ref, `the channel ${JSON.stringify(found.value.channelType)} is not registered`)
    return "idle"
  }
  const { channel, templates } = registered.value
  const broadcast = yield* inPresentCategory(found.value, templates)
  const conditions = yield* conditionsOf(broadcast)
  const isLimited = isLimitReason(broadcast.statusReason)
  const work: Work = { ...process, ref, broadcast, channel, conditions, isLimited }
  const hasQuietHours = conditions !== null && conditions.limits.quietHours !== null
  const waiting = hasQuietHours ? yield* nothingDue(ref) : null
  if (waiting !== null) return yield* afterClaim(ref, waiting)
  const sender = bucketOf(broadcast)
  const holder = [ref.workspace, sender]
  yield* broadcasts.update(ref, { nextCheckAfter: settings.nextCheckAfter })
  // A clock that is set back would let sends start after their lease.
  const end = (yield* steadyMillis) + Duration.toMillis(settings.jobTime)
  while ((yield* steadyMillis) < end) {
    const round: Round = yield* process.groups.withPermit(holder, runRound(work, end))
    if (round === "idle") return "idle"
    if (round === "more") continue
    const waits = process.limits.reasonFor(keyOf(broadcast), round.after, settings.rate, yield* steadyMillis)
    if (waits !== null) {
      yield* setLimit(ref, waits, settings.nextCheckAfter)
      work.isLimited = true
    }
    if (Duration.isGreaterThan(round.after, settings.jobTime)) {
      yield* broadcasts.update(ref, { nextCheckAfter: round.after })
      return "idle"
    }
    yield* Effect.sleep(round.after)
    yield* Metric.update(metrics.rateWaits.of(broadcast.channelType), Duration.toSeconds(round.after))
  }
  return "more"
})

/**
 * Takes permits from the bucket of the sender, and sends as many messages; with a whole chunk granted, it takes the
 * next.
 */
const runRound = Effect.fnUntraced(function* (work: Work, end: number) {
  const { broadcast, ref } = work
  const deliveries = yield* DeliveryStore
  const { chunk, rate } = yield* DispatchSettings
  const permits = yield* deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate)
  const { granted, retryAfter } = permits
  const wait: Round = { after: pauseFor(rate, retryAfter) }
  return granted === 0 ? wait : yield* runSteps(work, { granted, end })
})

/**
 * Returns that every pending delivery waits, if that is so. A job asks for it before it takes permits, which its sender has
 * for other broadcasts in the hours in which recipients of this one are not sent to.
 */
const nothingDue = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const { claim } = yield* DeliveryStore
  const { lock, run } = yield* Transaction
  const { now } = yield* BroadcastStore
  const { lease } = yield* DispatchSettings
  const nothing = { limit: 0, begin: 0, lease, waits: true }
  const found = yield* run(Effect.andThen(lock([broadcastLock(ref)], "shared"), claim(ref, nothing)))
  return found._tag === "Waiting" && DateTime.isGreaterThan(found.until, yield* now) ? found : null
})

/** The broadcast with the category that its template has now: the platform may have changed it since acceptance. */
const inPresentCategory = Effect.fnUntraced(function* (broadcast: Broadcast, { find }: TemplateCatalog["Service"]) {
  const { from, locale, templateName: name, workspaceUuid } = broadcast
  // A catalogue that doesn't answer stops no broadcast: the category that was known still counts.
  const found = yield* Effect.catch(find(workspaceUuid, { name, locale, from }), (error) =>
    Effect.as(
      Effect.logWarning("the category of a template could not be read again", error).pipe(
        Effect.annotateLogs({ broadcast: broadcast.uuid })
      ),
      Option.none<FoundTemplate>()
    )
  )
  if (Option.isNone(found) || !isSendable(found.value)) return broadcast
  const category = categoryOf(found.value.template)
  if (category === broadcast.category) return broadcast
  const { nextCheckAfter } = yield* DispatchSettings
  yield* BroadcastStore.use((store) => store.update(refOf(broadcast), { category, nextCheckAfter }))
  return { ...broadcast, category }
})

/** The name of the token bucket of a sender. The same number is another sender in another channel. */
export const bucketOf = ({ channelType, from }: Broadcast): string => `${channelType} ${from}`

/** A sender among those of all workspaces. */
const keyOf = (broadcast: Broadcast): string => `${broadcast.workspaceUuid} ${bucketOf(broadcast)}`

/** Whether the fiber is to be interrupted as soon as it can be. */
const isInterrupted = Effect.map(Effect.exit(Effect.interruptible(Effect.void)), Exit.isFailure)

/** The deliveries that a worker has claimed and not sent, and the outcomes that it has not recorded. */
interface Hand {
  claimed: ReadonlyArray<ClaimedDelivery>
  outcomes: ReadonlyArray<SendOutcome>
  /** Whether anything was sent. */
  hasBegun: boolean
}

/** The permits that were granted, and when the job ends, in milliseconds of the steady clock. */
interface Allowance {
  readonly granted: number
  readonly end: number
}

/** When a group that is marked now must have its responses, in milliseconds of the steady clock. */
const deadlineOf = (lease: Duration.Duration) => Effect.map(steadyMillis, (now) => now + Duration.toMillis(lease) / 2)

/**
 * Runs `sendGroups`. However that ends, it then records the outcomes that are left, and releases what is claimed and not
 * sent, before it can be interrupted. Pauses the broadcast, or empties the bucket of its sender, where errors of the channel
 * demand it.
 */
const runSteps = Effect.fnUntraced(function* (work: Work, allowance: Allowance) {
  const { broadcast, limits, ref } = work
  const deliveries = yield* DeliveryStore
  const settings = yield* DispatchSettings
  const hand: Hand = { claimed: [], outcomes: [], hasBegun: false }
  const sent = yield* Effect.exit(sendGroups(work, hand, allowance))
  const rest = [...hand.outcomes, ...hand.claimed.map(unbegun)]
  const reported = yield* Effect.retry(recordOutcomes(ref, rest), retrySchedule(settings))
  yield* reportSends(reported)
  if (Exit.isFailure(sent)) {
    // What cannot be claimed is tried again later.
    if (!hand.hasBegun) return yield* Effect.failCause(sent.cause)
    yield* Effect.logError("a step of dispatch failed", sent.cause).pipe(
      Effect.annotateLogs({ broadcast: ref.broadcast })
    )
    return more
  }
  const { hasAccepted, nothing, verdict } = sent.value
  const { hold, pause } = verdict
  if (hasAccepted) {
    limits.end(keyOf(broadcast))
    if (work.isLimited) yield* setLimit(ref, null, settings.nextCheckAfter)
    work.isLimited = false
  }
  if (hold !== null) {
    limits.hold(keyOf(broadcast), hold, yield* steadyMillis)
    yield* deliveries.holdPermits(ref.workspace, bucketOf(broadcast), hold.wait, settings.rate)
  }
  if (pause === null) return yield* afterClaim(ref, nothing)
  yield* pauseBroadcast(ref, pause)
  return idle
}, Effect.uninterruptible)

/**
 * Returns what is left to do after a claim: `more` unless it found nothing. Sets the next check of a broadcast whose retries
 * wait, and completes one without unfinished deliveries.
 */
const afterClaim = Effect.fnUntraced(function* (ref: BroadcastRef, nothing: NothingClaimed | null) {
  const broadcasts = yield* BroadcastStore
  switch (nothing?._tag) {
    case undefined:
    case "NoneFree":
      return more
    case "Waiting":
      yield* broadcasts.update(ref, { nextCheckAfter: DateTime.distance(yield* broadcasts.now, nothing.until) })
      return idle
    case "Drained":
      yield* completeBroadcast(ref)
      return idle
    case "Stopped":
      return idle
  }
})

/**
 * Sends in groups until nothing more can be claimed, the broadcast or its sender has to wait, or the process stops. Each
 * group is marked in the step that records the outcomes of the one before. `hand` is what is not recorded or not begun at
 * each moment.
 */
const sendGroups = Effect.fnUntraced(function* (work: Work, hand: Hand, { end, ...allowance }: Allowance) {
  const { broadcast, channel, records, ref } = work
  const deliveries = yield* DeliveryStore
  const settings = yield* DispatchSettings
  const { chunk, concurrency, lease, rate } = settings
  // If the store does not respond, none: the next round asks again.
  const permits = deliveries.takePermits(ref.workspace, bucketOf(broadcast), chunk, rate).pipe(
    Effect.map(({ granted }) => granted),
    Effect.catch(() => Effect.succeed(0))
  )
  let { granted } = allowance
  let verdict = verdictOf([], settings)
  let nothing: NothingClaimed | null = null
  let hasAccepted = false
  /** Permits for deliveries that were kept back. */
  let spared = 0
  while (granted > 0) {
    const deadline = yield* deadlineOf(lease)
    // Of nothing to ask it is made sure before each group: an import may have brought the first opt-out of the workspace.
    const conditions = work.conditions ?? (yield* conditionsOf(broadcast))
    const step = yield* dispatchStep(ref, { ...hand, claim: granted, group: concurrency, lease, conditions })
    hand.outcomes = step.keptBack
    spared += step.keptBack.length
    hand.claimed = step.claimed
    // What has begun is sent first: nothing may come in between.
    const hasBegun = step.begun.length > 0
    if (!hasBegun) yield* reportSends(step.reported)
    if (hasOptOuts(step.reported)) {
      if (yield* isInterrupted) break
      continue
    }
    nothing = step.nothing
    if (step.begun.length === 0 && step.keptBack.length === 0) break
    if (hasBegun) {
      hand.hasBegun = true
      const judged = yield* records.judge(
        broadcast,
        yield* sendGroup(broadcast, channel, step.begun, { conditions, deadline })
      )
      hand.outcomes = [...step.keptBack, ...judged.outcomes]
      yield* reportSends(step.reported)
      verdict = judged.verdict
      yield* warnOfUnknown(ref, judged.outcomes)
      hasAccepted ||= judged.outcomes.some(({ _tag }) => _tag === "Accepted")
    }
    if (verdict.pause !== null || verdict.hold !== null || (yield* isInterrupted)) break
    // Where store and channel respond at once nothing else would let others have their turn.
    yield* Effect.yieldNow
    if (hand.claimed.length > 0) continue
    const isOver = (yield* steadyMillis) >= end
    if (spared > 0) granted = isOver ? 0 : spared
    else granted = granted === chunk && !isOver ? yield* permits : 0
    spared = 0
  }
  return { verdict, nothing, hasAccepted }
})

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
