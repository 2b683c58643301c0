import { Clock, DateTime, Duration, Effect, Option, Schedule } from "effect"
import { type Broadcast, neverSent } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { CurrentDispatchSettings } from "./DispatchSettings.ts"
import type { BroadcastRef, ClaimedRecipient, HandOverOutcome, SendRate } from "./Send.ts"
import { handOverChunk } from "./SendStep.ts"

/**
 * The longest that a job waits for a sender that has no hand-over left, in milliseconds. Then it makes room: others send
 * from other senders, and must not wait until this one is through with everything.
 */
const waitsAtMost = 100

/** A wait in which something gathers, and which does not let the bucket overflow. */
const waitFor = ({ burst, perSecond }: SendRate, retryAfter: Duration.Duration): Duration.Duration =>
  Duration.millis(Math.min(waitsAtMost, Math.max(Duration.toMillis(retryAfter), (1_000 * burst) / perSecond)))

/**
 * Works on one broadcast until nothing can be claimed or its time is up. Any number of lanes may run on one broadcast:
 * each claim takes recipients that no other has, and re-checks that the broadcast may still send. It leaves nothing to do
 * for now (`idle`), or `more` than it had time, or its sender hand-overs, for.
 */
export const runLane = Effect.fn("Dispatcher.runLane")(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  const settings = yield* CurrentDispatchSettings
  const found = yield* store.find(ref.workspace, ref.broadcast)
  if (Option.isNone(found) || found.value.status !== "sending") return "idle"
  const broadcast = found.value
  yield* store.lookAgain(ref, settings.lookAgainAfter)
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(settings.jobTime)
  while ((yield* Clock.currentTimeMillis) < end) {
    const { granted, retryAfter } = yield* store.takeSendSlots(
      ref.workspace,
      broadcast.from,
      settings.chunk,
      settings.rate
    )
    if (granted === 0) {
      yield* Effect.sleep(waitFor(settings.rate, retryAfter))
      return "more"
    }
    const step = yield* runStep(ref, broadcast, granted)
    if (step === "idle") return "idle"
    if (granted < settings.chunk) return "more"
  }
  return "more"
})

/** Claims, hands over and records once. It is not interrupted in between: what was begun is written down. */
const runStep = Effect.fnUntraced(function* (ref: BroadcastRef, broadcast: Broadcast, limit: number) {
  const store = yield* BroadcastStore
  const settings = yield* CurrentDispatchSettings
  const claim = yield* store.claim(ref, { limit, lease: settings.lease })
  switch (claim._tag) {
    case "Claimed":
      return yield* workOff(ref, broadcast, claim.recipients)
    case "Waiting":
      yield* store.lookAgain(ref, DateTime.distance(yield* store.now, claim.until))
      return "idle"
    case "Drained":
      yield* store.completeIfDone(ref)
      return "idle"
    case "Stopped":
      return "idle"
  }
}, Effect.uninterruptible)

const workOff = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  broadcast: Broadcast,
  recipients: ReadonlyArray<ClaimedRecipient>
) {
  const store = yield* BroadcastStore
  const settings = yield* CurrentDispatchSettings
  const { outcomes, trouble } = yield* handOverChunk(broadcast, recipients, settings)
  yield* record(ref, outcomes)
  if (trouble === null) return "more"
  yield* store.move(ref, "paused", { reason: trouble, pendingError: neverSent("paused") })
  yield* Effect.logWarning("broadcast paused").pipe(Effect.annotateLogs({ broadcast: ref.broadcast, reason: trouble }))
  return "idle"
})

/**
 * Outcomes are known and must not get lost, so a store that does not answer is asked again for as long as the lease
 * lasts. After that the recipients are `unknown`, and the channel's record or a receipt tells.
 */
const record = Effect.fnUntraced(function* (ref: BroadcastRef, outcomes: ReadonlyArray<HandOverOutcome>) {
  const store = yield* BroadcastStore
  const { lease } = yield* CurrentDispatchSettings
  const patience = Schedule.min([Schedule.exponential("50 millis"), Schedule.spaced("2 seconds")]).pipe(
    Schedule.upTo({ duration: lease })
  )
  yield* Effect.retry(store.recordOutcomes(ref, outcomes, neverSent), patience)
})
