import { Schema } from "effect"
import { given } from "../shared/Input.ts"
import { ContactUuid, NoteUuid, WorkspaceUuid } from "../shared/Ids.ts"

/** A note on a contact. */
export const Note = Schema.Struct({
  uuid: NoteUuid,
  workspaceUuid: WorkspaceUuid,
  contactUuid: ContactUuid,
  title: Schema.NullOr(Schema.String),
  text: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  archivedAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Note = typeof Note.Type

/** What a request gives of a note: all of it. An absent title is none. */
export const NewNote = Schema.Struct({
  /** At most 250 characters. */
  title: given(Schema.String),
  /** The text, of at most 50,000 characters, not all of them white space. */
  content: Schema.Struct({ text: Schema.String })
})
export type NewNote = typeof NewNote.Type

/** The texts of a note as they are stored. */
export type NoteTexts = Pick<Note, "title" | "text">

/** The longest title and the longest text, in characters (W8). */
export const maxTitleLength = 250
export const maxTextLength = 50_000
