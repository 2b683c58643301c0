import { Note } from "@rollcall/core"
import { Schema } from "effect"

const Instant = Schema.DateTimeUtcFromMillis

/** A note as a row of `contact_notes`. */
export const NoteRow = Schema.Struct({
  ...Note.fields,
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Schema.NullOr(Instant)
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    contactUuid: "contact_uuid",
    createdAt: "created_at",
    updatedAt: "updated_at",
    archivedAt: "archived_at"
  })
)

/** The columns of a {@link NoteRow}. */
export const noteColumns = [
  "uuid",
  "workspace_uuid",
  "contact_uuid",
  "title",
  "text",
  "status",
  "created_at",
  "updated_at",
  "archived_at"
] as const

/** A note as the columns of its row. */
export const noteRecord = Schema.encodeSync(NoteRow)
