import { Brand, Schema } from "effect"
import {
  ActorUuid,
  BroadcastUuid,
  ChannelNoticeUuid,
  ContactImportUuid,
  ContactUuid,
  ReceivedMessageUuid,
  RecipientUuid,
  WebhookUuid,
  WorkspaceUuid
} from "../../shared/Ids.ts"

/**
 * The position of an event in its workspace's order. An opaque string from the store. A reader saves the last cursor and
 * continues after that cursor.
 */
export const EventCursor = Schema.String
export type EventCursor = typeof EventCursor.Type

const head = {
  /** The position of the event in its workspace's order. A reader saves the last cursor and continues after that cursor. */
  cursor: EventCursor,
  at: Schema.DateTimeUtc,
  workspaceUuid: WorkspaceUuid,
  /** The actor who caused the event; null if no actor did, as for a worker, a channel or a person's message. */
  by: Schema.NullOr(ActorUuid),
  /** The host's name for the actor, or the actor's UUID without a name. Null if `by` is null or the system actor. */
  actor: Schema.NullOr(Schema.String)
}

/** A contact changed. Broadcast activity recorded on a contact doesn't count as a change. */
const ContactEvent = Schema.Struct({
  ...head,
  type: Schema.Literals([
    "contact.created",
    "contact.updated",
    "contact.archived",
    "contact.unarchived",
    "contact.erased",
    "contact.opted_out",
    "contact.opted_in"
  ]),
  contactUuid: ContactUuid
})

/**
 * A contact was merged into another contact, or a merge was undone. After a merge, the surviving contact's uuid also
 * identifies the merged contact.
 */
const MergeEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["contact.merged", "contact.unmerged"]),
  /** The surviving contact. */
  contactUuid: ContactUuid,
  /** The contact that was merged into the surviving contact. */
  mergedContactUuid: ContactUuid
})

/** An import ended, and every row has an outcome. */
const ImportEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["import.completed", "import.failed"]),
  contactImportUuid: ContactImportUuid
})

/**
 * A broadcast was accepted, changed its status, started or stopped waiting for its sender's rate limit, or its reported
 * opt-outs were held, applied or dismissed.
 */
const BroadcastEvent = Schema.Struct({
  ...head,
  type: Schema.Literals([
    "broadcast.accepted",
    "broadcast.resolving",
    "broadcast.resolved",
    "broadcast.started",
    "broadcast.paused",
    "broadcast.resumed",
    "broadcast.completed",
    "broadcast.cancelled",
    "broadcast.expired",
    "broadcast.failed",
    "broadcast.limited",
    "broadcast.unlimited",
    "broadcast.tested",
    "broadcast.opt_outs_held",
    "broadcast.opt_outs_applied",
    "broadcast.opt_outs_dismissed"
  ]),
  broadcastUuid: BroadcastUuid,
  /** Why the broadcast is paused, limited or failed; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/** The status of a recipient changed. Written only with the setting `recipients`. */
const RecipientEvent = Schema.Struct({
  ...head,
  type: Schema.Literals([
    "recipient.sent",
    "recipient.delivered",
    "recipient.read",
    "recipient.undeliverable",
    "recipient.rejected",
    "recipient.unknown"
  ]),
  recipientUuid: RecipientUuid,
  broadcastUuid: BroadcastUuid,
  /** The reason code if the recipient was not reached; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/** A webhook was disabled, or events were removed before its endpoint received them. */
const WebhookEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["webhook.disabled", "webhook.events_missed"]),
  webhookUuid: WebhookUuid,
  /** The reason code of a disabled webhook; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/**
 * Whether a message asks to stop. `yes`: the message opted the person out. `maybe`: the message did not, and a user of the
 * workspace should read it.
 *
 * @see docs/contributing/decisions.md, C10
 */
export const AsksToStop = Schema.Literals(["yes", "maybe"])
export type AsksToStop = typeof AsksToStop.Type

/** A person sent a message to the workspace. */
const MessageEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["message.received"]),
  receivedMessageUuid: ReceivedMessageUuid,
  /** Whether the message asks to stop; null if it doesn't. */
  asksToStop: Schema.NullOr(AsksToStop)
})

/** The channel's own description of a report, without contact data or secrets. */
const NoticeOfEvent = Schema.Struct({
  /** The channel's name for the report, such as `message_template_status_update`; `unreadable` for an unreadable part. */
  kind: Schema.String,
  /** `warning` if an operator should look at the report; `info` otherwise. */
  level: Schema.Literals(["info", "warning"]),
  /** A human-readable sentence. */
  detail: Schema.String
})

/** A channel made a report other than a message or a receipt, such as the new status of a template. */
const ChannelEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["channel.notice"]),
  /** The same uuid for every repetition of a report. */
  channelNoticeUuid: ChannelNoticeUuid,
  notice: NoticeOfEvent
})

/**
 * An event in a workspace, written in the same transaction as the change. Events refer to entities by uuid and hold no
 * personal data, so they need no change when a contact is erased.
 *
 * @see docs/contributing/decisions.md, E1
 */
export const RollcallEvent = Schema.Union([
  ContactEvent,
  MergeEvent,
  ImportEvent,
  BroadcastEvent,
  RecipientEvent,
  WebhookEvent,
  MessageEvent,
  ChannelEvent
])
export type RollcallEvent = typeof RollcallEvent.Type

/** Every type of event. */
export const EventType = Schema.Literals([
  ...ContactEvent.fields.type.literals,
  ...MergeEvent.fields.type.literals,
  ...ImportEvent.fields.type.literals,
  ...BroadcastEvent.fields.type.literals,
  ...RecipientEvent.fields.type.literals,
  ...WebhookEvent.fields.type.literals,
  ...MessageEvent.fields.type.literals,
  ...ChannelEvent.fields.type.literals
])
export type EventType = typeof EventType.Type

/**
 * Returns the uuid of an event's subject: a contact, an import, a broadcast, a recipient, a webhook, a message or a notice.
 */
export const subjectOf = (event: RollcallEvent | NewEvent): string => {
  if ("contactUuid" in event) return event.contactUuid
  if ("contactImportUuid" in event) return event.contactImportUuid
  if ("recipientUuid" in event) return event.recipientUuid
  if ("receivedMessageUuid" in event) return event.receivedMessageUuid
  if ("channelNoticeUuid" in event) return event.channelNoticeUuid
  return "webhookUuid" in event ? event.webhookUuid : event.broadcastUuid
}

type WithoutPlace<Event> = Event extends RollcallEvent ? Omit<Event, "cursor" | "at" | "by" | "actor"> : never

/**
 * An event to append. Only {@link nameEvent} creates new events. The store adds the cursor, the timestamp of the store's
 * clock, and the current actor.
 */
export type NewEvent = WithoutPlace<RollcallEvent> & Brand.Brand<"NewEvent">

/** Creates an event to append. Every event is created here, because stores save events unchanged. */
export const nameEvent = Brand.nominal<NewEvent>()
