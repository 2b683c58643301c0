import { type DateTime, Duration, Effect, Fiber, Option, Result } from "effect"
import { EventSettings } from "../../../events/events/EventSettings.ts"
import { EventStore } from "../../../events/events/EventStore.ts"
import { nameEvent, type NewEvent } from "../../../events/events/RollcallEvent.ts"
import { keepTrace } from "../../../operations/observability/Traces.ts"
import { optOutLock } from "../../../people/opt-outs/OptOut.ts"
import { BroadcastUuid, type Caller, nextId, RecipientUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { answerOf, countReasons, idempotencyOf, replay, type StoredAcceptance, unlessTaken } from "./Acceptance.ts"
import { fingerprinter } from "./Fingerprint.ts"
import type { Broadcast, BroadcastRef } from "../Broadcast.ts"
import { type BroadcastPayload, forEachSlice, type GivenPayload, type PayloadStream } from "../BroadcastPayload.ts"
import { maxRecipients, newestVersion } from "../BroadcastRequest.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { excludeOptedOut, judge, type ReadRecipient, sendableAddresses, warningsOf } from "../BroadcastValidation.ts"
import { makePrediction } from "../marketing/Predictions.ts"
import { rejectedEvent, type RecipientWarning, type StoredRecipient } from "../Recipient.ts"
import { keptReference } from "../RecipientRules.ts"

/** The number of recipients stored per step. Other SQLite writers wait until the step ends. */
const stageSize = 1_000

/**
 * How long a staged broadcast may get no recipients before the sweep discards it. If a request's body pauses longer, the
 * request fails with `Conflict` and its key stays unused.
 */
export const abandonedAfter = Duration.minutes(5)

/**
 * Accepts a broadcast. Validates and freezes the recipients while they stream in, stages them in short transactions, and
 * publishes the broadcast with the last recipients. A request with a used key gets the first response again, or is refused
 * if its content differs. Of concurrent requests with one key, one is accepted and the others get its response. After a
 * failure, the staged broadcast is discarded here or, after a crash, in the sweep.
 */
export const accept = Effect.fnUntraced(function* <E>(caller: Caller, request: PayloadStream<E>) {
  const broadcasts = yield* BroadcastStore
  const events = yield* EventStore
  const transaction = yield* Transaction
  const settings = yield* EventSettings
  const key = request.clientUniqueIdentifier
  const prints = key === null ? null : yield* fingerprinter(request)
  const now = yield* broadcasts.now
  const { category, read, refusal } = yield* judge(caller.workspace, request, { now, maxRecipients })
  const earlier = key === null ? Option.none() : yield* broadcasts.findIdempotencyKey(caller.workspace, key)
  const broadcast = makeBroadcast(caller, { ...request, category }, BroadcastUuid.make(yield* nextId), now)
  const ref = { workspace: caller.workspace, broadcast: broadcast.uuid }
  const prediction = yield* makePrediction(caller.workspace, { ...broadcast, writesTimes: false })
  const warnings: Array<RecipientWarning> = []
  const readings: Array<ReadRecipient> = []
  /** The events of refused recipients, if recipient events are enabled. */
  const rejections: Array<NewEvent> = []
  let position = 0
  /** The last storage step. The next recipients are read while it runs. */
  let step: Fiber.Fiber<void, StorageError> | null = null

  /** Stores recipients and checks their opt-outs in the same transaction. */
  const store = Effect.fnUntraced(function* (part: ReadonlyArray<ReadRecipient>) {
    yield* transaction.lock([optOutLock(ref.workspace)], "shared")
    const judged = yield* excludeOptedOut(ref.workspace, category, part)
    yield* prediction.addAddresses(sendableAddresses(judged))
    const recipients: Array<StoredRecipient> = []
    for (const reading of judged) {
      const recipient = newRecipient(reading, RecipientUuid.make(yield* nextId), ++position)
      recipients.push(recipient)
      const { outcome, uuid } = recipient
      if (settings.recipients && outcome._tag === "Rejected") {
        rejections.push(rejectedEvent(ref, uuid, outcome.problems[0]))
      }
    }
    yield* broadcasts.stage(broadcast, recipients, abandonedAfter)
    warnings.push(...warningsOf(judged))
  })

  const stage = Effect.fnUntraced(function* (part: ReadonlyArray<ReadRecipient>) {
    if (step !== null) yield* Fiber.join(step)
    step = yield* Effect.forkChild(transaction.run(store(part)))
  })

  const take = Effect.fnUntraced(function* (slice: ReadonlyArray<GivenPayload>) {
    if (prints !== null) yield* prints.add(slice)
    if (Option.isSome(earlier)) return
    for (const reading of read(slice)) readings.push(reading)
    while (readings.length > stageSize) yield* stage(readings.splice(0, stageSize))
  })

  /** Stores the last recipients and publishes the broadcast, unless another request took the key meanwhile. */
  const publish = Effect.fnUntraced(function* (fingerprint: string) {
    yield* store(readings)
    const acceptance: StoredAcceptance = {
      uuid: broadcast.uuid,
      scheduledAt: broadcast.scheduledAt,
      status: broadcast.status,
      recipients: position - warnings.length,
      rejectedRecipients: warnings.length,
      predictions: prediction.counts(),
      maxWarnings: null
    }
    yield* unlessTaken(yield* broadcasts.publish(ref, yield* idempotencyOf(key, fingerprint, acceptance)))
    yield* keepTrace({ kind: "broadcast", workspace: ref.workspace, uuid: ref.broadcast })
    const head = { workspaceUuid: ref.workspace, broadcastUuid: ref.broadcast }
    yield* events.append([nameEvent({ type: "broadcast.accepted", ...head, reason: null }), ...rejections])
    return answerOf(acceptance, { exclusions: countReasons(warnings), warnings }, false)
  })

  const work = Effect.gen(function* () {
    yield* forEachSlice(request, take)
    const fingerprint = prints === null ? "" : yield* prints.end
    if (Option.isSome(earlier)) return yield* replay(caller.workspace, earlier.value, fingerprint)
    if (refusal !== null) return yield* refusal
    if (step !== null) yield* Fiber.join(step)
    return yield* Effect.catchTag(transaction.run(publish(fingerprint)), "KeyTaken", ({ record }) =>
      Effect.andThen(discardStaged(ref), replay(caller.workspace, record, fingerprint))
    )
  })
  return yield* Effect.onError(work, () =>
    step === null ? Effect.void : Effect.andThen(Fiber.interrupt(step), Effect.ignore(discardStaged(ref)))
  )
})

/** Removes a staged broadcast in steps. */
export const discardStaged = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  yield* Effect.repeat(store.discard(ref), { until: (isGone) => isGone })
})

