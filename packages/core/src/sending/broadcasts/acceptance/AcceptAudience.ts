import { keepTrace } from "../../../operations/observability/Traces.ts"
import { Effect, Option } from "effect"
import { EventStore } from "../../../events/events/EventStore.ts"
import { nameEvent } from "../../../events/events/RollcallEvent.ts"
import { optOutLock } from "../../../people/opt-outs/OptOut.ts"
import { BroadcastUuid, type Caller, nextId } from "../../../shared/Ids.ts"
import { SearchLimit } from "../../../people/search/SearchLimit.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { categoryOf } from "../../templates/Template.ts"
import { audienceIssues } from "../audience/AudienceRules.ts"
import { AudienceStore } from "../audience/AudienceStore.ts"
import { AudienceWalks } from "../audience/AudienceWalks.ts"
import { audienceOf, type AudiencePayload, type AudiencePlan, judgeAudience } from "../audience/JudgeAudience.ts"
import { type Broadcast, refOf } from "../Broadcast.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { abandonedAfter, discardStaged, makeBroadcast } from "./CreateBroadcast.ts"
import { AudienceSettings } from "../resolution/AudienceSettings.ts"
import { makePrediction, nothingPredicted } from "../marketing/Predictions.ts"
import { addresseesOf, excludedRecipients, judgeContacts, recipientsOf } from "../resolution/JudgeContacts.ts"
import { AudienceTally, checkExpected, checkSize, forEachStep } from "../resolution/ReadContacts.ts"
import {
  answerOf,
  idempotencyOf,
  maxAudienceWarnings,
  nothingKnown,
  replay,
  type StoredAcceptance,
  unlessTaken
} from "./Acceptance.ts"
import { audienceFingerprint } from "./Fingerprint.ts"

/** The idempotency key of a request, and its fingerprint. */
interface Key {
  readonly key: string | null
  readonly fingerprint: string
}

/**
 * Accepts a broadcast to an audience. A small audience is resolved at once, and the broadcast is stored like any other. A
 * larger audience, or an audience resolved at the start time, is stored without recipients, and workers add the recipients.
 * A used idempotency key is handled as for any other broadcast.
 *
 * @see docs/contributing/decisions.md, R5
 */
export const acceptAudience = Effect.fnUntraced(function* (caller: Caller, payload: AudiencePayload) {
  const { workspace } = caller
  const broadcasts = yield* BroadcastStore
  const now = yield* broadcasts.now
  const judged = yield* judgeAudience(workspace, payload, now)
  const { clientUniqueIdentifier: key } = payload
  // A malformed audience was never accepted, and may be nested too deep for a fingerprint.
  const isPrinted = key !== null && audienceIssues(payload).length === 0
  const fingerprint = isPrinted ? yield* audienceFingerprint(payload) : ""
  const earlier = isPrinted ? yield* broadcasts.findIdempotencyKey(workspace, key) : Option.none()
  if (Option.isSome(earlier)) return yield* replay(workspace, earlier.value, fingerprint)
  const plan = yield* Effect.fromResult(judged)
  const broadcast: Broadcast = {
    ...makeBroadcast(
      caller,
      { ...payload, category: categoryOf(plan.found.template) },
      BroadcastUuid.make(yield* nextId),
      now
    ),
    audience: audienceOf(payload)
  }
  return yield* Effect.catchTag(acceptPlanned(broadcast, plan, { key, fingerprint }), "KeyTaken", ({ record }) =>
    replay(workspace, record, fingerprint)
  )
})

const acceptPlanned = Effect.fnUntraced(function* (broadcast: Broadcast, plan: AudiencePlan, key: Key) {
  if (plan.audience.request.resolve === "start") return yield* openBroadcast(broadcast, "scheduled", key)
  const { size } = yield* AudienceStore
  const { inRequest } = yield* AudienceSettings
  const { of } = yield* SearchLimit
  const { workspaceUuid: workspace } = broadcast
  const contacts = yield* size(workspace, plan.selection, of(workspace))
  yield* checkSize(contacts)
  return contacts > inRequest
    ? yield* openBroadcast(broadcast, "resolving", key)
    : yield* resolveAtOnce(broadcast, plan, key)
})

