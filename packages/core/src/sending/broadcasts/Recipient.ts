import { Schema, Struct } from "effect"
import type * as Arr from "effect/Array"
import { nameEvent, type NewEvent } from "../../events/events/RollcallEvent.ts"
import { described } from "../../shared/Described.ts"
import { BroadcastUuid, ContactUuid, RecipientUuid } from "../../shared/Ids.ts"
import type { Broadcast, BroadcastCounters, BroadcastRef, FinalStatus, ResolutionProgress } from "./Broadcast.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** The meaning of each reason. */
export const recipientReasons = {
  // Refused at acceptance.
  invalid_identifier: "The identifier is not a phone number with country code.",
  duplicate_identifier:
    "Another recipient of the broadcast has the same identifier, or is the same person after a merge.",
  invalid_client_reference: "The client reference is too long or contains characters that cannot be stored.",
  missing_parameter: "A value that the template needs is missing or empty.",
  unexpected_parameter: "A value is given for a parameter that the template or the broadcast does not have.",
  invalid_parameter:
    "A value has the wrong type or is not valid, such as a media value that is not an https URL, or the platform refuses it.",
  wrong_card_count: "The number of cards differs from the broadcast's.",
  no_consent: "The contact has not checked the field that the audience requires.",
  no_address: "The contact has no address in the address fields of the audience.",
  excluded: "The audience excludes the contact.",
  archived: "The contact is archived.",
  frequency_cap: "The recipient already got as many marketing messages as the workspace allows.",
  // Accepted and never sent.
  cancelled: "The broadcast was cancelled before the message was sent.",
  expired: "The broadcast expired before the message was sent.",
  failed: "The broadcast failed before the message was sent.",
  completed: "The channel said that it had not accepted the message after the broadcast had completed.",
  erased: "The contact was erased before the message was sent.",
  already_received: "The message that a retry would repeat has arrived after all.",
  // Possibly sent.
  unknown: "The channel did not say whether it accepted the message. A delivery receipt may still tell.",
  held_for_quality: "The platform holds the message until it has assessed the quality of the template.",
  // Sent, but not delivered.
  undeliverable: "The channel refused the message, or a delivery receipt says that it cannot be delivered.",
  unreachable: "The address cannot receive messages of the channel.",
  opted_out: "The recipient opted out of messages, or the channel says so.",
  capped: "The platform limits how many messages the recipient gets.",
  malformed_address: "The platform does not accept the identifier as an address.",
  retries_exhausted: "Every retry ended in a transient error.",
  outcome_unknown: "The channel may have accepted the message, but its outcome stayed unknown."
} as const

/**
 * The reason code of a recipient that was excluded or not reached. The recipient's `error` gives the reason in words.
 *
 * @see docs/contributing/decisions.md, B21
 */
export const RecipientReason = Schema.Literals(Struct.keys(recipientReasons))
export type RecipientReason = typeof RecipientReason.Type

/**
 * The number of recipients excluded or not reached, by reason. Zero counts are absent.
 *
 * @see docs/contributing/decisions.md, R51
 */
export const ReasonCounts = Schema.Record(RecipientReason, Schema.optionalKey(Schema.Natural))
export type ReasonCounts = typeof ReasonCounts.Type

/** A broadcast with its counters, its resolution progress and the reasons of its recipients. */
export interface BroadcastDetails {
  readonly broadcast: Broadcast
  readonly counters: BroadcastCounters
  /** The progress of the broadcast's audience resolution; null if the broadcast is not resolving. */
  readonly resolution: ResolutionProgress | null
  /** The reasons of the recipients that are rejected, undeliverable or unknown. */
  readonly reasons: ReasonCounts
}

/** Why a recipient was excluded or not reached. */
export interface RecipientProblem {
  readonly reason: RecipientReason
  /** The reason in words, with the name or value concerned. */
  readonly error: string
}

