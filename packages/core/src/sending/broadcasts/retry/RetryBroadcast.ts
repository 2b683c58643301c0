import { keepTrace } from "../../../operations/observability/Traces.ts"
import { Data, type DateTime, Effect, Option, Result, Stream } from "effect"
import * as Arr from "effect/Array"
import { Channels } from "../../channels/Channels.ts"
import { EventSettings } from "../../../events/events/EventSettings.ts"
import { EventStore } from "../../../events/events/EventStore.ts"
import { nameEvent, type NewEvent } from "../../../events/events/RollcallEvent.ts"
import { optOutLock } from "../../../people/opt-outs/OptOut.ts"
import { BroadcastUuid, type Caller, nextId, RecipientUuid, type WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, issue, type IssuePath } from "../../../shared/Issue.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import type { Template } from "../../templates/Template.ts"
import { isSendable } from "../../templates/TemplateParameters.ts"
import {
  type Acceptance,
  answerOf,
  countReasons,
  idempotencyOf,
  maxAudienceWarnings,
  replay,
  type StoredAcceptance,
  unlessTaken
} from "../acceptance/Acceptance.ts"
import { retryFingerprint } from "../acceptance/Fingerprint.ts"
import {
  type Broadcast,
  BroadcastNotFound,
  InvalidTransition,
  isOver,
  noBroadcast,
  recipientsRemoved,
  refOf
} from "../Broadcast.ts"
import { type PayloadStream, toRecipient } from "../BroadcastPayload.ts"
import { maxRecipients } from "../BroadcastRequest.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { makePrediction } from "../marketing/Predictions.ts"
import { excludeOptedOut, judge, type ReadRecipient, sendableAddresses, warningsOf } from "../BroadcastValidation.ts"
import { abandonedAfter, discardStaged, makeBroadcast, newRecipient } from "../acceptance/CreateBroadcast.ts"
import { rejectedEvent, type RecipientWarning, type StoredRecipient } from "../Recipient.ts"
import type { RetryReason, RetryRequest } from "./RetryRequest.ts"
import { isNamed, mayRepeat, ordersOf, type Replacement, replacementIssues, taken, wantedOf } from "./RetryRules.ts"
import { makeRetryReader, type RetriedRecipient } from "./RetryContacts.ts"
import { RetryStore } from "./RetryStore.ts"

/** The response to an accepted retry. */
export interface RetryAcceptance extends Acceptance {
  readonly retryOf: BroadcastUuid
  /** Whether recipients may get the message a second time, because the given reasons include unknown outcomes. */
  readonly mayRepeat: boolean
}

/** The number of recipients read and stored per step. */
const recipientsAtOnce = 500

/** How many times a retry starts over because another retry of the same broadcasts was accepted meanwhile. */
const attempts = 5

/**
 * Accepts a retry of a broadcast that is over. The earlier recipients are read in the transactions that store the new
 * recipients, under a shared lock that an erasure takes exclusively.
 */
export const retryBroadcast = Effect.fnUntraced(function* (caller: Caller, uuid: BroadcastUuid, request: RetryRequest) {
  const broadcasts = yield* BroadcastStore
  const { workspace } = caller
  const found = yield* broadcasts.find(workspace, uuid)
  if (Option.isNone(found)) return yield* noBroadcast(uuid)
  const old = found.value
  if (!isOver(old.status)) return yield* new InvalidTransition({ uuid, status: old.status, to: "completed" })
  if (old.recipientsRemovedAt !== null) return yield* recipientsRemoved(uuid, [])
  const template = yield* templateOf(workspace, old)
  const replacement = request.parameters ?? null
  yield* InvalidInput.refuse(replacement === null ? [] : replacementIssues(replacement, template))
  const payload: PayloadStream<never> = {
    ...payloadAgain(old, template),
    name: request.name ?? old.name,
    validUntil: request.validUntil ?? null,
    scheduledFor: request.scheduledFor ?? null,
    clientUniqueIdentifier: request.clientUniqueIdentifier ?? null
  }
  const { reasons } = request
  const now = yield* broadcasts.now
  const selection = { retryOf: uuid, reasons: Array.from(new Set(reasons)).sort(), parameters: replacement }
  const key = payload.clientUniqueIdentifier
  const fingerprint = key === null ? "" : yield* retryFingerprint(payload, selection)
  const earlier = key === null ? Option.none() : yield* broadcasts.findIdempotencyKey(workspace, key)
  const attempt = Effect.suspend(() => acceptRetry(caller, uuid, { selection, fingerprint, payload, template }, now))
  const accepted = Option.isSome(earlier) ? replay(workspace, earlier.value, fingerprint) : attempt
  const acceptance = yield* accepted.pipe(
    Effect.catchTag("KeyTaken", ({ record }) => replay(workspace, record, fingerprint)),
    Effect.retry({ times: attempts, while: (error) => error._tag === "RetriedMeanwhile" }),
    Effect.catchTag("RetriedMeanwhile", () =>
      refuse([], "other retries of the broadcast were accepted at the same time. Try again")
    )
  )
  const answer: RetryAcceptance = { ...acceptance, retryOf: uuid, mayRepeat: mayRepeat(reasons) }
  return answer
})

