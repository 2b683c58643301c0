import { NewNote, Note } from "@rollcall/core/people"
import { described } from "@rollcall/core/operations"
import { Schema, Struct } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

const note = spelled({
  ...Struct.omit(Note.fields, ["workspaceUuid", "contactUuid", "text"]),
  content: NewNote.fields.content
})

/** A note in the API's format. Every field is present; an unset title is null. */
export const NoteResource = Schema.Struct(note.fields).annotate({
  identifier: "Note",
  description: "A note on a contact."
})

export const NotePage = Schema.Struct({
  notes: described(Schema.Array(NoteResource), "The notes of the page."),
  pagination: Pagination
}).annotate({ identifier: "NotePage", description: "A page of notes." })

export const toNoteResource = ({ text, ...rest }: Note): typeof NoteResource.Encoded =>
  note.encode({ ...rest, content: { text } })

export const toNotePage = pageOf("notes", toNoteResource)
