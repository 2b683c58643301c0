import { BroadcastUuid, ContactUuid, type Recipient, RecipientReason, RecipientUuid } from "@rollcall/core"
import {
  type BroadcastDetails,
  BroadcastStatus,
  HeldOptOutsState,
  type BroadcastSummary as ListedBroadcast,
  wireStatus
} from "@rollcall/core/broadcasts"
import type { SpanCounts } from "@rollcall/core/delivery"
import { Count, described } from "@rollcall/core/shared"
import { Schema, Struct } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { cursorPageOf, next, pageOf } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { Reason } from "./AcceptanceResources.ts"
import { AudienceBody, toAudienceBody } from "./AudienceBodies.ts"

export const CancelledBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("cancelled"), "No send starts any more.")
}).annotate({ identifier: "CancelledBroadcast", description: "The broadcast is cancelled." })

export const PausedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("paused"), "No send starts until it is resumed.")
}).annotate({ identifier: "PausedBroadcast", description: "The broadcast is paused." })

export const OptOutsApplied = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  held_opt_outs: described(Schema.Literal("applied"), "Everyone the provider reported is opted out.")
}).annotate({ identifier: "OptOutsApplied", description: "The opt-outs that were held are applied." })

export const OptOutsDismissed = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  held_opt_outs: described(Schema.Literal("dismissed"), "Nobody is opted out by them.")
}).annotate({ identifier: "OptOutsDismissed", description: "The opt-outs that were held are dismissed." })

export const ResumedBroadcast = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(Schema.Literal("sending"), "The recipients that are left are sent to.")
}).annotate({ identifier: "ResumedBroadcast", description: "The broadcast is being sent." })

/** What a broadcast was accepted with. */
const frozen = {
  name: described(Schema.String, "What people call the broadcast."),
  channelType: described(Schema.String, "The channel."),
  templateName: described(Schema.String, "The name of its template."),
  locale: described(Schema.String, "The template's language code."),
  from: described(Schema.String, "The sender's phone number or identifier."),
  validUntil: described(Schema.NullOr(Instant), "When sending ends; null for never."),
  createdAt: described(Instant, "When it was accepted.")
}

const heldOptOuts = described(
  Schema.NullOr(HeldOptOutsState),
  "Whether a burst of opt-outs that the provider reported is held, applied or dismissed; null without one."
)

const details = spelled({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  status: described(BroadcastStatus, "How far the broadcast is."),
  statusReason: described(
    Schema.optionalKey(Schema.String),
    "Why it is paused or failed, `paused by request` for a pause by a call; of one that is sending, `sender_limited` with the provider's code while it makes the sender wait; absent otherwise."
  ),
  scheduledAt: described(Instant, "When sending begins, or began."),
  recipients: described(
    Schema.NullOr(Count),
    "How many recipients were accepted; null while the contacts of an audience are not stored."
  ),
  sent: described(Count, "How many messages were sent, those delivered and read among them."),
  delivered: described(Count, "How many messages were delivered, those read among them."),
  read: described(Count, "How many messages were read."),
  rejected: described(Count, "How many recipients were refused, or not sent to before the broadcast ended."),
  failed: described(Count, "How many messages could not be delivered."),
  reasons: described(
    Schema.Record(RecipientReason, described(Schema.optionalKey(Count), "How many recipients have this reason.")),
    "Why the rejected and failed recipients were not reached, and how many may not have been: `unknown` for those of whom the channel did not say whether it accepted the message, `held_for_quality` for those whose message the platform holds. One that none has is absent."
  ),
  audience: described(
    Schema.NullOr(Schema.Literals(["unresolved", "resolving", "resolved"])),
    "How far its contacts are stored; null for a broadcast whose recipients were given."
  ),
  audienceRequest: described(
    Schema.NullOr(AudienceBody),
    "The audience as it was asked for, of contact_uuids the first 100; null for none."
  ),
  resolution: described(
    Schema.NullOr(
      Schema.Struct({
        contacts: described(Schema.NullOr(Count), "How many contacts there are to be stored; null until it is known."),
        resolved: described(Count, "How many of them are stored.")
      })
    ),
    "How far the contacts are stored while they are; null before and after."
  ),
  retryOf: described(Schema.NullOr(BroadcastUuid), "The broadcast whose recipients it reaches again; null for none."),
  recipientsRemovedAt: described(
    Schema.NullOr(Instant),
    "Since when its recipients are removed because of their age; null as long as they are kept. The counters stay."
  ),
  heldOptOuts,
  ...frozen
})

