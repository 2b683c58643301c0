import { limits } from "@rollcall/core"
import { Schema } from "effect"
import { described, textOf } from "../requests/Described.ts"

/** What a note says. */
export const NoteContent = Schema.Struct({
  text: described(textOf({ min: 1, max: limits.noteText }), "The text of the note.")
})

const Title = Schema.NullOr(textOf({ max: limits.noteTitle }))

/** A note to be made. How long its texts may be only core knows. */
export const CreateNoteBody = Schema.Struct({
  title: described(Schema.optionalKey(Title), "A title; none if it is null or left out."),
  content: described(NoteContent, "What the note says.")
}).annotate({ identifier: "NoteCreate", description: "A note to be made." })

/** A whole note in the place of another. A title of null is none (N1). */
export const ReplaceNoteBody = Schema.Struct({
  title: described(Title, "The title; null for none."),
  content: described(NoteContent, "What the note says.")
}).annotate({ identifier: "NoteReplace", description: "A whole note in the place of another." })
