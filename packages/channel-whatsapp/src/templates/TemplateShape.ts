import { Schema, SchemaGetter, Struct } from "effect"

const Text = Schema.optionalKey(Schema.String)

/** A name in upper case. The API writes names in upper or lower case. */
const Name = Schema.String.pipe(
  Schema.decode({ decode: SchemaGetter.toUpperCase(), encode: SchemaGetter.passthrough() })
)

const ButtonShape = Schema.Struct({ type: Name, text: Text, url: Text, phone_number: Text })
export type ButtonShape = typeof ButtonShape.Type

const CardComponent = Schema.Struct({
  type: Name,
  format: Schema.optionalKey(Name),
  text: Text,
  buttons: Schema.optionalKey(Schema.Array(ButtonShape))
})

/** The parts of a template component that Rollcall uses. */
export const ComponentShape = Schema.Struct({
  ...CardComponent.fields,
  cards: Schema.optionalKey(Schema.Array(Schema.Struct({ components: Schema.Array(CardComponent) })))
})
export type ComponentShape = typeof ComponentShape.Type

/** A template as the API lists it. */
export const TemplateShape = Schema.Struct({
  name: Schema.String,
  language: Schema.String,
  status: Name,
  category: Schema.optionalKey(Name),
  parameter_format: Schema.optionalKey(Name),
  components: Schema.Array(ComponentShape)
})
export type TemplateShape = typeof TemplateShape.Type

/** The members that are read from a template with an unknown form. */
export const TemplateIdentity = TemplateShape.mapFields(Struct.pick(["name", "language", "status"]))

/**
 * A page of the template list. Each template is decoded separately, so that a template with an unknown form doesn't affect
 * the others.
 */
export const TemplatePage = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  paging: Schema.optionalKey(
    Schema.Struct({
      cursors: Schema.optionalKey(Schema.Struct({ after: Text })),
      next: Text
    })
  )
})
