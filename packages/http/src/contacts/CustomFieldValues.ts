import { Schema, SchemaIssue } from "effect"

/**
 * The custom field values of a request, by field key. There are no definitions yet, so every key is an unknown one.
 * This is the one place that says so.
 */
export const CustomFieldValues = Schema.Record(Schema.String, Schema.Unknown).check(
  Schema.makeFilter((values) =>
    Object.keys(values).map((key) => ({
      path: [key],
      issue: new SchemaIssue.InvalidValue({ issueType: "value_error", message: "names no custom field" })
    }))
  )
)