/** Makes the broadcast that a request creates, as it is at acceptance. */
export const makeBroadcast = (
  caller: Caller,
  request: BroadcastPayload & Pick<Broadcast, "category">,
  uuid: BroadcastUuid,
  now: DateTime.Utc
): Broadcast => ({
  uuid,
  workspaceUuid: caller.workspace,
  createdBy: caller.actor,
  channelType: request.channelType,
  name: request.name,
  templateName: request.templateName,
  locale: request.locale,
  from: request.from,
  category: request.category,
  version: request.version ?? newestVersion,
  status: "scheduled",
  statusReason: null,
  scheduledAt: request.scheduledFor ?? now,
  validUntil: request.validUntil,
  createdAt: now,
  audience: null,
  retryOf: null,
  heldOptOuts: null,
  isComplete: true,
  recipientsRemovedAt: null
})

/** Makes a recipient as stored at acceptance. */
export const newRecipient = (
  { address, reading, request }: ReadRecipient,
  uuid: RecipientUuid,
  position: number
): StoredRecipient => ({
  uuid,
  position,
  identifier: request.identifier,
  address,
  clientReference: keptReference(request),
  outcome: Result.isSuccess(reading)
    ? { _tag: "Accepted", parameters: reading.success }
    : { _tag: "Rejected", problems: reading.failure }
})
