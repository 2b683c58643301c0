import {
  ActorUuid,
  BroadcastUuid,
  ContactImportUuid,
  ContactUuid,
  RecipientUuid,
  type RollcallEvent
} from "@rollcall/core"
import { ChannelNoticeUuid, described, ReceivedMessageUuid, WebhookUuid } from "@rollcall/core/operations"
import { AsksToStop, EventType, type EventPage } from "@rollcall/core/events"
import { Record, Schema } from "effect"
import { BroadcastResource } from "../broadcasts/BroadcastResources.ts"
import { queryInteger, typesOf } from "../requests/Codecs.ts"
import { spelled } from "../requests/WireNames.ts"

/** What a channel reports. */
const NoticeResource = Schema.Struct({
  kind: described(Schema.String, "The channel's name of what it reports, such as message_template_status_update."),
  level: described(Schema.Literals(["info", "warning"]), "A warning is for an operator to look at."),
  detail: described(Schema.String, "A sentence for a person, without values of contacts.")
}).annotate({ identifier: "ChannelNotice", description: "What a channel reports." })

const members = {
  cursor: described(Schema.String, "Continue after the event with this."),
  type: described(EventType, "What happened."),
  at: described(Schema.DateTimeUtc, "When it happened."),
  by: described(
    Schema.NullOr(ActorUuid),
    "The UUID of who caused it; null for Rollcall's own work, as of workers, and for people and channels."
  ),
  actor: described(
    Schema.NullOr(Schema.String),
    "Who caused it, as the application names its users; null like `by`, and where the application acted for itself."
  ),
  contactUuid: described(Schema.NullOr(ContactUuid), "The contact that it happened to."),
  mergedContactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that was merged into it, or is a contact of its own again."
  ),
  contactImportUuid: described(Schema.NullOr(ContactImportUuid), "The import that it happened to."),
  broadcastUuid: described(Schema.NullOr(BroadcastUuid), "The broadcast that it happened to."),
  recipientUuid: described(Schema.NullOr(RecipientUuid), "The recipient that it happened to."),
  receivedMessageUuid: described(Schema.NullOr(ReceivedMessageUuid), "The message that was received."),
  channelNoticeUuid: described(
    Schema.NullOr(ChannelNoticeUuid),
    "The report of a channel: the same, however often it comes."
  ),
  webhookUuid: described(Schema.NullOr(WebhookUuid), "The webhook that it happened to."),
  reason: described(
    Schema.NullOr(Schema.String),
    "Why a broadcast is paused or failed, or the literal reason of a recipient that was not reached, or of a webhook " +
      "that was disabled."
  ),
  asksToStop: described(
    Schema.NullOr(AsksToStop),
    "Whether the message asks for no more messages: `yes` opted the person out, `maybe` did not and is for you to read."
  ),
  notice: described(Schema.NullOr(NoticeResource), "What a channel reports.")
}
const shown = spelled(members)
const nothing = Record.map(members, () => null)

/** An event: what happened, when, and to what. Members that its type does not have are null. */
const EventResource = Schema.Struct(shown.fields).annotate({
  identifier: "Event",
  description: "What happened; what an event of its type has not is null."
})

/** Events in order. */
export const EventPageResource = Schema.Struct({
  events: described(Schema.Array(EventResource), "The events, the oldest first."),
  next: described(Schema.String, "Continue with this: it also passes events that `types` leaves out."),
  has_more: described(Schema.Boolean, "Whether there may be more events by now.")
}).annotate({ identifier: "EventPage", description: "Events in their order." })

/** An event as the API shows it. */
export const toEventResource = (event: RollcallEvent): typeof EventResource.Encoded =>
  shown.encode({ ...nothing, ...event })

export const toEventPage = ({ events, hasMore, next }: EventPage): typeof EventPageResource.Encoded => ({
  events: events.map(toEventResource),
  next,
  has_more: hasMore
})

const From = described(
  Schema.optionalKey(Schema.Literals(["oldest", "now"])),
  "Where to begin without a cursor: with the oldest event that is kept, which is the default, or with what happens now."
)

/** The query of the listing of events. */
export const eventsQuery = {
  after: described(
    Schema.optionalKey(Schema.String),
    "The cursor to continue after; without one, the oldest event that is kept comes first."
  ),
  from: From,
  types: described(
    Schema.optionalKey(typesOf(EventType)),
    `Only events of these types, joined by commas: ${EventType.literals.join(", ")}.`
  ),
  limit: described(queryInteger({ minimum: 1, maximum: 1_000, default: 100 }), "How many events at most.")
}

/** The query of the stream of events. */
export const streamQuery = {
  after: described(
    Schema.optionalKey(Schema.String),
    "The cursor to continue after; without one, the oldest event that is kept comes first. A `Last-Event-ID` counts more."
  ),
  from: From,
  types: eventsQuery.types,
  broadcast: described(
    Schema.optionalKey(BroadcastUuid),
    "A broadcast whose state and counters are sent too. A token needs broadcasts:read for it."
  )
}

/** The header of a client that continues a stream, with the `id` of the last message. */
export const streamHeaders = {
  "last-event-id": described(
    Schema.optionalKey(Schema.String),
    "The id of the last message, which clients of such streams send when they connect again."
  )
}

/** A message of the stream of events: an event, whose cursor is the `id`, or a broadcast with its counters. */
export const StreamMessage = Schema.Union([
  Schema.Struct({
    id: described(Schema.optional(Schema.String), "The cursor of the event."),
    event: described(Schema.Literal("message"), "The kind of the message, which is not written: it is the default."),
    data: described(Schema.fromJsonString(EventResource), "The event, as a listing shows it.")
  }),
  Schema.Struct({
    id: described(Schema.optional(Schema.String), "The id of the last event: a broadcast has none of its own."),
    event: described(Schema.Literal("broadcast"), "The kind of the message."),
    data: described(
      Schema.fromJsonString(BroadcastResource),
      "The broadcast with its counters, as its details show it."
    )
  })
]).annotate({ identifier: "StreamMessage", description: "A message of the stream of events." })
