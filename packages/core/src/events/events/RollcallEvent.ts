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
 * The place of an event in the order of its workspace, as a store writes it. A reader keeps the last one, and continues
 * after it. Its text has no meaning outside of the store.
 */
export const EventCursor = Schema.String
export type EventCursor = typeof EventCursor.Type

const head = {
  /** The place of the event in the order of its workspace. A reader keeps the last one, and continues after it. */
  cursor: EventCursor,
  /** When it happened. */
  at: Schema.DateTimeUtc,
  workspaceUuid: WorkspaceUuid,
  /** Who caused it; null for the library's own work, as of workers, and for people and channels. */
  by: Schema.NullOr(ActorUuid),
  /** The same as the host named them; null also where the program itself did it. */
  actor: Schema.NullOr(Schema.String)
}

/** A contact changed. What broadcasts record of it is no change. */
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

/** A contact was merged into another contact, whose uuid then names both, or a merge was undone. */
const MergeEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["contact.merged", "contact.unmerged"]),
  /** The contact that survives. */
  contactUuid: ContactUuid,
  /** The contact that was merged into it. */
  mergedContactUuid: ContactUuid
})

/** Every row of an import has its outcome. */
const ImportEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["import.completed", "import.failed"]),
  contactImportUuid: ContactImportUuid
})

/**
 * A broadcast was accepted, its status changed, it waits because its sender is limited, or does so no more, or opt-outs that
 * its channel reported are held, applied or dismissed.
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
  /** Why it is paused, limited or failed; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/** The status of a recipient changed. Only with the setting `recipients`. */
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
  /** The literal reason of a recipient that was not reached; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/** A webhook was disabled, or events were removed before its endpoint had received them. */
const WebhookEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["webhook.disabled", "webhook.events_missed"]),
  webhookUuid: WebhookUuid,
  /** The literal reason why it is disabled; null otherwise. */
  reason: Schema.NullOr(Schema.String)
})

/**
 * Whether a message asks for no more messages: `yes` opted the person out; `maybe` did not, and is for a user of the
 * workspace to read.
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
  /** Whether it asks for no more messages; null if it does not. */
  asksToStop: Schema.NullOr(AsksToStop)
})

/** What a channel reports, in its own words. It has no values of contacts and no secrets. */
const NoticeOfEvent = Schema.Struct({
  /** The channel's name of what it reports, such as `message_template_status_update`, or `unreadable`. */
  kind: Schema.String,
  /** `warning` if an operator has to look at it. */
  level: Schema.Literals(["info", "warning"]),
  /** A sentence for a person. */
  detail: Schema.String
})

/** A channel reports something else than messages and what became of them, such as the new status of a template. */
const ChannelEvent = Schema.Struct({
  ...head,
  type: Schema.Literals(["channel.notice"]),
  /** The same for the same report, however often it comes. */
  channelNoticeUuid: ChannelNoticeUuid,
  notice: NoticeOfEvent
})

/**
 * Something that happened in a workspace, named by uuids: an event holds no personal data, so that erasing a contact
 * leaves none in it. It is written in the transaction of the change.
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

/** The types of events. */
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

/** The uuid of what an event is about: a contact, an import, a broadcast, a recipient, a webhook, a message or a notice. */
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
 * An event to write. Only {@link nameEvent} makes it. The store gives it its cursor, its instant by the store's clock,
 * and the actor on whose behalf it is appended.
 */
export type NewEvent = WithoutPlace<RollcallEvent> & Brand.Brand<"NewEvent">

/** Names the event of a change. No event is made otherwise: a store keeps what it is given. */
export const nameEvent = Brand.nominal<NewEvent>()