/** Stores a broadcast without recipients, for workers to resolve at once or at its start time. */
const openBroadcast = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  status: "resolving" | "scheduled",
  { fingerprint, key }: Key
) {
  const broadcasts = yield* BroadcastStore
  const { run } = yield* Transaction
  const acceptance: StoredAcceptance = {
    uuid: broadcast.uuid,
    scheduledAt: broadcast.scheduledAt,
    status,
    recipients: null,
    rejectedRecipients: null,
    predictions: nothingPredicted,
    maxWarnings: 0
  }
  const open = Effect.gen(function* () {
    const record = yield* idempotencyOf(key, fingerprint, acceptance)
    yield* unlessTaken(yield* broadcasts.open({ ...broadcast, status, isComplete: false }, record))
    yield* appendEvents(
      broadcast,
      status === "resolving" ? ["broadcast.accepted", "broadcast.resolving"] : ["broadcast.accepted"]
    )
  })
  yield* run(open)
  return answerOf(acceptance, nothingKnown, false)
})

const appendEvents = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  types: ReadonlyArray<"broadcast.accepted" | "broadcast.resolving">
) {
  const { append } = yield* EventStore
  const head = { workspaceUuid: broadcast.workspaceUuid, broadcastUuid: broadcast.uuid, reason: null }
  yield* append(types.map((type) => nameEvent({ type, ...head })))
})

/** Stages the recipients of a broadcast in short transactions, then publishes the broadcast. */
const resolveAtOnce = Effect.fnUntraced(function* (
  broadcast: Broadcast,
  plan: AudiencePlan,
  { fingerprint, key }: Key
) {
  const broadcasts = yield* BroadcastStore
  const transaction = yield* Transaction
  const { workspaceUuid: workspace } = broadcast
  const tally = new AudienceTally(maxAudienceWarnings)
  const excluded = excludedRecipients(plan.selection)
  const { inRequest } = yield* AudienceWalks
  const prediction = yield* makePrediction(workspace, { ...broadcast, writesTimes: plan.writesTimes })

  const resolve = forEachStep(inRequest, workspace, plan, ({ before, contacts }) =>
    Effect.gen(function* () {
      yield* transaction.lock([optOutLock(workspace)], "shared")
      const judged = yield* judgeContacts(workspace, broadcast.category, excluded, contacts)
      yield* prediction.add(addresseesOf(judged))
      yield* broadcasts.stage(broadcast, yield* recipientsOf(judged, before), abandonedAfter)
      return judged
    }).pipe(
      transaction.run,
      Effect.map((judged) => tally.add(judged))
    )
  )

  const publish = Effect.gen(function* () {
    if (tally.contacts === 0) yield* broadcasts.stage(broadcast, [], abandonedAfter)
    const acceptance: StoredAcceptance = {
      uuid: broadcast.uuid,
      scheduledAt: broadcast.scheduledAt,
      status: broadcast.status,
      recipients: tally.recipients,
      rejectedRecipients: tally.contacts - tally.recipients,
      predictions: prediction.counts(),
      maxWarnings: maxAudienceWarnings
    }
    const record = yield* idempotencyOf(key, fingerprint, acceptance)
    yield* unlessTaken(yield* broadcasts.publish(refOf(broadcast), record))
    yield* keepTrace({ kind: "broadcast", workspace: broadcast.workspaceUuid, uuid: broadcast.uuid })
    yield* appendEvents(broadcast, ["broadcast.accepted"])
    return answerOf(acceptance, tally, false)
  })

  const work = Effect.gen(function* () {
    yield* resolve
    yield* checkSize(tally.contacts)
    yield* checkExpected(plan.audience.expect, tally.recipients)
    return yield* transaction.run(publish)
  })
  return yield* Effect.onError(work, () => Effect.ignore(discardStaged(refOf(broadcast))))
})
