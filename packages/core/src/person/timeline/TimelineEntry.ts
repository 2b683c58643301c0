import { type DateTime, Schema } from "effect"
import type { CustomFieldValue } from "../../people/custom-fields/CustomFieldValue.ts"
import type { PersonMessage } from "../../sending/delivery/DeliveryStore.ts"
import type { RowOutcome } from "../../people/imports/ContactImport.ts"
import type { ReceivedMessage } from "../../sending/messages/ReceivedMessage.ts"
import type { Note } from "../../people/notes/Note.ts"
import type { OptOutScope, OptOutSource } from "../../people/opt-outs/OptOut.ts"
import type {
  ActorUuid,
  ContactImportUuid,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  NoteUuid,
  ReceivedMessageUuid,
  RecipientUuid
} from "../../shared/Ids.ts"

/** What can happen with a contact. */
export const TimelineType = Schema.Literals([
  "archived",
  "created",
  "imported",
  "list_added",
  "list_removed",
  "merged",
  "message_in",
  "message_out",
  "note",
  "opted_in",
  "opted_out",
  "unarchived",
  "updated"
])
export type TimelineType = typeof TimelineType.Type

/** What happened, when, and who did it: null where the person did it, or where it is not known. */
interface Happened<Type extends TimelineType> {
  readonly type: Type
  readonly at: DateTime.Utc
  readonly by: ActorUuid | null
  /** The same as the host named them; null also where the program itself did it. */
  readonly actor: string | null
}

/** The contact was archived, or taken back. */
type ArchivedEntry = Happened<"archived"> | Happened<"unarchived">

/** The contact was created. Who did it is not kept; the row of an import that did is an entry of its own. */
type CreatedEntry = Happened<"created">

/** A row of an import resolved to the contact. The instant and the actor are those of the import's acceptance. */
interface ImportedEntry extends Happened<"imported"> {
  readonly contactImportUuid: ContactImportUuid
  /** The place of the row in the import, from 0. */
  readonly row: number
  readonly outcome: RowOutcome
}

/** The contact was added to a list, or removed from it. */
interface ListEntry<Type extends "list_added" | "list_removed"> extends Happened<Type> {
  readonly contactListUuid: ContactListUuid
  /** The name that the list has now. */
  readonly name: string
}

/** Another contact was merged into this one, and that was not undone: what happened with it is here too. */
interface MergedEntry extends Happened<"merged"> {
  readonly mergedContactUuid: ContactUuid
}

/** The person sent a message. */
interface MessageInEntry
  extends Happened<"message_in">, Pick<ReceivedMessage, "from" | "username" | "to" | "kind" | "text" | "asksToStop"> {
  readonly receivedMessageUuid: ReceivedMessageUuid
}

/** A broadcast to the contact was accepted. Its message is as it is now: the place is by the acceptance. */
interface MessageOutEntry extends Happened<"message_out">, Omit<PersonMessage, "uuid" | "broadcast"> {
  readonly recipientUuid: RecipientUuid
  readonly broadcastName: string
  readonly templateName: string
  readonly channelType: string
}

/** A note was made. It is as it is now; one that is archived is no entry. */
interface NoteEntry extends Happened<"note">, Pick<Note, "title" | "text" | "updatedAt"> {
  readonly noteUuid: NoteUuid
}

/** An address of the contact was opted out. */
interface OptedOutEntry extends Happened<"opted_out"> {
  readonly scope: OptOutScope
  readonly source: OptOutSource
}

/** The opt-outs of the contact's addresses were taken back. */
type OptedInEntry = Happened<"opted_in">

/** A field that has another value. */
export interface ShownChange {
  /** The name of a predefined field, or the key of a custom one. */
  readonly field: string
  readonly customFieldUuid: CustomFieldUuid | null
  /** Whether the values are not shown: the field is or was sensitive, or is archived, or too much changed at once. */
  readonly isHidden: boolean
  readonly from: CustomFieldValue | null
  readonly to: CustomFieldValue | null
}

/** Fields of the contact were changed. */
interface UpdatedEntry extends Happened<"updated"> {
  readonly changes: ReadonlyArray<ShownChange>
}

/** Something that happened with a contact, before the names of actors are looked up. */
export type UnnamedEntry = WithoutActor<TimelineEntry>

type WithoutActor<Entry> = Entry extends TimelineEntry ? Omit<Entry, "actor"> : never

/** Something that happened with a contact. */
export type TimelineEntry =
  | ArchivedEntry
  | CreatedEntry
  | ImportedEntry
  | ListEntry<"list_added">
  | ListEntry<"list_removed">
  | MergedEntry
  | MessageInEntry
  | MessageOutEntry
  | NoteEntry
  | OptedInEntry
  | OptedOutEntry
  | UpdatedEntry
