import type { RecipientRequest } from "@rollcall/core"
import { Schema } from "effect"

const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const NamedValues = Schema.Record(Schema.String, Schema.String)

/** A header as a recipient gives it: the value alone, its type is the broadcast's. One with a type is the core's to refuse. */
const RecipientHeaderBody = Schema.Struct({ type: given(Schema.String), value: Schema.String })

const RecipientCardBody = Schema.Struct({
  header: given(RecipientHeaderBody),
  body: given(NamedValues),
  button: given(NamedValues)
}).annotate({ identifier: "RecipientCard" })

const RecipientParametersBody = Schema.Struct({
  header: given(RecipientHeaderBody),
  body: given(NamedValues),
  button: given(NamedValues),
  cards: given(Schema.Array(RecipientCardBody))
}).annotate({ identifier: "RecipientParameters" })

/** A recipient that is validated: its client reference is not looked at (B19). */
export const ValidatedRecipientBody = Schema.Struct({
  identifier: Schema.String.annotate({ description: "A phone number with country code, without a leading plus." }),
  parameters: given(RecipientParametersBody)
}).annotate({ identifier: "ValidatedRecipient" })

/** A recipient of a broadcast. */
export const RecipientBody = Schema.Struct({
  ...ValidatedRecipientBody.fields,
  client_reference: given(Schema.String).annotate({ description: "At most 255 characters." })
}).annotate({ identifier: "Recipient" })

/** The recipient that a body asks for. */
export const toRecipientRequest = ({ client_reference, ...body }: typeof RecipientBody.Type): RecipientRequest => ({
  ...body,
  clientReference: client_reference
})