/** Returns the problem of a recipient whose message was not sent before the broadcast ended. */
export const notSentProblem = (status: FinalStatus): RecipientProblem => ({
  reason: status,
  error: `${status} before sending`
})

/** The problem of a delivery to a contact that was erased before its message was sent. */
export const erasedProblem: RecipientProblem = { reason: "erased", error: "contact erased before sending" }

/** Returns the problem of an erased recipient: a fixed sentence for each reason, without personal data. */
export const impersonalProblem = (reason: RecipientReason): RecipientProblem =>
  reason === erasedProblem.reason ? erasedProblem : { reason, error: recipientReasons[reason] }

/** The problem of a recipient while it is unknown whether the channel accepted its message. */
export const unansweredProblem = impersonalProblem("unknown")

/** The problem of a recipient whose message the platform holds and may still drop. */
export const heldProblem = impersonalProblem("held_for_quality")

/** The problem of a recipient with an opted-out address. */
export const optedOutProblem: RecipientProblem = { reason: "opted_out", error: "the recipient opted out of messages" }

/** The problem of a recipient whose contact was merged with another recipient's contact. */
export const mergedProblem: RecipientProblem = {
  reason: "duplicate_identifier",
  error: "the contact was merged with the contact of another recipient"
}

/** Returns the event of a rejected recipient. */
export const rejectedEvent = (
  { broadcast, workspace }: BroadcastRef,
  recipientUuid: RecipientUuid,
  { reason }: Pick<RecipientProblem, "reason">
): NewEvent =>
  nameEvent({
    type: "recipient.rejected",
    workspaceUuid: workspace,
    broadcastUuid: broadcast,
    recipientUuid,
    reason
  })

/**
 * The status of a delivery. A `claimed` delivery is leased to a worker that has not begun to send it. A `sending` delivery
 * may have reached the channel.
 */
export const RecipientStatus = Schema.Literals([
  "pending",
  "claimed",
  "sending",
  "unknown",
  "sent",
  "undeliverable",
  "delivered",
  "read",
  "rejected"
])
export type RecipientStatus = typeof RecipientStatus.Type

/** The status of a recipient in the API. */
export const WireStatus = Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"])
export type WireStatus = typeof WireStatus.Type

/** A recipient of a broadcast as shown to readers: its address, its status, and the error if it was not reached. */
export const Recipient = Schema.Struct({
  uuid: described(RecipientUuid, "The uuid of the recipient."),
  broadcastUuid: described(BroadcastUuid, "The broadcast."),
  /**
   * The order of acceptance, starting at 1.
   *
   * @see docs/contributing/decisions.md, B14
   */
  position: Schema.Int,
  identifier: described(Schema.String, "The recipient's phone number with country code."),
  /** Null also after the contact is erased. */
  contactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact with the number when the broadcast was accepted, or the contact of the audience. Null for none."
  ),
  clientReference: described(Schema.NullOr(Schema.String), "The reference that the request gave."),
  status: RecipientStatus,
  /** Set with the error if the status is rejected, undeliverable or unknown; null otherwise. */
  reason: described(
    Schema.NullOr(RecipientReason),
    "Why the recipient was not reached. Null if the recipient was reached or may still be."
  ),
  error: described(Schema.NullOr(Schema.String), "The same in words."),
  deliveredAt: described(Schema.NullOr(Schema.DateTimeUtc), "When the message was delivered. Null if it was not."),
  /** Increases with every change of the delivery. */
  updatedAt: described(Schema.DateTimeUtc, "When the recipient last changed.")
})
export type Recipient = typeof Recipient.Type

