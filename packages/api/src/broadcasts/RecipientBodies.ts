import { limits } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { Schema } from "effect"
import { given } from "../requests/Codecs.ts"

const NamedValues = Schema.Record(Schema.String, Schema.String)
const body = described(given(NamedValues), "The values of the template's text, by the names in body_order.")
const button = described(given(NamedValues), "The values of the template's buttons, by the names in button_order.")

/** The header of a recipient. The broadcast gives its type, and core refuses a header with a type. */
const RecipientHeaderBody = Schema.Struct({
  type: described(given(Schema.String), "Leave it out: the type is given in the broadcast."),
  value: described(Schema.String, "A string, or the https URL of the media.")
})

const RecipientCardBody = Schema.Struct({
  header: described(given(RecipientHeaderBody), "The value of the card's header."),
  body,
  button
}).annotate({ identifier: "RecipientCard", description: "The values of one card." })

export const RecipientParametersBody = Schema.Struct({
  header: described(given(RecipientHeaderBody), "The value of the header, in place of the broadcast's."),
  body,
  button,
  cards: described(given(Schema.Array(RecipientCardBody)), "The values of each card of a carousel, in order.")
}).annotate({ identifier: "RecipientParameters", description: "The values of the message to this recipient." })

export const ValidatedRecipientBody = Schema.Struct({
  identifier: described(
    Schema.String,
    "A phone number with country code (7 to 15 digits, no leading plus) or a WhatsApp user id."
  ),
  parameters: described(given(RecipientParametersBody), "The values of the message to this recipient.")
}).annotate({ identifier: "ValidatedRecipient", description: "A recipient to check." })

export const RecipientBody = Schema.Struct({
  ...ValidatedRecipientBody.fields,
  client_reference: described(
    given(Schema.String),
    `A reference of the caller, at most ${limits.clientReference} characters.`
  )
}).annotate({ identifier: "Recipient", description: "A recipient of a broadcast." })
