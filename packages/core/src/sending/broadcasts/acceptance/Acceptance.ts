import { Data, Effect, Option, Schema, Struct } from "effect"
import { BroadcastUuid, type WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, issue } from "../../../shared/Issue.ts"
import { BroadcastStatus } from "../Broadcast.ts"
import { BroadcastStore, type IdempotencyRecord } from "../BroadcastStore.ts"
import { Predictions } from "../marketing/Predictions.ts"
import { contactWarningOf, RecipientWarning, warningOf } from "../Recipient.ts"

/** How many recipients are not reached for each reason. A reason without any is absent. */
export const ReasonCounts = Schema.Record(Schema.String, Schema.Int)
export type ReasonCounts = typeof ReasonCounts.Type

/** The answer to an accepted broadcast. */
export const Acceptance = Schema.Struct({
  uuid: BroadcastUuid,
  scheduledAt: Schema.DateTimeUtcFromString,
  /** `resolving` if the contacts of its audience are stored later; `scheduled` otherwise. */
  status: BroadcastStatus,
  /** How many recipients were accepted; null if that is not known yet. */
  recipients: Schema.NullOr(Schema.Int),
  /** How many were refused: one warning each, in request order. Null if that is not known yet. */
  rejectedRecipients: Schema.NullOr(Schema.Int),
  /** The refused ones by their first reasons. */
  exclusions: ReasonCounts,
  /** What the limits of the workspace would do to the accepted ones when the sends begin. */
  predictions: Predictions,
  /** Of an audience the first 500. */
  warnings: Schema.Array(RecipientWarning),
  /** Whether this is the answer of an earlier request with the same key. */
  replayed: Schema.Boolean
})
export type Acceptance = typeof Acceptance.Type

/**
 * What is stored of the answer under the idempotency key, as JSON: nothing of a person. The warnings and the reasons
 * are made again of the recipients that were refused.
 */
const StoredAcceptance = Schema.Struct({
  ...Struct.omit(Acceptance.fields, ["exclusions", "warnings", "replayed"]),
  /** How many warnings the answer had at most, each with its contact; null for all, without contacts. */
  maxWarnings: Schema.NullOr(Schema.Int)
})
export type StoredAcceptance = typeof StoredAcceptance.Type

const AcceptanceJson = Schema.fromJsonString(StoredAcceptance)
const encodeAcceptance = Schema.encodeEffect(AcceptanceJson)
const decodeAcceptance = Schema.decodeEffect(AcceptanceJson)

/** At most so many warnings of an audience are spelled out. */
export const maxAudienceWarnings = 500

/** What is stored under the key of a request with its answer; null without a key. */
export const idempotencyOf = Effect.fnUntraced(function* (
  key: string | null,
  fingerprint: string,
  acceptance: StoredAcceptance
) {
  if (key === null) return null
  return { key, record: { fingerprint, response: yield* Effect.orDie(encodeAcceptance(acceptance)) } }
})

/** The answer to a broadcast, from its stored data and the recipients who are not reached. */
export const answerOf = (
  acceptance: StoredAcceptance,
  { exclusions, warnings }: Pick<Acceptance, "exclusions" | "warnings">,
  replayed: boolean
): Acceptance => ({ ...Struct.omit(acceptance, ["maxWarnings"]), exclusions, warnings, replayed })

/** What is known of recipients that are stored later. */
export const nothingKnown = { exclusions: {}, warnings: [] }

/** Another request has stored its answer under the key: the transaction of this one is rolled back. */
class KeyTaken extends Data.TaggedError("KeyTaken")<{ readonly record: IdempotencyRecord }> {}

/** Fails if the key was taken meanwhile. */
export const unlessTaken = (winner: Option.Option<IdempotencyRecord>) =>
  Option.match(winner, { onNone: () => Effect.void, onSome: (record) => new KeyTaken({ record }) })

/** The first answer again, with the warnings of the recipients that it refused. */
export const replay = Effect.fnUntraced(function* (workspace: WorkspaceUuid, record: IdempotencyRecord, print: string) {
  const acceptance = yield* Effect.orDie(decodeAcceptance(record.response))
  if (record.fingerprint !== print) {
    const message = `was already used for the broadcast ${acceptance.uuid} with another payload`
    return yield* new InvalidInput({ issues: [issue("already_exists", ["clientUniqueIdentifier"], message)] })
  }
  // Recipients refused after the answer are not among its warnings.
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
