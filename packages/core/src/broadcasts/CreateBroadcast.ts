import { type DateTime, Effect, Option, Result, Schema } from "effect"
import { BroadcastUuid, nextId, RecipientUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Caller } from "../shared/Workspace.ts"
import type { Broadcast } from "./Broadcast.ts"
import { BroadcastRefused } from "./BroadcastErrors.ts"
import { type BroadcastRequest, maxRecipients, newestVersion, type StreamedBroadcast } from "./BroadcastRequest.ts"
import { BroadcastStore, type IdempotencyRecord, type NewRecipient } from "./BroadcastStore.ts"
import { judge, type ReadRecipient, type RecipientWarning, warningsOf } from "./BroadcastValidation.ts"
import { fingerprinter } from "./Fingerprint.ts"
import { keptReference } from "./RecipientRules.ts"
import { forEachSlice } from "./Slices.ts"

/** The answer to a broadcast that was accepted; it is kept as JSON beside the idempotency key (B4). */
export const Acceptance = Schema.Struct({
  uuid: BroadcastUuid,
  scheduledAt: Schema.DateTimeUtcFromString,
  /** How many recipients were accepted. */
  recipients: Schema.Int,
  /** How many were refused: one warning each, in request order. */
  rejectedRecipients: Schema.Int,
  warnings: Schema.Array(Schema.Struct({ identifier: Schema.String, errors: Schema.Array(Schema.String) })),
  /** Whether this is the answer of an earlier request with the same key (B4). */
  replayed: Schema.Boolean
})
export type Acceptance = typeof Acceptance.Type

/** More recipients than this make a long transaction: on SQLite it would keep other requests waiting for 20 ms. */
const manyRecipients = 1_000

const AcceptanceJson = Schema.fromJsonString(Acceptance)
const encodeAcceptance = Schema.encodeEffect(AcceptanceJson)
const decodeAcceptance = Schema.decodeEffect(AcceptanceJson)

/**
 * Accepts a broadcast: checks it, freezes it with every recipient in one transaction, and answers only after the commit
 * (B9). A request whose key is spent gets the first answer again, or is refused if it asks for something else; of
 * racing requests one wins and the others replay (B4). A recipient is let go as soon as its message is known.
 */
export const accept = Effect.fnUntraced(function* <E>(caller: Caller, request: StreamedBroadcast<E>) {
  const store = yield* BroadcastStore
  const key = request.clientUniqueIdentifier
  const prints = key === null ? null : yield* fingerprinter(request)
  const now = yield* store.now
  const { read, refusal } = yield* judge(caller.workspace, request, { now, maxRecipients })
  const recipients: Array<NewRecipient> = []
  const warnings: Array<RecipientWarning> = []
  yield* forEachSlice(
    request,
    Effect.fnUntraced(function* (slice) {
      if (prints !== null) yield* prints.add(slice)
      const readings = read(slice)
      warnings.push(...warningsOf(readings))
      for (const reading of readings) recipients.push(newRecipient(reading, RecipientUuid.make(yield* nextId)))
    })
  )
  const print = prints === null ? "" : yield* prints.end
  if (key !== null) {
    const spent = yield* store.findIdempotencyKey(caller.workspace, key)
    if (Option.isSome(spent)) return yield* replay(spent.value, print)
  }
  if (refusal !== null) return yield* refusal
  const broadcast = makeBroadcast(caller, request, BroadcastUuid.make(yield* nextId), now)
  const acceptance: Acceptance = {
    uuid: broadcast.uuid,
    scheduledAt: broadcast.scheduledAt,
    recipients: recipients.length - warnings.length,
    rejectedRecipients: warnings.length,
    warnings,
    replayed: false
  }
  const response = key === null ? "" : yield* Effect.orDie(encodeAcceptance(acceptance))
  const transaction = yield* Transaction
  const winner = yield* transaction.run(
    Effect.gen(function* () {
      if (key !== null) {
        const spent = yield* store.claimIdempotencyKey(caller.workspace, key, { fingerprint: print, response })
        if (Option.isSome(spent)) return spent
      }
      yield* store.insert(broadcast, recipients)
      return Option.none<IdempotencyRecord>()
    }),
    { isLong: recipients.length > manyRecipients }
  )
  return Option.isSome(winner) ? yield* replay(winner.value, print) : acceptance
})

const replay = Effect.fnUntraced(function* (record: IdempotencyRecord, print: string) {
  if (record.fingerprint !== print) {
    return yield* new BroadcastRefused({
      violations: ["client_unique_identifier: was used for a broadcast with another payload"]
    })
  }
  const acceptance = yield* Effect.orDie(decodeAcceptance(record.response))
  return { ...acceptance, replayed: true }
})

const makeBroadcast = (
  caller: Caller,
  request: Omit<BroadcastRequest, "recipients">,
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
  version: request.version ?? newestVersion,
  status: "scheduled",
  statusReason: null,
  scheduledAt: request.scheduledFor ?? now,
  validUntil: request.validUntil,
  createdAt: now
})

const newRecipient = ({ reading, request }: ReadRecipient, uuid: RecipientUuid): NewRecipient => ({
  uuid,
  identifier: request.identifier,
  clientReference: keptReference(request),
  outcome: Result.isSuccess(reading)
    ? { _tag: "Accepted", parameters: reading.success }
    : { _tag: "Rejected", error: reading.failure.join("; ") }
})
