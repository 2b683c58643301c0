import { type Note, NoteUuid } from "@rollcall/core"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { Pagination } from "../requests/Paging.ts"

/** A note on the wire: every field is present, an unset title is null (W1). */
export const NoteResource = Schema.Struct({
  uuid: NoteUuid,
  title: Schema.NullOr(Schema.String),
  content: Schema.Struct({ text: Schema.String }),
  created_at: Instant,
  updated_at: Instant,
  archived_at: Schema.NullOr(Instant),
  status: Schema.Literals(["active", "archived"])
}).annotate({ identifier: "Note" })

/** A page of notes. */
export const NotePage = Schema.Struct({ notes: Schema.Array(NoteResource), pagination: Pagination }).annotate({
  identifier: "NotePage"
})

export const toNoteResource = (note: Note): typeof NoteResource.Type => ({
  uuid: note.uuid,
  title: note.title,
  content: { text: note.text },
  created_at: note.createdAt,
  updated_at: note.updatedAt,
  archived_at: note.archivedAt,
  status: note.status
})
