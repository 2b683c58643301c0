import { Schema, SchemaGetter } from "effect"

/** A type in upper case. The platform writes types in upper or lower case. */
const Type = Schema.String.pipe(
  Schema.decode({ decode: SchemaGetter.toUpperCase(), encode: SchemaGetter.passthrough() })
)
const Text = Schema.optionalKey(Schema.String)

const Component = Schema.Struct({
  type: Type,
  format: Schema.optionalKey(Type),
  text: Text,
  buttons: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Type, url: Text })))
})
export type Defined = ReadonlyArray<typeof Component.Type>

/** A template as the platform lists it. */
const Definition = Schema.Struct({
  name: Schema.String,
  language: Schema.String,
  status: Type,
  category: Schema.optionalKey(Type),
  parameter_format: Schema.optionalKey(Type),
  components: Schema.Array(
    Schema.Struct({
      ...Component.fields,
      cards: Schema.optionalKey(Schema.Array(Schema.Struct({ components: Schema.Array(Component) })))
    })
  )
})

/** Decodes a template definition; none if the definition has an unknown form. */
export const readDefinition = Schema.decodeUnknownOption(Definition)
