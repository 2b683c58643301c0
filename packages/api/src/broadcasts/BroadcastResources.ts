import { Broadcast, BroadcastUuid, Recipient, RecipientReason } from "@rollcall/core"
import { Count, described } from "@rollcall/core/operations"
import {
  BroadcastCounters,
  type BroadcastDetails,
  type BroadcastStatus,
  ResolutionProgress,
  type SpanCounts,
  wireStatus
} from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { cursorPageOf, next, pageOf } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { Reason } from "./AcceptanceResources.ts"
import { AudienceBody, toAudienceBody } from "./AudienceBodies.ts"

/** Makes the response to a change of a broadcast. */
const changed = <Members extends Schema.Struct.Fields>(identifier: string, description: string, members: Members) =>
  Schema.Struct({ uuid: Broadcast.fields.uuid, ...members }).annotate({ identifier, description })

export const CancelledBroadcast = changed("CancelledBroadcast", "The broadcast is cancelled.", {
  status: described(Schema.Literal("cancelled"), "No send starts any more.")
})

export const PausedBroadcast = changed("PausedBroadcast", "The broadcast is paused.", {
  status: described(Schema.Literal("paused"), "No send starts until it is resumed.")
})

export const ResumedBroadcast = changed("ResumedBroadcast", "The broadcast is being sent.", {
  status: described(Schema.Literal("sending"), "Sends to the remaining recipients.")
})

export const OptOutsApplied = changed("OptOutsApplied", "The opt-outs that were held are applied.", {
  held_opt_outs: described(Schema.Literal("applied"), "Everyone the provider reported is opted out.")
})

export const OptOutsDismissed = changed("OptOutsDismissed", "The opt-outs that were held are dismissed.", {
  held_opt_outs: described(Schema.Literal("dismissed"), "Nobody is opted out by them.")
})

const unshown = ["workspaceUuid", "createdBy", "category", "version", "audience", "isComplete"] as const
const { recipientsRemovedAt, retryOf, ...listed } = Struct.omit(Broadcast.fields, unshown)

const details = spelled({
  ...listed,
  statusReason: described(
    Schema.optionalKey(Schema.String),
    "Why the broadcast is paused or failed: `paused by request` after a call paused it. While it is sending: `sender_limited` with the provider's code as long as the provider makes the sender wait. Absent otherwise."
  ),
  ...BroadcastCounters.fields,
  recipients: described(
    Schema.NullOr(Count),
    "How many recipients were accepted. Null until the contacts of an audience are stored."
  ),
  reasons: described(
    Schema.Record(RecipientReason, described(Schema.optionalKey(Count), "How many recipients have this reason.")),
    "How many recipients were not reached or may not have been reached, by reason: `unknown` if the channel did not say whether it accepted the message, `held_for_quality` if the platform holds the message. Reasons without recipients are absent."
  ),
  audience: described(
    Schema.NullOr(Schema.Literals(["unresolved", "resolving", "resolved"])),
    "Whether the contacts of the audience are stored. Null for a broadcast with given recipients."
  ),
  audienceRequest: described(
    Schema.NullOr(AudienceBody),
    "The audience of the request, with the first 100 of its contact_uuids. Null for a broadcast without an audience."
  ),
  resolution: described(
    Schema.NullOr(ResolutionProgress),
    "How many contacts are stored so far, while they are being stored. Null before and after."
  ),
  retryOf,
  recipientsRemovedAt
})

/** A broadcast with its cumulative counters. A paused, failed or waiting broadcast includes the reason. */
export const BroadcastResource = Schema.Struct(details.fields).annotate({
  identifier: "Broadcast",
  description: "A broadcast with its counters, which never fall."
})

export const BroadcastSeries = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  seconds: described(Count, "The length of each span in seconds."),
  spans: described(
    Schema.Array(
      Schema.Struct({
        at: described(Instant, "When the span begins."),
        sent: described(Count, "How many messages were sent in it."),
        delivered: described(Count, "How many messages were delivered in it."),
        read: described(Count, "How many messages were read in it."),
        failed: described(Count, "How many messages were found to be undeliverable in it.")
      } satisfies { readonly [Member in keyof SpanCounts]: Schema.Top })
    ),
    "The spans in which anything happened, oldest first."
  )
}).annotate({ identifier: "BroadcastSeries", description: "The progress of a broadcast over time." })

