import { Schema } from "effect"

/** A schema in the OpenAPI document, of which the generator reads the parts that describe accepted values. */
const SchemaPart = Schema.Record(Schema.String, Schema.Json)
export type SchemaPart = typeof SchemaPart.Type

const Parameter = Schema.Struct({ name: Schema.String, in: Schema.String, schema: SchemaPart })

const Operation = Schema.Struct({
  parameters: Schema.optionalKey(Schema.Array(Parameter)),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: SchemaPart })) })
  )
})

/** The parts of the OpenAPI document from which requests are generated. */
export const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, SchemaPart) })
})
export type Document = typeof Document.Type
