import { Schema, SchemaGetter, Struct } from "effect"

const Text = Schema.optionalKey(Schema.String)

/** A name, converted to upper case: the API uses either case. */
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

/** The known members of a template with an unknown form. */
export const TemplateIdentity = TemplateShape.mapFields(Struct.pick(["name", "language", "status"]))

/** A page of the list of templates. Each is decoded separately, so that an unknown form hides no other. */
export const TemplatePage = Schema.Struct({
  data: Schema.Array(Schema.Unknown),
  paging: Schema.optionalKey(
    Schema.Struct({
      cursors: Schema.optionalKey(Schema.Struct({ after: Text })),
      next: Text
    })
  )
})