const refuse = (path: IssuePath, message: string) => new InvalidInput({ issues: [issue("value_error", path, message)] })

/** A retry request: the selection for the idempotency key, and the payload for acceptance. */
interface Retry {
  readonly selection: {
    readonly retryOf: BroadcastUuid
    readonly reasons: ReadonlyArray<RetryReason>
    readonly parameters: Replacement | null
  }
  readonly fingerprint: string
  readonly payload: PayloadStream<never>
  readonly template: Template
}

/** Stages the recipients of a retry in short transactions, then publishes the broadcast. */
const acceptRetry = Effect.fnUntraced(function* (
  caller: Caller,
  uuid: BroadcastUuid,
  { selection, fingerprint, payload, template }: Retry,
  now: DateTime.Utc
) {
  const { workspace } = caller
  const broadcasts = yield* BroadcastStore
  const events = yield* EventStore
  const settings = yield* EventSettings
  const retries = yield* RetryStore
  const transaction = yield* Transaction
  const { category, read, refusal } = yield* judge(workspace, payload, { now, maxRecipients })
  if (refusal !== null) return yield* refusal
  const broadcastUuid = BroadcastUuid.make(yield* nextId)
  const broadcast: Broadcast = { ...makeBroadcast(caller, { ...payload, category }, broadcastUuid, now), retryOf: uuid }
  const ref = refOf(broadcast)
  const prediction = yield* makePrediction(workspace, { ...broadcast, writesTimes: false })
  const chain = yield* chainOf(workspace, uuid)
  const first = yield* originOf(broadcast)
  const readAgain = yield* makeRetryReader(workspace, first.audience, template, payload.locale, selection.parameters)
  const wanted = wantedOf(selection.reasons)
  const warnings: Array<RecipientWarning> = []
  const rejections: Array<NewEvent> = []
  const exclusions: Record<string, number> = {}
  let [after, position, rejected] = [0, 0, 0]

  /** Reads and stores the next recipients. Returns true once no recipients are left. */
  const step = Effect.gen(function* () {
    yield* transaction.lock([optOutLock(workspace)], "shared")
    const part = yield* retries.recipients({ workspace, broadcast: uuid }, wanted, after, recipientsAtOnce)
    const last = part.at(-1)
    if (last === undefined) return true
    after = last.position
    const named = part.filter((recipient) => isNamed(selection.reasons, recipient))
    const addresses = named.map(({ address }) => address)
    const contacts = named.flatMap(({ contact }) => contact ?? [])
    const outcomes = yield* retries.outcomes(workspace, chain.all, { addresses, contacts })
    const again = yield* readAgain(taken(selection.reasons, named, outcomes, uuid))
    const judged = yield* excludeOptedOut(workspace, category, readRetried(again, read))
    yield* prediction.addAddresses(sendableAddresses(judged))
    const recipients: Array<StoredRecipient> = []
    for (const [at, reading] of judged.entries()) {
      const newRow = newRecipient(reading, RecipientUuid.make(yield* nextId), ++position)
      const contact = first.audience === null ? undefined : again[at]?.past.contact
      const recipient: StoredRecipient = contact === undefined ? newRow : { ...newRow, contact }
      recipients.push(recipient)
      const { outcome } = recipient
      if (settings.recipients && outcome._tag === "Rejected") {
        rejections.push(rejectedEvent(ref, recipient.uuid, outcome.problems[0]))
      }
    }
    if (recipients.length > 0) yield* broadcasts.stage(broadcast, recipients, abandonedAfter)
    const refused = warningsOf(judged)
    rejected += refused.length
    for (const [reason, count] of Object.entries(countReasons(refused))) {
      exclusions[reason] = (exclusions[reason] ?? 0) + count
    }
    warnings.push(...refused.slice(0, Math.max(0, maxAudienceWarnings - warnings.length)))
    return false
  })

  // Concurrent retries would take the same recipients. The later retry starts over and then sees the recipients taken by
  // the earlier retry.
  const publish = Effect.gen(function* () {
    yield* transaction.lock([`retries ${chain.first}`], "exclusive")
    const { all } = yield* chainOf(workspace, uuid)
    if (all.length !== chain.all.length) return yield* new RetriedMeanwhile()
    const acceptance: StoredAcceptance = {
      uuid: broadcast.uuid,
      scheduledAt: broadcast.scheduledAt,
      status: broadcast.status,
      recipients: position - rejected,
      rejectedRecipients: rejected,
      predictions: prediction.counts(),
      maxWarnings: maxAudienceWarnings
    }
    const record = yield* idempotencyOf(payload.clientUniqueIdentifier, fingerprint, acceptance)
    yield* unlessTaken(yield* broadcasts.publish(ref, record))
    yield* keepTrace({ kind: "broadcast", workspace: ref.workspace, uuid: ref.broadcast })
    const head = { workspaceUuid: workspace, broadcastUuid: broadcast.uuid }
    yield* events.append([nameEvent({ type: "broadcast.accepted", ...head, reason: null }), ...rejections])
    return answerOf(acceptance, { exclusions, warnings }, false)
  })

  const work = Effect.gen(function* () {
    yield* Effect.repeat(transaction.run(step), { until: (isDone) => isDone })
    if (position === 0) return yield* refuse(["reasons"], noneLeft)
    return yield* transaction.run(publish)
  })
  return yield* Effect.onError(work, () => Effect.ignore(discardStaged(ref)))
})

