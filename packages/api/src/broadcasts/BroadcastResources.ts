import {
  type Acceptance,
  type Broadcast,
  BroadcastUuid,
  type Recipient,
  RecipientReason,
  RecipientUuid
} from "@rollcall/core"
import {
  type BroadcastDetails,
  BroadcastStatus,
  type RecipientWarning,
  type RetryAcceptance,
  wireStatus,
  recipientReasons
} from "@rollcall/core/broadcasts"
import { DateTime, Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Count, described } from "../requests/Described.ts"
import { next } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const Reason = RecipientReason.annotate({
  identifier: "RecipientReason",
  description: Object.entries(recipientReasons)
    .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
    .join("\n")
})

/** What is wrong with recipients; they do not fail the request. */
const Warnings = Schema.Struct({
  recipients: described(
    Schema.Array(
      Schema.Struct({
        identifier: described(Schema.String, "The identifier as it was given."),
        errors: described(Schema.Array(Schema.String), "What is wrong with the recipient, in words."),
        reasons: described(Schema.Array(Reason), "The reason of each error, in the same order.")
      })
    ),
    "The recipients that are not sent to, in the order of the request."
  )
}).annotate({
  identifier: "BroadcastWarnings",
  description: "What is wrong with recipients; it does not fail the request."
})

/** The answer to a broadcast that was accepted. */
export const AcceptedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(
    Schema.Literals(["scheduled", "resolving"]),
    "It is stored, and will be sent; the contacts of its audience are decided before, while it is `resolving`."
  ),
  scheduled_at: described(Instant, "When sending begins."),
  recipients: described(Schema.NullOr(Count), "How many recipients are sent to; null if that is not known yet."),
  rejected_recipients: described(
    Schema.NullOr(Count),
    "How many recipients are not sent to; the warnings say why. Null if that is not known yet."
  ),
  warnings: Warnings
}).annotate({ identifier: "AcceptedBroadcast", description: "The broadcast is stored with all its recipients." })

/** The answer to a retry that was accepted (R40). */
export const RetriedBroadcast = Schema.Struct({
  ...AcceptedBroadcast.fields,
  retry_of: described(BroadcastUuid, "The broadcast whose recipients are sent to again."),
  warnings: Schema.Struct({
    ...Warnings.fields,
    broadcast: described(Schema.Array(Schema.String), "What is to be known of the broadcast as a whole.")
  }).annotate({
    identifier: "RetryWarnings",
    description: "The first 500 recipients that are not sent to, and what is to be known of all."
  })
}).annotate({ identifier: "RetriedBroadcast", description: "The new broadcast is stored with all its recipients." })

/** The answer to a payload that could be sent. */
export const ValidatedBroadcast = Schema.Struct({ warnings: Warnings }).annotate({
  identifier: "ValidatedBroadcast",
  description: "The broadcast could be sent."
})

export const CancelledBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("cancelled"), "No send starts any more.")
}).annotate({ identifier: "CancelledBroadcast", description: "The broadcast is cancelled." })

export const PausedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("paused"), "No send starts until it is resumed.")
}).annotate({ identifier: "PausedBroadcast", description: "The broadcast is paused." })

export const ResumedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("sending"), "The recipients that are left are sent to.")
}).annotate({ identifier: "ResumedBroadcast", description: "The broadcast is being sent." })

const details = spelled({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(BroadcastStatus, "How far the broadcast is."),
  statusReason: described(
    Schema.optionalKey(Schema.String),
    "Why it is paused or failed, `paused by request` for a pause by a call; of one that is sending, `sender_limited` with the provider's code while it makes the sender wait; absent otherwise."
  ),
  scheduledAt: described(Instant, "When sending begins, or began."),
  recipients: described(Count, "How many recipients were accepted."),
  sent: described(Count, "How many messages were sent, those delivered and read among them."),
  delivered: described(Count, "How many messages were delivered, those read among them."),
  read: described(Count, "How many messages were read."),
  rejected: described(Count, "How many recipients were refused, or not sent to before the broadcast ended."),
  failed: described(Count, "How many messages could not be delivered."),
  reasons: described(
    Schema.Record(RecipientReason, described(Schema.optionalKey(Count), "How many recipients have this reason.")),
    "Why the rejected and failed recipients were not reached: how many for each reason; one that none has is absent."
  )
})

/** A broadcast with its cumulative counters (B13). One that is paused, failed or made to wait says why, beside the specification's fields. */
export const BroadcastResource = Schema.Struct(details.fields).annotate({
  identifier: "Broadcast",
  description: "A broadcast with its counters, which never fall."
})

const Pagination = Schema.Struct({
  offset: described(Count, "Where the page begins."),
  limit: described(Count, "How many rows the page has at most."),
  total: described(Count, "How many rows there are on all pages.")
}).annotate({ identifier: "BroadcastPagination", description: "Which part of a listing the page is." })

const CursorPagination = Schema.Struct({ ...Pagination.fields, next }).annotate({
  identifier: "RecipientPagination",
  description: "Which part of a listing the page is, and what comes after it."
})