/** A broadcast with its cumulative counters (B13). One that is paused, failed or made to wait says why, beside the specification's fields. */
export const BroadcastResource = Schema.Struct(details.fields).annotate({
  identifier: "Broadcast",
  description: "A broadcast with its counters, which never fall."
})

/** What became of a broadcast over time. */
export const BroadcastSeries = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  seconds: described(Count, "How long each span is."),
  spans: described(
    Schema.Array(
      Schema.Struct({
        at: described(Instant, "When the span begins."),
        sent: described(Count, "How many messages were sent in it."),
        delivered: described(Count, "How many messages were delivered in it."),
        read: described(Count, "How many messages were read in it."),
        failed: described(Count, "How many messages are undeliverable, as is known since then.")
      } satisfies { readonly [Member in keyof SpanCounts]: Schema.Top })
    ),
    "The spans in which anything happened, the oldest first."
  )
}).annotate({ identifier: "BroadcastSeries", description: "What became of a broadcast over time." })

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
  status: described(BroadcastStatus, "How far the broadcast is."),
  statusReason: described(
    Schema.NullOr(Schema.String),
    "Why it is paused or failed, `paused by request` for a pause by a call; null for every other status."
  ),
  scheduledAt: described(Instant, "When sending begins, or began."),
  heldOptOuts,
  ...frozen
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
  contactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that had the number when the broadcast was accepted, or that it was made of; null for none."
  ),
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

const resolutionOf = (isComplete: boolean, status: BroadcastStatus) => {
  if (isComplete) return "resolved"
  return status === "resolving" ? "resolving" : "unresolved"
}

export const toBroadcastResource = ({
  broadcast,
  counters,
  reasons,
  resolution
}: BroadcastDetails): typeof BroadcastResource.Encoded => {
  const { audience, heldOptOuts, isComplete, recipientsRemovedAt, retryOf, scheduledAt, status, statusReason, uuid } =
    broadcast
  return details.encode({
    uuid,
    status,
    ...(statusReason !== null && { statusReason }),
    scheduledAt,
    ...counters,
    recipients: isComplete ? counters.recipients : null,
    reasons,
    audience: audience && resolutionOf(isComplete, status),
    audienceRequest: audience && toAudienceBody(audience.request),
    resolution,
    retryOf,
    recipientsRemovedAt,
    heldOptOuts,
    ...Struct.pick(broadcast, Struct.keys(frozen))
  })
}

const toBroadcastSummary: (broadcast: ListedBroadcast) => typeof BroadcastSummary.Encoded = summary.encode

export const toBroadcastPage = pageOf("broadcasts", toBroadcastSummary)

const toRecipientStatus = (recipient: Recipient): (typeof RecipientPage.Encoded)["recipients"][number] =>
  recipientStatus.encode({ ...recipient, status: wireStatus(recipient.status) })

export const toRecipientPage = cursorPageOf("recipients", toRecipientStatus)

/** A row of message_statuses, where an undeliverable recipient appears as rejected with its reason and error (B14). */
const toMessageStatus = (recipient: Recipient): (typeof StatusPage.Encoded)["recipients"][number] => {
  const status = wireStatus(recipient.status)
  return messageStatus.encode({
    ...recipient,
    status: status === "undeliverable" ? "rejected" : status,
    metadata: null
  })
}

export const toStatusPage = cursorPageOf("recipients", toMessageStatus)
