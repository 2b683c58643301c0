import { Schema } from "effect"
import { HeaderType } from "./Template.ts"

const values = {
  header: Schema.NullOr(Schema.Struct({ type: HeaderType, value: Schema.String })),
  body: Schema.Array(Schema.String),
  /** The name of each body value, for a template with named values. */
  bodyNames: Schema.optionalKey(Schema.Array(Schema.String)),
  buttons: Schema.Array(Schema.String)
}

/**
 * The values of one message in the template's order, frozen for a recipient at acceptance. Besides the template's name, a
 * channel needs only these values. `cards` is null for a plain template.
 */
export const MessageParameters = Schema.Struct({
  ...values,
  cards: Schema.NullOr(Schema.Array(Schema.Struct(values)))
})
export type MessageParameters = typeof MessageParameters.Type

/** The values of a message after its person was erased. */
export const noParameters: MessageParameters = { header: null, body: [], buttons: [], cards: null }