const summary = spelled({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  name: described(Schema.String, "What people call the broadcast."),
  status: described(BroadcastStatus, "How far the broadcast is."),
  statusReason: described(
    Schema.NullOr(Schema.String),
    "Why it is paused or failed, `paused by request` for a pause by a call; null for every other status."
  ),
  channelType: described(Schema.String, "The channel."),
  templateName: described(Schema.String, "The name of its template."),
  locale: described(Schema.String, "The template's language code."),
  from: described(Schema.String, "The sender's phone number or identifier."),
  scheduledAt: described(Instant, "When sending begins, or began."),
  validUntil: described(Schema.NullOr(Instant), "When sending ends; null for never."),
  createdAt: described(Instant, "When it was accepted.")
})

const BroadcastSummary = Schema.Struct(summary.fields).annotate({
  identifier: "BroadcastSummary",
  description: "A broadcast without its counters."
})

/** Broadcasts of a workspace, newest first (B21). */
export const BroadcastPage = Schema.Struct({
  broadcasts: described(Schema.Array(BroadcastSummary), "The broadcasts of the page, newest first."),
  pagination: Pagination
}).annotate({ identifier: "BroadcastPage", description: "A page of broadcasts." })

const identifier = described(Schema.String, "The recipient's phone number with country code.")
const outcome = {
  deliveredAt: described(Schema.NullOr(Instant), "When the message was delivered; null if it was not."),
  reason: described(Schema.NullOr(Reason), "Why the recipient was not reached; null if it was or may be."),
  error: described(Schema.NullOr(Schema.String), "The same in words.")
}

const recipientStatus = spelled({
  identifier,
  status: described(
    Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"]),
    "What became of the message so far."
  ),
  ...outcome
})

// The document describes the status after the outcome, answers have it before.
const { status: recipientState, ...recipientOutcome } = recipientStatus.fields

/** Recipients of one broadcast in the order of acceptance (B14). */
export const RecipientPage = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  recipients: described(
    Schema.Array(Schema.Struct({ ...recipientOutcome, status: recipientState })),
    "The recipients of the page, in the order of the request."
  ),
  pagination: CursorPagination
}).annotate({ identifier: "RecipientPage", description: "Recipients of one broadcast." })

const messageStatus = spelled({
  uuid: described(RecipientUuid, "The uuid of the recipient."),
  identifier,
  status: described(
    Schema.Literals(["submitted", "delivered", "read", "rejected"]),
    "What became of the message so far; an undeliverable one is rejected, with its reason."
  ),
  ...outcome,
  clientReference: described(Schema.NullOr(Schema.String), "The reference that the request gave."),
  broadcastUuid: described(BroadcastUuid, "The broadcast."),
  updatedAt: described(Instant, "When the recipient last changed."),
  metadata: described(Schema.Null, "Its content is not specified.")
})

const {
  broadcast_uuid,
  client_reference,
  metadata,
  status: messageState,
  updated_at,
  ...messageOutcome
} = messageStatus.fields

/** Recipients over all broadcasts (B14). */
export const StatusPage = Schema.Struct({
  recipients: described(
    Schema.Array(
      Schema.Struct({
        ...messageOutcome,
        status: messageState,
        client_reference,
        broadcast_uuid,
        updated_at,
        metadata
      })
    ),
    "The recipients of the page, the one that changed first before the others."
  ),
  pagination: CursorPagination
}).annotate({ identifier: "MessageStatusPage", description: "Recipients of all broadcasts." })

export const toWarnings = (warnings: ReadonlyArray<RecipientWarning>): typeof Warnings.Type => ({
  recipients: warnings
})

/**
 * The answer to an accepted broadcast in its encoded form: it may carry 50,000 warnings, which no schema walks over.
 */
export const toAcceptedBroadcast = (acceptance: Acceptance): typeof AcceptedBroadcast.Encoded => ({
  uuid: acceptance.uuid,
  status: acceptance.status === "resolving" ? "resolving" : "scheduled",
  scheduled_at: DateTime.formatIso(acceptance.scheduledAt),
  recipients: acceptance.recipients,
  rejected_recipients: acceptance.rejectedRecipients,
  warnings: toWarnings(acceptance.warnings)
})

export const toRetriedBroadcast = (acceptance: RetryAcceptance): typeof RetriedBroadcast.Encoded => {
  const accepted = toAcceptedBroadcast(acceptance)
  const broadcast = acceptance.mayRepeat ? [repeatWarning] : []
  return { ...accepted, retry_of: acceptance.retryOf, warnings: { ...accepted.warnings, broadcast } }
}

const repeatWarning =
  "outcomes that are not known were named: a recipient who got the message without a sign of it gets it a second time"

export const toBroadcastResource = ({
  broadcast: { scheduledAt, status, statusReason, uuid },
  counters,
  reasons
}: BroadcastDetails): typeof BroadcastResource.Encoded =>
  details.encode({ uuid, status, ...(statusReason !== null && { statusReason }), scheduledAt, ...counters, reasons })

export const toBroadcastSummary: (broadcast: Broadcast) => typeof BroadcastSummary.Encoded = summary.encode

export const toRecipientStatus = (recipient: Recipient): (typeof RecipientPage.Encoded)["recipients"][number] =>
  recipientStatus.encode({ ...recipient, status: wireStatus(recipient.status) })

/** A row of message_statuses, where an undeliverable recipient appears as rejected with its reason and error (B14). */
export const toMessageStatus = (recipient: Recipient): (typeof StatusPage.Encoded)["recipients"][number] => {
  const status = wireStatus(recipient.status)
  return messageStatus.encode({
    ...recipient,
    status: status === "undeliverable" ? "rejected" : status,
    metadata: null
  })
}
