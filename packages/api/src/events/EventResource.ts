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

const NoticeResource = Schema.Struct({
  kind: described(Schema.String, "The channel's name for the report, such as message_template_status_update."),
  level: described(Schema.Literals(["info", "warning"]), "An operator should look at a warning."),
  detail: described(Schema.String, "A sentence for people, without values of contacts.")
}).annotate({ identifier: "ChannelNotice", description: "What a channel reports." })

const members = {
  cursor: described(Schema.String, "The position of the event. Give it as `after` to continue after the event."),
  type: described(EventType, "What happened."),
  at: described(Schema.DateTimeUtc, "When it happened."),
  by: described(
    Schema.NullOr(ActorUuid),
    "The UUID of the user who caused it. Null for Rollcall's own work, people and channels."
  ),
  actor: described(
    Schema.NullOr(Schema.String),
    "The user who caused it, by the application's own name. Null like `by`, and if the application acted for itself."
  ),
  contactUuid: described(Schema.NullOr(ContactUuid), "The contact that it happened to."),
  mergedContactUuid: described(
    Schema.NullOr(ContactUuid),
    "The contact that was merged into it, or separated from it again."
  ),
  contactImportUuid: described(Schema.NullOr(ContactImportUuid), "The import that it happened to."),
  broadcastUuid: described(Schema.NullOr(BroadcastUuid), "The broadcast that it happened to."),
  recipientUuid: described(Schema.NullOr(RecipientUuid), "The recipient that it happened to."),
  receivedMessageUuid: described(Schema.NullOr(ReceivedMessageUuid), "The message that was received."),
  channelNoticeUuid: described(
    Schema.NullOr(ChannelNoticeUuid),
    "The report of a channel. A repeated report has the same uuid."
  ),
  webhookUuid: described(Schema.NullOr(WebhookUuid), "The webhook that it happened to."),
  reason: described(
    Schema.NullOr(Schema.String),
    "Why a broadcast is paused or failed, a recipient was not reached, or a webhook was disabled: the reason as a " +
      "literal, except for broadcasts."
  ),
  asksToStop: described(
    Schema.NullOr(AsksToStop),
    "Whether the message asks for no more messages: `yes` opted the person out, `maybe` did not. Read a `maybe` yourself."
  ),
  notice: described(Schema.NullOr(NoticeResource), "What a channel reports.")
}
const shown = spelled(members)
const nothing = Record.map(members, () => null)

const EventResource = Schema.Struct(shown.fields).annotate({
  identifier: "Event",
  description: "What happened. Members that do not apply to the type are null."
})

/** A page of events, in order. */
export const EventPageResource = Schema.Struct({
  events: described(Schema.Array(EventResource), "The events, oldest first."),
  next: described(Schema.String, "Continue with this as `after`. It also skips events that `types` leaves out."),
  has_more: described(Schema.Boolean, "Whether there may be more events now.")
}).annotate({ identifier: "EventPage", description: "Events in their order." })

/** Encodes an event. */
export const toEventResource = (event: RollcallEvent): typeof EventResource.Encoded =>
  shown.encode({ ...nothing, ...event })

export const toEventPage = ({ events, hasMore, next }: EventPage): typeof EventPageResource.Encoded => ({
  events: events.map(toEventResource),
  next,
  has_more: hasMore
})

const From = described(
  Schema.optionalKey(Schema.Literals(["oldest", "now"])),
  "Where to begin without a cursor: at the oldest stored event or at new events. Default: `oldest`."
)

export const eventsQuery = {
  after: described(
    Schema.optionalKey(Schema.String),
    "The cursor to continue after. Default: begin at the oldest stored event."
  ),
  from: From,
  types: described(
    Schema.optionalKey(typesOf(EventType)),
    `Only events of these types, joined by commas: ${EventType.literals.join(", ")}.`
  ),
  limit: described(queryInteger({ minimum: 1, maximum: 1_000, default: 100 }), "The maximum number of events.")
}

export const streamQuery = {
  after: described(
    Schema.optionalKey(Schema.String),
    "The cursor to continue after. Default: begin at the oldest stored event. A `Last-Event-ID` takes precedence."
  ),
  from: From,
  types: eventsQuery.types,
  broadcast: described(
    Schema.optionalKey(BroadcastUuid),
    "A broadcast whose status and counters to send too. Needs broadcasts:read."
  )
}

/** The header with which a client continues a stream: the `id` of the last message. */
export const streamHeaders = {
  "last-event-id": described(
    Schema.optionalKey(Schema.String),
    "The id of the last message, which clients send when they reconnect."
  )
}

/** A message of the event stream: an event with its cursor as `id`, or a broadcast with its counters. */
export const StreamMessage = Schema.Union([
  Schema.Struct({
    id: described(Schema.optional(Schema.String), "The cursor of the event."),
    event: described(
      Schema.Literal("message"),
      "The type of the message. It is the default of server-sent events, and is not written."
    ),
    data: described(Schema.fromJsonString(EventResource), "The event, as a listing shows it.")
  }),
  Schema.Struct({
    id: described(Schema.optional(Schema.String), "The id of the last event, because broadcasts have no cursor."),
    event: described(Schema.Literal("broadcast"), "The type of the message."),
    data: described(Schema.fromJsonString(BroadcastResource), "The broadcast with its counters.")
  })
]).annotate({ identifier: "StreamMessage", description: "A message of the stream of events." })
