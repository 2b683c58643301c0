import {
  ActorUuid,
  BroadcastUuid,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  NoteUuid,
  RecipientReason,
  RecipientUuid
} from "@rollcall/core"
import { Count, described, ReceivedMessageUuid } from "@rollcall/core/operations"
import { wireStatus } from "@rollcall/core/sending"
import {
  CustomFieldValue,
  maxTimelineLimit,
  OptOutScope,
  OptOutSource,
  RowOutcome,
  type ShownChange,
  type TimelineEntry,
  type TimelinePage,
  TimelineType
} from "@rollcall/core/people"
import { AsksToStop } from "@rollcall/core/events"
import { Schema, SchemaTransformation, String } from "effect"
import { Instant, queryInteger } from "../requests/Codecs.ts"
import { spelled } from "../requests/WireNames.ts"

/** The members of every item. */
const happened = <const Type extends TimelineType>(type: Type, what: string) => ({
  type: described(Schema.Literal(type), what),
  at: described(Instant, "When it happened."),
  by: described(Schema.NullOr(ActorUuid), "The UUID of who did it; null for the person, or where it is not known."),
  actor: described(
    Schema.NullOr(Schema.String),
    "Who did it, as the application names its users; null like `by`, and where the application acted for itself."
  )
})

const text = (description: string) => described(Schema.String, description)
const maybe = <S extends Schema.Top>(schema: S, description: string) => described(Schema.NullOr(schema), description)

const archived = spelled(happened("archived", "The contact was archived."))

const unarchived = spelled(happened("unarchived", "The contact was taken back from the archive."))

const created = spelled(happened("created", "The contact was created."))

const imported = spelled({
  ...happened("imported", "A row of an import resolved to the contact; the instant is that of the import."),
  contactImportUuid: described(ContactImportUuid, "The import."),
  row: described(Count, "The place of the row in the import, from 0."),
  outcome: described(RowOutcome, "What the row did.")
})

const listAdded = spelled({
  ...happened("list_added", "The contact was added to a list."),
  contactListUuid: described(ContactListUuid, "The list."),
  name: text("The name that the list has now.")
})

const listRemoved = spelled({
  ...happened("list_removed", "The contact was removed from a list."),
  contactListUuid: described(ContactListUuid, "The list."),
  name: text("The name that the list has now.")
})

const merged = spelled({
  ...happened("merged", "Another contact was merged into this one; what happened with it is here too."),
  mergedContactUuid: described(ContactUuid, "The contact that was merged.")
})

const messageIn = spelled({
  ...happened("message_in", "The person sent a message; the instant is by the channel's clock."),
  receivedMessageUuid: described(ReceivedMessageUuid, "The message."),
  from: text("The address that it came from."),
  username: maybe(
    Schema.String,
    "The user name that the person had then, without `@`; null if the channel reports none."
  ),
  to: text("The sender that it was sent to."),
  kind: text("The channel's name of its type, such as text or button."),
  text: maybe(Schema.String, "What the person wrote or chose; null if it has no text."),
  asksToStop: maybe(
    AsksToStop,
    "Whether it asks for no more messages: `yes` opted the person out, `maybe` did not; null for neither."
  )
})

const messageOut = spelled({
  ...happened("message_out", "A broadcast to the contact was accepted; its message is as it is now."),
  recipientUuid: described(RecipientUuid, "The recipient of the broadcast."),
  broadcastUuid: described(BroadcastUuid, "The broadcast."),
  broadcastName: text("The name of the broadcast."),
  templateName: text("The template that it sends."),
  channelType: text("The channel that it is sent through."),
  identifier: text("The address that it is sent to."),
  clientReference: maybe(Schema.String, "The reference that the request gave."),
  status: described(
    Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"]),
    "What became of the message so far."
  ),
  reason: maybe(RecipientReason, "Why it was not delivered, as a literal; null otherwise."),
  error: maybe(Schema.String, "The same in words; null otherwise."),
  sentAt: maybe(Instant, "When the channel accepted it; null before that."),
  deliveredAt: maybe(Instant, "When it was delivered; null before that."),
  readAt: maybe(Instant, "When it was read; null before that.")
})

const note = spelled({
  ...happened("note", "A note was made. It is as it is now; archived notes are left out."),
  noteUuid: described(NoteUuid, "The note."),
  title: maybe(Schema.String, "Its title; null if it has none."),
  text: text("Its text."),
  updatedAt: described(Instant, "When it last changed.")
})

