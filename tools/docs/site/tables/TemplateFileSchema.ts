import { Schema } from "effect"
import { Template } from "../../../../packages/core/src/sending/templates/Template.ts"

/** Returns the JSON Schema of a template file, from the schema with which the server reads it. */
export const templateFileSchema = (): string => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Array(Template), { onExcessProperty: "error" })
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Rollcall message templates",
    description: "What ROLLCALL_TEMPLATES names, and `rollcall templates add` takes.",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
  return JSON.stringify(document, null, 2)
}
