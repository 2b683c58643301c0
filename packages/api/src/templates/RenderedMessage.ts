import { HeaderType } from "@rollcall/core/channel"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"

const header = Schema.Struct({
  type: described(HeaderType, "What it shows."),
  value: described(Schema.String, "A text, or the URL of the media.")
})

const button = Schema.Struct({
  label: described(Schema.String, "What stands on it."),
  value: described(Schema.NullOr(Schema.String), "What it opens or copies; null for nothing.")
})

const parts = {
  header: described(Schema.NullOr(header), "The header; null if there is none, or its wording is not known."),
  body: described(Schema.NullOr(Schema.String), "The text; null if its wording is not known."),
  footer: described(Schema.NullOr(Schema.String), "The footer; null if there is none, or its wording is not known."),
  buttons: described(
    Schema.NullOr(Schema.Array(button)),
    "All buttons, in their order; null if their wording is not known."
  )
}

/** A message as a person gets it: the wording of the template with the person's values. */
export const RenderedMessage = Schema.Struct({
  ...parts,
  cards: described(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct(parts).annotate({ identifier: "RenderedCard", description: "A card as a person gets it." })
      )
    ),
    "The cards of a carousel; null for a plain template."
  )
}).annotate({ identifier: "RenderedMessage", description: "A message as a person gets it." })
