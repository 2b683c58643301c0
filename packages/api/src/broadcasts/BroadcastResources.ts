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
  wireStatus,
  recipientReasons
} from "@rollcall/core/broadcasts"
import { DateTime, Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Count, described } from "../requests/Described.ts"

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
  status: described(Schema.Literal("scheduled"), "It is stored, and will be sent."),
  scheduled_at: described(Instant, "When sending begins."),
  recipients: described(Count, "How many recipients are sent to."),
  rejected_recipients: described(Count, "How many recipients are not sent to; the warnings say why."),
  warnings: Warnings
}).annotate({ identifier: "AcceptedBroadcast", description: "The broadcast is stored with all its recipients." })

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

const statusReason = described(
  Schema.NullOr(Schema.String),
  "Why it is paused or failed, `paused by request` for a pause by a call; null for every other status."
)

/** A broadcast with its cumulative counters (B13). One that is paused, failed or made to wait says why, beside the specification's fields. */
export const BroadcastResource = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(BroadcastStatus, "How far the broadcast is."),
  status_reason: described(
    Schema.optionalKey(Schema.String),
    "Why it is paused or failed, `paused by request` for a pause by a call; of one that is sending, `sender_limited` with the provider's code while it makes the sender wait; absent otherwise."
  ),
  scheduled_at: described(Instant, "When sending begins, or began."),
  recipients: described(Count, "How many recipients were accepted."),
  sent: described(Count, "How many messages were sent, those delivered and read among them."),
  delivered: described(Count, "How many messages were delivered, those read among them."),
  read: described(Count, "How many messages were read."),
  rejected: described(Count, "How many recipients were refused, or not sent to before the broadcast ended."),
  failed: described(Count, "How many messages could not be delivered.")
}).annotate({ identifier: "Broadcast", description: "A broadcast with its counters, which never fall." })

const Pagination = Schema.Struct({
  offset: described(Count, "Where the page begins."),
  limit: described(Count, "How many rows the page has at most."),
  total: described(Count, "How many rows there are on all pages.")
}).annotate({ identifier: "BroadcastPagination", description: "Which part of a listing the page is." })

/** Broadcasts of a workspace, newest first (B21). */
export const BroadcastPage = Schema.Struct({
  broadcasts: described(
    Schema.Array(
      Schema.Struct({
        uuid: described(BroadcastUuid, "The uuid of the broadcast."),
        name: described(Schema.String, "What people call the broadcast."),
        status: described(BroadcastStatus, "How far the broadcast is."),
        status_reason: statusReason,
        channel_type: described(Schema.String, "The channel."),
        template_name: described(Schema.String, "The name of its template."),
        locale: described(Schema.String, "The template's language code."),
        from: described(Schema.String, "The sender's phone number or identifier."),
        scheduled_at: described(Instant, "When sending begins, or began."),
        valid_until: described(Schema.NullOr(Instant), "When sending ends; null for never."),
        created_at: described(Instant, "When it was accepted.")
      }).annotate({ identifier: "BroadcastSummary", description: "A broadcast without its counters." })
    ),
    "The broadcasts of the page, newest first."
  ),
  pagination: Pagination
}).annotate({ identifier: "BroadcastPage", description: "A page of broadcasts." })

const account = {
  identifier: described(Schema.String, "The recipient's phone number with country code."),
  delivered_at: described(Schema.NullOr(Instant), "When the message was delivered; null if it was not."),
  reason: described(Schema.NullOr(Reason), "Why the recipient was not reached; null if it was or may be."),
  error: described(Schema.NullOr(Schema.String), "The same in words.")
}

/** Recipients of one broadcast in the order of acceptance (B14). */
export const RecipientPage = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  recipients: described(
    Schema.Array(
      Schema.Struct({
        ...account,
        status: described(
          Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"]),
          "What became of the message so far."
        )
      })
    ),
    "The recipients of the page, in the order of the request."
  ),
  pagination: Pagination
}).annotate({ identifier: "RecipientPage", description: "Recipients of one broadcast." })

/** Recipients over all broadcasts (B14). */
export const StatusPage = Schema.Struct({
  recipients: described(
    Schema.Array(
      Schema.Struct({
        uuid: described(RecipientUuid, "The uuid of the recipient."),
        ...account,
        status: described(
          Schema.Literals(["submitted", "delivered", "read", "rejected"]),
          "What became of the message so far; an undeliverable one is rejected, with its reason."
        ),
        client_reference: described(Schema.NullOr(Schema.String), "The reference that the request gave."),
        broadcast_uuid: described(BroadcastUuid, "The broadcast."),
        updated_at: described(Instant, "When the recipient last changed."),
        metadata: described(Schema.Null, "Its content is not specified.")
      })
    ),
    "The recipients of the page, the one that changed first before the others."
  ),
  pagination: Pagination
}).annotate({ identifier: "MessageStatusPage", description: "Recipients of all broadcasts." })

export const toWarnings = (warnings: ReadonlyArray<RecipientWarning>): typeof Warnings.Type => ({
  recipients: warnings
})

/**
 * The answer to an accepted broadcast in its encoded form: it may carry 50,000 warnings, which no schema walks over.
 */
export const toAcceptedBroadcast = (acceptance: Acceptance): typeof AcceptedBroadcast.Encoded => ({
  uuid: acceptance.uuid,
  status: "scheduled",
  scheduled_at: DateTime.formatIso(acceptance.scheduledAt),
  recipients: acceptance.recipients,
  rejected_recipients: acceptance.rejectedRecipients,
  warnings: toWarnings(acceptance.warnings)
})

export const toBroadcastResource = ({ broadcast, counters }: BroadcastDetails): typeof BroadcastResource.Type => ({
  uuid: broadcast.uuid,
  status: broadcast.status,
  ...(broadcast.statusReason !== null && { status_reason: broadcast.statusReason }),
  scheduled_at: broadcast.scheduledAt,
  recipients: counters.recipients,
  sent: counters.sent,
  delivered: counters.delivered,
  read: counters.read,
  rejected: counters.rejected,
  failed: counters.failed
})

export const toBroadcastSummary = (broadcast: Broadcast): (typeof BroadcastPage.Type)["broadcasts"][number] => ({
  uuid: broadcast.uuid,
  name: broadcast.name,
  status: broadcast.status,
  status_reason: broadcast.statusReason,
  channel_type: broadcast.channelType,
  template_name: broadcast.templateName,
  locale: broadcast.locale,
  from: broadcast.from,
  scheduled_at: broadcast.scheduledAt,
  valid_until: broadcast.validUntil,
  created_at: broadcast.createdAt
})

export const toRecipientStatus = (recipient: Recipient): (typeof RecipientPage.Type)["recipients"][number] => ({
  identifier: recipient.identifier,
  status: wireStatus(recipient.status),
  delivered_at: recipient.deliveredAt,
  reason: recipient.reason,
  error: recipient.error
})

/** A row of message_statuses, where an undeliverable recipient appears as rejected with its reason and error (B14). */
export const toMessageStatus = (recipient: Recipient): (typeof StatusPage.Type)["recipients"][number] => {
  const status = wireStatus(recipient.status)
  return {
    uuid: recipient.uuid,
    identifier: recipient.identifier,
    status: status === "undeliverable" ? "rejected" : status,
    delivered_at: recipient.deliveredAt,
    reason: recipient.reason,
    error: recipient.error,
    client_reference: recipient.clientReference,
    broadcast_uuid: recipient.broadcastUuid,
    updated_at: recipient.updatedAt,
    metadata: null
  }
}
