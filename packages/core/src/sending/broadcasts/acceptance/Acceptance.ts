import { Data, Effect, Option, Schema, Struct } from "effect"
import { BroadcastUuid, type WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, issue } from "../../../shared/Issue.ts"
import { BroadcastStatus } from "../Broadcast.ts"
import { BroadcastStore, type IdempotencyRecord } from "../BroadcastStore.ts"
import { Predictions } from "../marketing/Predictions.ts"
import { contactWarningOf, RecipientWarning, warningOf } from "../Recipient.ts"

/** The number of recipients not reached, by reason. Zero counts are absent. */
export const ReasonCounts = Schema.Record(Schema.String, Schema.Int)
export type ReasonCounts = typeof ReasonCounts.Type

/** The response to an accepted broadcast. */
export const Acceptance = Schema.Struct({
  uuid: BroadcastUuid,
  scheduledAt: Schema.DateTimeUtcFromString,
  /** `resolving` if the contacts of the audience are stored later; `scheduled` otherwise. */
  status: BroadcastStatus,
  /** The number of accepted recipients; null if not known yet. */
  recipients: Schema.NullOr(Schema.Int),
  /** The number of refused recipients, with one warning each in request order; null if not known yet. */
  rejectedRecipients: Schema.NullOr(Schema.Int),
  /** The refused recipients, counted by their first reason. */
  exclusions: ReasonCounts,
  /** The effect of the workspace's limits on the accepted recipients when sending begins. */
  predictions: Predictions,
  /** One warning for each refused recipient. For an audience, only the first 500. */
  warnings: Schema.Array(RecipientWarning),
  /** Whether this response repeats the response to an earlier request with the same key. */
  replayed: Schema.Boolean
})
export type Acceptance = typeof Acceptance.Type

/**
 * The response stored as JSON under the idempotency key, without personal data. Warnings and reasons are rebuilt from the
 * refused recipients.
 */
const StoredAcceptance = Schema.Struct({
  ...Struct.omit(Acceptance.fields, ["exclusions", "warnings", "replayed"]),
  /** The maximum number of warnings in the response, each with its contact; null for all warnings, without contacts. */
  maxWarnings: Schema.NullOr(Schema.Int)
})
export type StoredAcceptance = typeof StoredAcceptance.Type

const AcceptanceJson = Schema.fromJsonString(StoredAcceptance)
const encodeAcceptance = Schema.encodeEffect(AcceptanceJson)
const decodeAcceptance = Schema.decodeEffect(AcceptanceJson)

/** The maximum number of warnings returned for an audience. */
export const maxAudienceWarnings = 500

/** Returns the idempotency record of a request and its response; null without a key. */
export const idempotencyOf = Effect.fnUntraced(function* (
  key: string | null,
  fingerprint: string,
  acceptance: StoredAcceptance
) {
  if (key === null) return null
  return { key, record: { fingerprint, response: yield* Effect.orDie(encodeAcceptance(acceptance)) } }
})

/** Builds the response from its stored form and from the exclusions and warnings. */
export const answerOf = (
  acceptance: StoredAcceptance,
  { exclusions, warnings }: Pick<Acceptance, "exclusions" | "warnings">,
  replayed: boolean
): Acceptance => ({ ...Struct.omit(acceptance, ["maxWarnings"]), exclusions, warnings, replayed })

/** The exclusions and warnings of recipients that are stored later. */
export const nothingKnown = { exclusions: {}, warnings: [] }

/** Another request has stored its response under the key. The transaction of this request is rolled back. */
class KeyTaken extends Data.TaggedError("KeyTaken")<{ readonly record: IdempotencyRecord }> {}

/** Fails with `KeyTaken` if another request has stored its response under the key. */
export const unlessTaken = (winner: Option.Option<IdempotencyRecord>) =>
  Option.match(winner, { onNone: () => Effect.void, onSome: (record) => new KeyTaken({ record }) })

/**
 * Returns the response to the first request with a key, with its warnings. Fails if the new request has another
 * fingerprint.
 */
export const replay = Effect.fnUntraced(function* (workspace: WorkspaceUuid, record: IdempotencyRecord, print: string) {
  const acceptance = yield* Effect.orDie(decodeAcceptance(record.response))
  if (record.fingerprint !== print) {
    const message = `was already used for the broadcast ${acceptance.uuid} with another payload. Use a new value`
    return yield* new InvalidInput({ issues: [issue("already_exists", ["clientUniqueIdentifier"], message)] })
  }
  // If the recipients were unknown at the time of the response, the response has no warnings.
  if (acceptance.rejectedRecipients === null) return answerOf(acceptance, nothingKnown, true)
  const { refused } = yield* BroadcastStore
  const found = yield* refused({ workspace, broadcast: acceptance.uuid })
  const all = found.map(acceptance.maxWarnings === null ? warningOf : contactWarningOf)
  const warnings = all.slice(0, acceptance.maxWarnings ?? all.length)
  return answerOf(acceptance, { exclusions: countReasons(all), warnings }, true)
})

/** Counts the first reasons of warnings. */
export const countReasons = (warnings: ReadonlyArray<RecipientWarning>): ReasonCounts => {
  const counts: Record<string, number> = {}
  for (const { reasons } of warnings) {
    const [reason] = reasons
    if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}