const Pagination = Schema.Struct({
  offset: described(Count, "The position of the first item on the page."),
  limit: described(Count, "The maximum number of items on the page."),
  total: described(Count, "How many items there are on all pages.")
}).annotate({ identifier: "BroadcastPagination", description: "The position of the page in the list." })

const CursorPagination = Schema.Struct({ ...Pagination.fields, next }).annotate({
  identifier: "RecipientPagination",
  description: "The position of the page in the list, and how to get the next page."
})

const summary = spelled(listed)

const BroadcastSummary = Schema.Struct(summary.fields).annotate({
  identifier: "BroadcastSummary",
  description: "A broadcast without its counters."
})

/** Broadcasts of a workspace, newest first. */
export const BroadcastPage = Schema.Struct({
  broadcasts: described(Schema.Array(BroadcastSummary), "The broadcasts of the page, newest first."),
  pagination: Pagination
}).annotate({ identifier: "BroadcastPage", description: "A page of broadcasts." })

const { broadcastUuid, clientReference, contactUuid, deliveredAt, error, identifier, updatedAt, uuid } =
  Recipient.fields
const reason = described(
  Schema.NullOr(Reason),
  "Why the recipient was not reached. Null if the recipient was reached or may still be."
)

const recipientStatus = spelled({
  identifier,
  contactUuid,
  status: described(
    Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"]),
    "The status of the message."
  ),
  deliveredAt,
  reason,
  error
})

/** Recipients of one broadcast in the order of acceptance. */
export const RecipientPage = Schema.Struct({
  uuid: described(BroadcastUuid, "The uuid of the broadcast."),
  recipients: described(
    Schema.Array(Schema.Struct(recipientStatus.fields)),
    "The recipients of the page, in the order of the request."
  ),
  pagination: CursorPagination
}).annotate({ identifier: "RecipientPage", description: "Recipients of one broadcast." })

const messageStatus = spelled({
  uuid,
  identifier,
  status: described(
    Schema.Literals(["submitted", "delivered", "read", "rejected"]),
    "The status of the message. An undeliverable message is rejected, with its reason."
  ),
  deliveredAt,
  reason,
  error,
  clientReference,
  broadcastUuid,
  updatedAt,
  metadata: described(Schema.Null, "Always null.")
})

/** Recipients of all broadcasts. */
export const StatusPage = Schema.Struct({
  recipients: described(Schema.Array(Schema.Struct(messageStatus.fields)), "The recipients of the page."),
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
  const { audience, isComplete, status, statusReason, ...rest } = broadcast
  return details.encode({
    ...rest,
    status,
    ...(statusReason !== null && { statusReason }),
    ...counters,
    recipients: isComplete ? counters.recipients : null,
    reasons,
    audience: audience && resolutionOf(isComplete, status),
    audienceRequest: audience && toAudienceBody(audience.request),
    resolution
  })
}

export const toBroadcastPage = pageOf("broadcasts", summary.encode)

const toRecipientStatus = (recipient: Recipient): (typeof RecipientPage.Encoded)["recipients"][number] =>
  recipientStatus.encode({ ...recipient, status: wireStatus(recipient.status) })

export const toRecipientPage = cursorPageOf("recipients", toRecipientStatus)

/** Encodes a recipient for `message_statuses`, where an undeliverable recipient is rejected with its reason and error. */
const toMessageStatus = (recipient: Recipient): (typeof StatusPage.Encoded)["recipients"][number] => {
  const status = wireStatus(recipient.status)
  return messageStatus.encode({
    ...recipient,
    status: status === "undeliverable" ? "rejected" : status,
    metadata: null
  })
}

export const toStatusPage = cursorPageOf("recipients", toMessageStatus)
