import { Schema } from "effect"
import { HeaderType } from "./Template.ts"

const values = {
  header: Schema.NullOr(Schema.Struct({ type: HeaderType, value: Schema.String })),
  body: Schema.Array(Schema.String),
  /** The name of each value of the body, where the template takes them by name. */
  bodyNames: Schema.optionalKey(Schema.Array(Schema.String)),
  buttons: Schema.Array(Schema.String)
}

/**
 * The values of one message in the order that the template takes them: what is frozen for a recipient when a broadcast is
 * accepted, and all that a channel needs besides the template's name. `cards` is null for a plain template.
 */
export const MessageParameters = Schema.Struct({
  ...values,
  cards: Schema.NullOr(Schema.Array(Schema.Struct(values)))
})
export type MessageParameters = typeof MessageParameters.Type

/** What stands for the values of a message whose person was erased. */
export const noParameters: MessageParameters = { header: null, body: [], buttons: [], cards: null }
