import { NewNote, Note } from "@rollcall/core/people"
import { Schema } from "effect"
import { sent } from "../requests/WireNames.ts"

export const CreateNoteBody = Schema.Struct(sent(NewNote.fields)).annotate({
  identifier: "NoteCreate",
  description: "A note to create."
})

/** A note that replaces another. A null title removes the title. */
export const ReplaceNoteBody = Schema.Struct({ ...NewNote.fields, title: Note.fields.title }).annotate({
  identifier: "NoteReplace",
  description: "A whole note that replaces the current one."
})
