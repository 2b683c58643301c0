import { Schema } from "effect"

const Content = Schema.Struct({ text: Schema.String })

/** A note to be made. How long its texts may be only core knows. */
export const CreateNoteBody = Schema.Struct({
  title: Schema.optionalKey(Schema.NullOr(Schema.String)),
  content: Content
}).annotate({ identifier: "NoteCreate" })

/** A whole note in the place of another. A title of null is none (N1). */
export const ReplaceNoteBody = Schema.Struct({ title: Schema.NullOr(Schema.String), content: Content }).annotate({
  identifier: "NoteReplace"
})
