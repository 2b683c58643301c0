import { Schema } from "effect"
import { given } from "../../shared/Input.ts"
import { described, textOf } from "../../shared/Described.ts"
import { ContactUuid, NoteUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/** The maximum lengths of a title and of a text, in characters. */
export const maxTitleLength = 250
export const maxTextLength = 50_000

const Title = textOf({ max: maxTitleLength })

/** A note on a contact. */
export const Note = Schema.Struct({
  uuid: described(NoteUuid, "The uuid of the note."),
  workspaceUuid: described(WorkspaceUuid, "The workspace that the note belongs to."),
  contactUuid: described(ContactUuid, "The contact."),
  title: described(Schema.NullOr(Title), "The title. Null for none."),
  text: described(textOf({ min: 1, max: maxTextLength }), "The text of the note."),
  status: described(Schema.Literals(["active", "archived"]), "Whether it is archived."),
  createdAt: described(Schema.DateTimeUtc, "When it was created."),
  updatedAt: described(Schema.DateTimeUtc, "When it last changed."),
  archivedAt: described(Schema.NullOr(Schema.DateTimeUtc), "When it was archived. Null while it is active.")
})
export type Note = typeof Note.Type

/** The complete title and text of a note in a request. An absent title means no title. */
export const NewNote = Schema.Struct({
  title: described(given(Title), "The title. Null or left out: none."),
  content: described(Schema.Struct({ text: Note.fields.text }), "What the note says.")
})
export type NewNote = typeof NewNote.Type

/** The title and text of a note, as stored. */
export type NoteTexts = Pick<Note, "title" | "text">