const optedOut = spelled({
  ...happened("opted_out", "An address of the contact was opted out."),
  scope: described(OptOutScope, "What broadcasts leave it out of: marketing, or all messages."),
  source: described(OptOutSource, "How that came: by a message, by the channel, by a call, by a merge or by an import.")
})

const optedIn = spelled(happened("opted_in", "The opt-outs of the contact were taken back."))

const Value = Schema.NullOr(CustomFieldValue)

const change = spelled({
  field: text("The name of a field of contacts, or the key of a custom field."),
  customFieldUuid: maybe(CustomFieldUuid, "The custom field; null for a field of contacts."),
  hidden: described(
    Schema.Boolean,
    "Whether the values are not shown: the field is or was sensitive, it is archived, or too much changed at once."
  ),
  from: described(
    Value,
    "The value before; null for none, and where it is hidden. A long text has an ellipsis after 499 characters."
  ),
  to: described(Value, "The value after; null for none, and where it is hidden.")
})

const updated = spelled({
  ...happened("updated", "Fields of the contact were changed."),
  changes: described(Schema.Array(Schema.Struct(change.fields)), "The fields that have another value.")
})

const toChange = ({ customFieldUuid, field, isHidden, ...values }: ShownChange) =>
  change.encode({
    ...values,
    field: customFieldUuid === null ? String.camelToSnake(field) : field,
    customFieldUuid,
    hidden: isHidden
  })

const TimelineItem = Schema.Union([
  Schema.Struct(archived.fields),
  Schema.Struct(created.fields),
  Schema.Struct(imported.fields),
  Schema.Struct(listAdded.fields),
  Schema.Struct(listRemoved.fields),
  Schema.Struct(merged.fields),
  Schema.Struct(messageIn.fields),
  Schema.Struct(messageOut.fields),
  Schema.Struct(note.fields),
  Schema.Struct(optedIn.fields),
  Schema.Struct(optedOut.fields),
  Schema.Struct(unarchived.fields),
  Schema.Struct(updated.fields)
]).annotate({ identifier: "TimelineItem", description: "What happened with a contact: its `type` says what." })

const toItem = (entry: TimelineEntry): typeof TimelineItem.Encoded => {
  switch (entry.type) {
    case "archived":
      return archived.encode(entry)
    case "created":
      return created.encode(entry)
    case "imported":
      return imported.encode(entry)
    case "list_added":
      return listAdded.encode(entry)
    case "list_removed":
      return listRemoved.encode(entry)
    case "merged":
      return merged.encode(entry)
    case "message_in":
      return messageIn.encode(entry)
    case "message_out":
      return messageOut.encode({ ...entry, status: wireStatus(entry.status) })
    case "note":
      return note.encode(entry)
    case "opted_in":
      return optedIn.encode(entry)
    case "opted_out":
      return optedOut.encode(entry)
    case "unarchived":
      return unarchived.encode(entry)
    case "updated":
      return updated.encode({ ...entry, changes: entry.changes.map(toChange) })
  }
}

/** A part of a timeline. */
export const TimelinePageResource = Schema.Struct({
  items: described(Schema.Array(TimelineItem), "What happened, newest first."),
  pagination: described(
    Schema.Struct({ next: maybe(Schema.String, "Continue with `after` this; null where nothing is left.") }),
    "Where the listing goes on."
  )
}).annotate({ identifier: "TimelinePage", description: "A part of what happened with a contact." })

export const toTimelinePage = ({ items, next }: TimelinePage): typeof TimelinePageResource.Encoded => ({
  items: items.map(toItem),
  pagination: { next }
})

const OneType = Schema.String.pipe(
  Schema.refine(Schema.is(TimelineType), {
    issueType: "enum",
    message: `must be one of ${TimelineType.literals.join(", ")}`
  })
)

/** Types of items, joined by commas. */
const Types = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(OneType),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      decode: (text) => text.split(",").map((type) => type.trim()),
      encode: (types) => types.join(",")
    })
  )
)

/** The query of a timeline. */
export const timelineQuery = {
  limit: described(
    queryInteger({ minimum: 1, maximum: maxTimelineLimit, default: 50 }),
    "How many items the page has at most."
  ),
  after: described(
    Schema.optionalKey(Schema.String),
    "Continue after the item with this cursor; without one, with the newest."
  ),
  types: described(
    Schema.optionalKey(Types),
    `Only items of these types, joined by commas: ${TimelineType.literals.join(", ")}.`
  )
}