/** A recipient as stored at acceptance: `pending` with its frozen parameters, or `rejected` with its problems. */
export interface StoredRecipient {
  readonly uuid: RecipientUuid
  /** The order of acceptance, starting at 1. */
  readonly position: number
  readonly identifier: string
  /** The address of the identifier (`addressOf`), used to find its contact; null if it is not an address. */
  readonly address: string | null
  /**
   * The contact that the audience selected; null if it has been erased since. If absent, the contact is found by `address`.
   */
  readonly contact?: ContactUuid | null
  readonly clientReference: string | null
  readonly outcome:
    | { readonly _tag: "Accepted"; readonly parameters: MessageParameters }
    | { readonly _tag: "Rejected"; readonly problems: Arr.NonEmptyReadonlyArray<RecipientProblem> }
}

/** A recipient refused at acceptance, with all its problems. After an erasure, no personal data is left. */
export interface RefusedRecipient {
  readonly identifier: string
  /** Null without a contact. */
  readonly contact: ContactUuid | null
  readonly problems: Arr.NonEmptyReadonlyArray<RecipientProblem>
}

/** Returns the refusal of a stored recipient; null if the recipient was accepted. */
export const refusalOf = (stored: {
  readonly identifier: string
  readonly contactUuid: ContactUuid | null
  readonly parameters: MessageParameters | null
  readonly reason: RecipientReason | null
  readonly error: string | null
  /** All problems if there are several problems; null otherwise. */
  readonly problems: Arr.NonEmptyReadonlyArray<RecipientProblem> | null
}): RefusedRecipient | null => {
  const { contactUuid: contact, error, identifier, parameters, problems, reason } = stored
  if (parameters !== null || reason === null || error === null) return null
  return { identifier, contact, problems: problems ?? [{ reason, error }] }
}

/** Combines several problems into one problem, with the first reason and all errors. */
export const summaryOf = (problems: Arr.NonEmptyReadonlyArray<RecipientProblem>): RecipientProblem => ({
  reason: problems[0].reason,
  error: problems.map(({ error }) => error).join("; ")
})

/** All problems of one recipient. */
export const RecipientWarning = Schema.Struct({
  identifier: Schema.String,
  /** The contact, if the recipients come from an audience. */
  contactUuid: Schema.optionalKey(ContactUuid),
  errors: Schema.Array(Schema.String),
  /** The reason of each error, in the same order. */
  reasons: Schema.Array(RecipientReason)
})
export type RecipientWarning = typeof RecipientWarning.Type

/** Returns the warning of a refused recipient. */
export const warningOf = ({ identifier, problems }: Omit<RefusedRecipient, "contact">): RecipientWarning => ({
  identifier,
  errors: problems.map(({ error }) => error),
  reasons: problems.map(({ reason }) => reason)
})

/** Returns the warning of a refused recipient of an audience, with its contact. The contact may have no identifier. */
export const contactWarningOf = ({ contact, ...refused }: RefusedRecipient): RecipientWarning => ({
  ...warningOf(refused),
  ...(contact !== null && { contactUuid: contact })
})

/** Returns the status in the API: `submitted` for pending, claimed, sending, unknown and sent. */
export const wireStatus = (status: RecipientStatus): WireStatus => {
  switch (status) {
    case "pending":
    case "claimed":
    case "sending":
    case "unknown":
    case "sent":
      return "submitted"
    default:
      return status
  }
}

/** Returns the statuses that the API shows as this status. */
export const statusesOf = (shown: WireStatus): ReadonlyArray<RecipientStatus> =>
  RecipientStatus.literals.filter((status) => wireStatus(status) === shown)

/**
 * Ranks statuses by how much they prove. A receipt changes a delivery only to a higher rank: `delivered` replaces
 * `undeliverable`, never the reverse. A receipt for a delivery believed unsent proves that the message was sent.
 *
 * @see docs/contributing/decisions.md, B11
 */
export const evidence: { readonly [Status in RecipientStatus]: number } = {
  pending: 0,
  claimed: 0,
  sending: 0,
  rejected: 0,
  unknown: 1,
  sent: 2,
  undeliverable: 3,
  delivered: 4,
  read: 5
}
