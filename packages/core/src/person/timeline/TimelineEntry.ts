import { Schema, Struct } from "effect"
import { AsksToStop } from "../../events/events/RollcallEvent.ts"
import { CustomFieldValue } from "../../people/custom-fields/CustomFieldValue.ts"
import { RowOutcome } from "../../people/imports/ContactImport.ts"
import { OptOutScope, OptOutSource } from "../../people/opt-outs/OptOut.ts"
import { RecipientReason, RecipientStatus } from "../../sending/broadcasts/Recipient.ts"
import { Count, described } from "../../shared/Described.ts"
import {
  ActorUuid,
  BroadcastUuid,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  NoteUuid,
  ReceivedMessageUuid,
  RecipientUuid
} from "../../shared/Ids.ts"

/** Returns the members that every entry has: what happened, when, and who did it. */
const happened = <const Type extends string>(type: Type, what: string) => ({
  type: described(Schema.Literal(type), what),
  at: described(Schema.DateTimeUtc, "When it happened."),
  by: described(
    Schema.NullOr(ActorUuid),
    "The UUID of the user who acted. Null if the person acted, or if the user is not known."
  ),
  actor: described(
    Schema.NullOr(Schema.String),
    "The application's own name for the user who acted. Null if `by` is null or the application acted for itself."
  )
})

const text = (description: string) => described(Schema.String, description)
const maybe = <S extends Schema.Top>(schema: S, description: string) => described(Schema.NullOr(schema), description)

const ofList = {
  contactListUuid: described(ContactListUuid, "The list."),
  name: text("The current name of the list.")
}

const value = Schema.NullOr(CustomFieldValue)

/** A change of one field. */
export const ShownChange = Schema.Struct({
  field: text("The name of a field of contacts, or the key of a custom field."),
  customFieldUuid: maybe(CustomFieldUuid, "The custom field. Null for a field of contacts."),
  isHidden: described(
    Schema.Boolean,
    "Whether the values are hidden: the field is or was sensitive or archived, or too much changed at once."
  ),
  from: described(
    value,
    "The value before. Null for none or a hidden value. A long string ends with an ellipsis after 499 characters."
  ),
  to: described(value, "The value after. Null for none or a hidden value.")
})
export type ShownChange = typeof ShownChange.Type

/**
 * The members of each type of entry. Messages and notes are shown in their current state, at the time when they were
 * accepted.
 */
export const timelineEntries = {
  archived: happened("archived", "The contact was archived."),
  created: happened("created", "The contact was created."),
  imported: {
    ...happened("imported", "A row of an import resolved to the contact. The timestamp is that of the import."),
    contactImportUuid: described(ContactImportUuid, "The import."),
    row: described(Count, "The index of the row in the import, from 0."),
    outcome: described(RowOutcome, "The outcome of the row.")
  },
  list_added: { ...happened("list_added", "The contact was added to a list."), ...ofList },
  list_removed: { ...happened("list_removed", "The contact was removed from a list."), ...ofList },
  merged: {
    ...happened("merged", "Another contact was merged into this one. Its timeline is included."),
    mergedContactUuid: described(ContactUuid, "The contact that was merged.")
  },
  message_in: {
    ...happened("message_in", "The person sent a message. The timestamp is by the channel's clock."),
    receivedMessageUuid: described(ReceivedMessageUuid, "The message."),
    from: text("The address that the message came from."),
    username: maybe(
      Schema.String,
      "The user name of the person at that time, without `@`. Null if the channel reports none."
    ),
    to: text("The sender that received the message."),
    kind: text("The channel's name for the type of the message, such as text or button."),
    text: maybe(Schema.String, "What the person wrote or chose. Null if the message has no text."),
    asksToStop: maybe(
      AsksToStop,
      "Whether the message asks for no more messages: `yes` opted the person out, `maybe` did not. Null for neither."
    )
  },
  message_out: {
    ...happened("message_out", "A broadcast to the contact was accepted. The status of its message is current."),
    recipientUuid: described(RecipientUuid, "The recipient of the broadcast."),
    broadcastUuid: described(BroadcastUuid, "The broadcast."),
    broadcastName: text("The name of the broadcast."),
    templateName: text("The template of the broadcast."),
    channelType: text("The channel of the broadcast."),
    identifier: text("The address of the recipient."),
    clientReference: maybe(Schema.String, "The reference that the request gave."),
    status: described(RecipientStatus, "The status of the message."),
    reason: maybe(RecipientReason, "Why the message was not delivered, as a code. Null otherwise."),
    error: maybe(Schema.String, "Why the message was not delivered, in words. Null otherwise."),
    sentAt: maybe(Schema.DateTimeUtc, "When the channel accepted it. Null before that."),
    deliveredAt: maybe(Schema.DateTimeUtc, "When it was delivered. Null before that."),
    readAt: maybe(Schema.DateTimeUtc, "When it was read. Null before that.")
  },
  note: {
    ...happened("note", "A note was created. Its content is current. Archived notes are left out."),
    noteUuid: described(NoteUuid, "The note."),
    title: maybe(Schema.String, "The title. Null for none."),
    text: text("Its text."),
    updatedAt: described(Schema.DateTimeUtc, "When it last changed.")
  },
  opted_in: happened("opted_in", "The opt-outs of the contact were removed."),
  opted_out: {
    ...happened("opted_out", "An address of the contact was opted out."),
    scope: described(OptOutScope, "The messages that the contact no longer gets: marketing or all."),
    source: described(
      OptOutSource,
      "The source of the opt-out: a message, the channel, an API call, a merge or an import."
    )
  },
  unarchived: happened("unarchived", "The contact was restored from the archive."),
  updated: {
    ...happened("updated", "Fields of the contact were changed."),
    changes: described(Schema.Array(ShownChange), "The fields that changed.")
  }
}

/** The types of timeline entries. */
export const TimelineType = Schema.Literals(Struct.keys(timelineEntries))
export type TimelineType = typeof TimelineType.Type

/** An entry of a contact's timeline. */
export type TimelineEntry = {
  readonly [Type in TimelineType]: Schema.Struct.Type<(typeof timelineEntries)[Type]>
}[TimelineType]

/** A timeline entry before the names of actors are looked up. */
export type UnnamedEntry = WithoutActor<TimelineEntry>

type WithoutActor<Entry> = Entry extends TimelineEntry ? Omit<Entry, "actor"> : never
