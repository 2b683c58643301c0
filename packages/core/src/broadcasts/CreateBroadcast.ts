import { Effect, Data, type DateTime, Duration, Fiber, Option, Result, Schema, Struct } from "effect"
import { Digest } from "effect/crypto"
import {
  type PayloadStream,
  type GivenPayload,
  Unreadable,
  type BroadcastPayload,
  forEachSlice
} from "./BroadcastPayload.ts"
import { newestVersion, maxRecipients } from "./BroadcastRequest.ts"
import { EventSettings } from "../events/EventSettings.ts"
import { EventStore } from "../events/EventStore.ts"
import { nameEvent, type NewEvent } from "../events/RollcallEvent.ts"
import { BroadcastUuid, type Caller, nextId, RecipientUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { Transaction } from "../shared/Transaction.ts"
import { optOutLock } from "../opt-outs/OptOut.ts"
import type { Broadcast, BroadcastRef } from "./Broadcast.ts"
import { BroadcastStore, type IdempotencyRecord } from "./BroadcastStore.ts"
import { excludeOptedOut, judge, type ReadRecipient, warningsOf } from "./BroadcastValidation.ts"
import { rejectedEvent, type StoredRecipient, RecipientWarning, warningOf } from "./Recipient.ts"
import { keptReference } from "./RecipientRules.ts"

/** The answer to an accepted broadcast. */
export const Acceptance = Schema.Struct({
  uuid: BroadcastUuid,
  scheduledAt: Schema.DateTimeUtcFromString,
  /** How many recipients were accepted. */
  recipients: Schema.Int,
  /** How many were refused: one warning each, in request order. */
  rejectedRecipients: Schema.Int,
  warnings: Schema.Array(RecipientWarning),
  /** Whether this is the answer of an earlier request with the same key (B4). */
  replayed: Schema.Boolean
})
export type Acceptance = typeof Acceptance.Type

/**
 * What is stored of the answer under the idempotency key, as JSON: nothing of a person (C7). The warnings are made again
 * of the recipients that were refused.
 */
const StoredAcceptance = Schema.Struct(Struct.omit(Acceptance.fields, ["warnings", "replayed"]))

/** How many recipients are stored in one step: what other writers on SQLite wait for. */
const stageSize = 1_000

/**
 * A staged broadcast that has grown no further for so long counts as abandoned, and the sweep discards it. A request
 * whose body pauses for longer fails with a `Conflict`, and its key stays free.
 */
const abandonedAfter = Duration.minutes(5)

const AcceptanceJson = Schema.fromJsonString(StoredAcceptance)
const encodeAcceptance = Schema.encodeEffect(AcceptanceJson)
const decodeAcceptance = Schema.decodeEffect(AcceptanceJson)

/**
 * Accepts a broadcast: checks and freezes it while its recipients stream in, stores them in short transactions under a
 * staged broadcast that is not visible, and makes it visible with the last of them (B9). A request whose key is taken
 * gets the first answer again, or is refused if it asks for something else; of racing requests one wins and the others
 * replay (B4). What a failure leaves staged is discarded, here or, after a crash, by the sweep.
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
  const warnings: Array<RecipientWarning> = []
  const readings: Array<ReadRecipient> = []
  /** The events of refused recipients, where there are events of recipients. */
  const rejections: Array<NewEvent> = []
  let position = 0
  /** The last step: while the store writes it, the next recipients are read. */
  let step: Fiber.Fiber<void, StorageError> | null = null

  /** Stores recipients, in one transaction with the question whether they are opted out. */
  const store = Effect.fnUntraced(function* (part: ReadonlyArray<ReadRecipient>) {
    yield* transaction.lock([optOutLock(ref.workspace)], "shared")
    const judged = yield* excludeOptedOut(ref.workspace, part)
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

  /** Stores the last recipients and publishes the broadcast, unless another request has taken the key meanwhile. */
  const publish = Effect.fnUntraced(function* (fingerprint: string) {
    yield* store(readings)
    const acceptance: typeof StoredAcceptance.Type = {
      uuid: broadcast.uuid,
      scheduledAt: broadcast.scheduledAt,
      recipients: position - warnings.length,
      rejectedRecipients: warnings.length
    }
    const response = yield* Effect.orDie(encodeAcceptance(acceptance))
    const record = key === null ? null : { key, record: { fingerprint, response } }
    const winner = yield* broadcasts.publish(ref, record)
    if (Option.isSome(winner)) return yield* new KeyTaken({ record: winner.value })
    const head = { workspaceUuid: ref.workspace, broadcastUuid: ref.broadcast }
    yield* events.append([nameEvent({ type: "broadcast.accepted", ...head, reason: null }), ...rejections])
    const answer: Acceptance = { ...acceptance, warnings, replayed: false }
    return answer
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

/** Another request has stored its answer under the key: the transaction of this one is rolled back. */
class KeyTaken extends Data.TaggedError("KeyTaken")<{ readonly record: IdempotencyRecord }> {}

/** Removes a staged broadcast, step by step. */
export const discardStaged = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  yield* Effect.repeat(store.discard(ref), { until: (isGone) => isGone })
})

/** The first answer again, with the warnings of the recipients that it refused. */
const replay = Effect.fnUntraced(function* (workspace: WorkspaceUuid, record: IdempotencyRecord, print: string) {
  const acceptance = yield* Effect.orDie(decodeAcceptance(record.response))
  if (record.fingerprint !== print) {
    const message = `was used for the broadcast ${acceptance.uuid}, which has another payload`
    return yield* new InvalidInput({ issues: [issue("already_exists", ["clientUniqueIdentifier"], message)] })
  }
  const { refused } = yield* BroadcastStore
  const warnings = (yield* refused({ workspace, broadcast: acceptance.uuid })).map(warningOf)
  const answer: Acceptance = { ...acceptance, warnings, replayed: true }
  return answer
})

const makeBroadcast = (
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
  isComplete: true
})

const newRecipient = (
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

/** How many recipients are digested together. It is a part of what is stored, and so it never changes. */
const digestedTogether = 500

/**
 * Takes the SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys, and
 * however the recipients come (B4). A default that is written out changes nothing: it has the form of one that is left
 * out. The idempotency key itself is left out.
 */
export const fingerprinter = Effect.fnUntraced(function* <E>(request: PayloadStream<E>) {
  const digest = yield* Digest.Digest
  const hash = (json: string) => digest.digestHex(Digest.sha256, new TextEncoder().encode(json))
  const { clientUniqueIdentifier: _key, count: _count, recipients: _recipients, version, ...rest } = request
  const digests: Array<string> = []
  const texts: Array<string> = []
  const digestTexts = Effect.suspend(() => Effect.map(hash(`[${texts.splice(0).join()}]`), (hex) => digests.push(hex)))
  return {
    add: Effect.fnUntraced(function* (recipients: ReadonlyArray<GivenPayload>) {
      for (const recipient of recipients) {
        texts.push(canonicalJson(withoutDefaults(recipient)))
        if (texts.length === digestedTogether) yield* digestTexts
      }
    }),
    /** After the last recipient. */
    end: Effect.gen(function* () {
      if (texts.length > 0) yield* digestTexts
      return yield* hash(canonicalJson([{ ...rest, version: version === newestVersion ? null : version }, digests]))
    })
  }
})

/** A recipient of a plain template may say that it has no values for buttons. A carousel refuses that (B8). */
const withoutDefaults = (recipient: GivenPayload): GivenPayload => {
  const { parameters } = recipient
  if (parameters instanceof Unreadable || parameters.button === null || parameters.cards !== null) return recipient
  const hasButtons = parameters.button instanceof Unreadable || Object.keys(parameters.button).length > 0
  return hasButtons ? recipient : { ...recipient, parameters: { ...parameters, button: null } }
}

/** JSON whose object keys are in code unit order, so that equal values give equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
