import { type Note, NoteUuid } from "@rollcall/core"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { described } from "../requests/Described.ts"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"
import { NoteContent } from "./NoteRequests.ts"

const note = spelled({
  uuid: described(NoteUuid, "The uuid of the note."),
  title: described(Schema.NullOr(Schema.String), "The title; null if it has none."),
  content: described(NoteContent, "What the note says."),
  createdAt: described(Instant, "When it was made."),
  updatedAt: described(Instant, "When it last changed."),
  archivedAt: described(Schema.NullOr(Instant), "When it was archived; null while it is active."),
  status: described(Schema.Literals(["active", "archived"]), "Whether it is archived.")
})

/** A note on the wire: every field is present, an unset title is null (W1). */
export const NoteResource = Schema.Struct(note.fields).annotate({
  identifier: "Note",
  description: "A note on a contact."
})

/** A page of notes. */
export const NotePage = Schema.Struct({
  notes: described(Schema.Array(NoteResource), "The notes of the page."),
  pagination: Pagination
}).annotate({ identifier: "NotePage", description: "A page of notes." })

export const toNoteResource = ({ text, ...rest }: Note): typeof NoteResource.Encoded =>
  note.encode({ ...rest, content: { text } })

export const toNotePage = pageOf("notes", toNoteResource)
