import { HeaderType } from "@rollcall/core/channel"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"

const header = Schema.Struct({
  type: described(HeaderType, "What it shows."),
  value: described(Schema.String, "The text of the header, or the URL of its media.")
})

/** A button of a message. */
export const MessageButton = Schema.Struct({
  label: described(Schema.String, "The label of the button."),
  value: described(Schema.NullOr(Schema.String), "The URL that it opens or the code that it copies. Null for neither.")
})

const parts = {
  header: described(Schema.NullOr(header), "The header. Null if there is no header or its wording is not known."),
  body: described(Schema.NullOr(Schema.String), "The text. Null if its wording is not known."),
  footer: described(
    Schema.NullOr(Schema.String),
    "The footer. Null if there is no footer or its wording is not known."
  ),
  buttons: described(
    Schema.NullOr(Schema.Array(MessageButton)),
    "All buttons, in their order. Null if their wording is not known."
  )
}

/** A message as a person receives it: the text of the template with the person's values. */
export const RenderedMessage = Schema.Struct({
  ...parts,
  cards: described(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct(parts).annotate({ identifier: "RenderedCard", description: "A card as a person gets it." })
      )
    ),
    "The cards of a carousel. Null for a plain template."
  )
}).annotate({ identifier: "RenderedMessage", description: "A message as a person gets it." })
