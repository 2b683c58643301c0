import { DateTime, Duration, Effect, Metric, Option } from "effect"
import { type Broadcast, type BroadcastRef, refOf } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { Channels } from "../channels/Channels.ts"
import { metrics } from "../../operations/observability/Metrics.ts"
import { inTraceOf } from "../../operations/observability/Traces.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"
import { pauseBroadcast } from "../delivery/PauseBroadcast.ts"
import { DispatchSettings } from "./DispatchSettings.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { categoryOf } from "../templates/Template.ts"
import type { FoundTemplate, TemplateCatalog } from "../templates/TemplateCatalog.ts"
import { isSendable } from "../templates/TemplateParameters.ts"
import { setLimit } from "./sending/LimitedSenders.ts"
import { isLimitReason } from "../channels/PauseReason.ts"
import { conditionsOf } from "./sending/SendConditions.ts"
import { afterClaim, bucketOf, type DispatchProcess, runRound, senderOf, type Work } from "./DispatchRound.ts"

/**
 * Sends one broadcast until no delivery can be claimed or `jobTime` is over. Any number of workers can run on one
 * broadcast: each claim takes distinct deliveries, and checks that the broadcast may still send. The worker holds a permit
 * of `groups` while it claims and sends, but not while it waits for the sender's rate. Pauses the broadcast if this process
 * does not have its channel. Returns `NothingDue` if nothing is due now, and `TimeOver` otherwise.
 */
export const runWorker = (ref: BroadcastRef, process: DispatchProcess) =>
  workOn(ref, process).pipe(
    inTraceOf({ kind: "broadcast", workspace: ref.workspace, uuid: ref.broadcast }, "Dispatcher.runWorker", {
      kind: "consumer"
    })
  )

const workOn = Effect.fnUntraced(function* (ref: BroadcastRef, process: DispatchProcess) {
  const work = yield* prepare(ref, process)
  if (work === null) return "NothingDue"
  const hasQuietHours = work.conditions !== null && work.conditions.limits.quietHours !== null
  const waiting = hasQuietHours ? yield* nothingDue(ref) : null
  if (waiting === null) return yield* runRounds(work)
  yield* afterClaim(ref, waiting)
  return "NothingDue"
})

/**
 * Returns a worker's context for a broadcast; null if the broadcast is not being sent or its channel is not registered.
 * Pauses a broadcast without a registered channel.
 */
const prepare = Effect.fnUntraced(function* (ref: BroadcastRef, process: DispatchProcess) {
  const broadcasts = yield* BroadcastStore
  const channels = yield* Channels
  const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
  if (Option.isNone(found) || found.value.status !== "sending") return null
  const registered = channels.find(found.value.channelType)
  if (Option.isNone(registered)) {
    yield* pauseBroadcast(ref, `the channel ${JSON.stringify(found.value.channelType)} is not registered`)
    return null
  }
  const { channel, templates } = registered.value
  const broadcast = yield* inPresentCategory(found.value, templates)
  const conditions = yield* conditionsOf(broadcast)
  const work: Work = {
    ...process,
    ref,
    broadcast,
    channel,
    conditions,
    isLimited: isLimitReason(broadcast.statusReason)
  }
  return work
})

/** Runs rounds until nothing is due or the job's time is over, and waits for the sender between rounds. */
const runRounds = Effect.fnUntraced(function* (work: Work) {
  const { broadcast, groups, ref } = work
  const broadcasts = yield* BroadcastStore
  const { jobTime, nextCheckAfter } = yield* DispatchSettings
  const holder = [ref.workspace, bucketOf(broadcast)]
  yield* broadcasts.update(ref, { nextCheckAfter })
  // Uses the steady clock, because a clock set back would let sends start after their lease.
  const end = (yield* steadyMillis) + Duration.toMillis(jobTime)
  while ((yield* steadyMillis) < end) {
    const round = yield* groups.withPermit(holder, runRound(work, end))
    if (round === "NothingDue") return round
    if (round === "WorkLeft") continue
    yield* showLimit(work, round.wait)
    if (Duration.isGreaterThan(round.wait, jobTime)) {
      yield* broadcasts.update(ref, { nextCheckAfter: round.wait })
      return "NothingDue"
    }
    yield* Effect.sleep(round.wait)
    yield* Metric.update(metrics.rateWaits.of(broadcast.channelType), Duration.toSeconds(round.wait))
  }
  return "TimeOver"
})

/** Sets the status reason if the sender must wait for longer than its rate explains. */
const showLimit = Effect.fnUntraced(function* (work: Work, wait: Duration.Duration) {
  const { nextCheckAfter, rate } = yield* DispatchSettings
  const reason = work.limits.reasonFor(senderOf(work.broadcast), wait, rate, yield* steadyMillis)
  if (reason === null) return
  yield* setLimit(work.ref, reason, nextCheckAfter)
  work.isLimited = true
})

/**
 * Returns the wait of a broadcast if every pending delivery is waiting; null otherwise. A worker checks the wait before it
 * takes permits, so that a broadcast in quiet hours takes no permits from its sender's other broadcasts.
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

/** Returns the broadcast with its template's current category, which the platform may have changed since acceptance. */
const inPresentCategory = Effect.fnUntraced(function* (broadcast: Broadcast, { find }: TemplateCatalog["Service"]) {
  const { from, locale, templateName: name, workspaceUuid } = broadcast
  // If the catalogue doesn't respond, the broadcast continues with the known category.
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
