import {
  type Acceptance,
  type Broadcast,
  BroadcastUuid,
  type Recipient,
  RecipientReason,
  recipientReasons,
  RecipientUuid,
  type RecipientWarning
} from "@rollcall/core"
import { type BroadcastDetails, BroadcastStatus, wireStatus } from "@rollcall/core/storage"
import { DateTime, Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"

const Reason = RecipientReason.annotate({
  identifier: "RecipientReason",
  description: Object.entries(recipientReasons)
    .map(([reason, meaning]) => `- \`${reason}\`: ${meaning}`)
    .join("\n")
})

/** What is wrong with recipients; they do not fail the request. */
const Warnings = Schema.Struct({
  recipients: Schema.Array(
    Schema.Struct({
      identifier: Schema.String,
      errors: Schema.Array(Schema.String),
      reasons: Schema.Array(Reason).annotate({ description: "The reason of each error, in the same order." })
    })
  )
}).annotate({ identifier: "BroadcastWarnings" })

/** The answer to a broadcast that was accepted. */
export const AcceptedBroadcast = Schema.Struct({
  uuid: BroadcastUuid,
  status: Schema.Literal("scheduled"),
  scheduled_at: Instant,
  recipients: Schema.Int,
  rejected_recipients: Schema.Int,
  warnings: Warnings
}).annotate({ identifier: "AcceptedBroadcast" })

/** The answer to a payload that could be sent. */
export const ValidatedBroadcast = Schema.Struct({ warnings: Warnings }).annotate({ identifier: "ValidatedBroadcast" })

export const CancelledBroadcast = Schema.Struct({ uuid: BroadcastUuid, status: BroadcastStatus }).annotate({
  identifier: "CancelledBroadcast"
})

/** A broadcast with its cumulative counters (B13). */
export const BroadcastResource = Schema.Struct({
  uuid: BroadcastUuid,
  status: BroadcastStatus,
  scheduled_at: Instant,
  recipients: Schema.Int,
  sent: Schema.Int,
  delivered: Schema.Int,
  read: Schema.Int,
  rejected: Schema.Int,
  failed: Schema.Int
}).annotate({ identifier: "Broadcast" })

const Pagination = Schema.Struct({ offset: Schema.Int, limit: Schema.Int, total: Schema.Int }).annotate({
  identifier: "BroadcastPagination"
})

/** Broadcasts of a workspace, newest first (B21). */
export const BroadcastPage = Schema.Struct({
  broadcasts: Schema.Array(
    Schema.Struct({
      uuid: BroadcastUuid,
      name: Schema.String,
      status: BroadcastStatus,
      status_reason: Schema.NullOr(Schema.String).annotate({ description: "Why it is paused or failed." }),
      channel_type: Schema.String,
      template_name: Schema.String,
      locale: Schema.String,
      from: Schema.String,
      scheduled_at: Instant,
      valid_until: Schema.NullOr(Instant).annotate({ description: "When sending ends; null for never." }),
      created_at: Instant
    }).annotate({ identifier: "BroadcastSummary" })
  ),
  pagination: Pagination
}).annotate({ identifier: "BroadcastPage" })

const account = {
  identifier: Schema.String,
  delivered_at: Schema.NullOr(Instant),
  reason: Schema.NullOr(Reason).annotate({
    description: "Why the recipient was not reached; null if it was or may be."
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "The same in words." })
}

/** Recipients of one broadcast in the order of acceptance (B14). */
export const RecipientPage = Schema.Struct({
  uuid: BroadcastUuid,
  recipients: Schema.Array(
    Schema.Struct({
      ...account,
      status: Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"])
    })
  ),
  pagination: Pagination
}).annotate({ identifier: "RecipientPage" })

/** Recipients over all broadcasts (B14). */
export const StatusPage = Schema.Struct({
  recipients: Schema.Array(
    Schema.Struct({
      uuid: RecipientUuid,
      ...account,
      status: Schema.Literals(["submitted", "delivered", "read", "rejected"]),
      client_reference: Schema.NullOr(Schema.String),
      broadcast_uuid: BroadcastUuid,
      updated_at: Instant,
      metadata: Schema.Null.annotate({ description: "Its content is not specified." })
    })
  ),
  pagination: Pagination
}).annotate({ identifier: "MessageStatusPage" })

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