const noneLeft = "no unreached recipient of the broadcast has one of these outcomes"

/** Another retry of the same broadcasts was accepted while this retry read the recipients. */
class RetriedMeanwhile extends Data.TaggedError("RetriedMeanwhile") {}

/** Validates recipients of a retry. If a recipient's contact can't be reached any more, that is its only problem. */
const readRetried = (
  recipients: ReadonlyArray<RetriedRecipient>,
  read: Effect.Success<ReturnType<typeof judge>>["read"]
): ReadonlyArray<ReadRecipient> =>
  recipients.flatMap(({ identifier, past, problem, values }) => {
    const request = toRecipient({ identifier, clientReference: past.clientReference, parameters: values })
    return problem === null ? read([request]) : [{ request, address: null, reading: Result.fail(Arr.of(problem)) }]
  })

/** Returns a request with the channel, template and sender of an earlier broadcast, without recipients and times. */
export const payloadAgain = (
  { channelType, from, locale, name, templateName }: Broadcast,
  template: Template
): PayloadStream<never> => ({
  channelType,
  name,
  templateName,
  locale,
  validUntil: null,
  scheduledFor: null,
  from,
  version: null,
  clientUniqueIdentifier: null,
  parameters: ordersOf(template),
  recipients: Stream.empty,
  count: null
})

/**
 * Returns the current template of a broadcast. Fails with `BroadcastNotFound` if its channel has no such template that can
 * be sent.
 */
export const templateOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  {
    channelType,
    from,
    locale,
    templateName
  }: Pick<PayloadStream<never>, "channelType" | "from" | "locale" | "templateName">
) {
  const { find } = yield* Channels
  const channel = find(channelType)
  const found = Option.isNone(channel)
    ? Option.none()
    : yield* channel.value.templates.find(workspace, { name: templateName, locale, from })
  const sendable = Option.filter(found, isSendable)
  if (Option.isSome(sendable)) return sendable.value.template
  const what = `template ${JSON.stringify(templateName)} in locale ${JSON.stringify(locale)}`
  return yield* new BroadcastNotFound({ what })
})

/**
 * Returns the first stored broadcast in a chain of retries. For a broadcast that is no retry, returns the broadcast itself.
 */
export const originOf = (broadcast: Broadcast): Effect.Effect<Broadcast, StorageError, BroadcastStore> => {
  const { retryOf, workspaceUuid } = broadcast
  if (retryOf === null) return Effect.succeed(broadcast)
  return BroadcastStore.use((store) =>
    Effect.flatMap(
      store.find(workspaceUuid, retryOf),
      Option.match({ onNone: () => Effect.succeed(broadcast), onSome: originOf })
    )
  )
}

/** Returns the first broadcast in a chain of retries, with all its direct and indirect retries. */
export const chainOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid) {
  const broadcasts = yield* BroadcastStore
  const retries = yield* RetryStore
  const above = (of: BroadcastUuid): Effect.Effect<BroadcastUuid, StorageError> =>
    Effect.flatMap(broadcasts.find(workspace, of), (found) =>
      Option.isNone(found) || found.value.retryOf === null ? Effect.succeed(of) : above(found.value.retryOf)
    )
  const first = yield* above(uuid)
  const all = [first]
  for (let level: ReadonlyArray<BroadcastUuid> = all; level.length > 0;) {
    level = yield* retries.retriesOf(workspace, level)
    all.push(...level)
  }
  return { first, all }
})
