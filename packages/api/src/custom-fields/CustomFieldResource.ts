import { CustomField } from "@rollcall/core"
import { described } from "@rollcall/core/operations"
import { CustomFieldValue, SelectOption } from "@rollcall/core/people"
import { Schema } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { spelled } from "../requests/WireNames.ts"

/** The values of a contact by field key. Fields without a value are absent. */
export const CustomFieldValuesResource = described(
  Schema.Record(Schema.String, CustomFieldValue),
  "Values by field key. Fields without a value are absent."
)

export const ContactValuesResource = Schema.Struct({ custom_fields: CustomFieldValuesResource }).annotate({
  identifier: "ContactCustomFields",
  description: "The custom field values of a contact."
})

const option = spelled(SelectOption.fields)
const OptionResource = Schema.Struct(option.fields).annotate({
  identifier: "SelectOption",
  description: "An option of a select or multiselect."
})

const field = spelled({
  ...CustomField.fields,
  selectOptions: described(
    Schema.optionalKey(Schema.Array(OptionResource)),
    "The options, including archived options. Only for select and multiselect."
  )
})

/** A custom field in the API's format. Only the types `select` and `multiselect` have `select_options`. */
export const CustomFieldResource = Schema.Struct(field.fields).annotate({
  identifier: "CustomField",
  description: "A field that the workspace adds to its contacts."
})

export const CustomFieldPage = Schema.Struct({
  custom_fields: described(Schema.Array(CustomFieldResource), "The fields of the page."),
  pagination: Pagination
}).annotate({ identifier: "CustomFieldPage", description: "A page of custom fields." })

export const toCustomFieldResource = ({
  selectOptions,
  ...definition
}: CustomField): typeof CustomFieldResource.Encoded =>
  field.encode({ ...definition, ...(selectOptions && { selectOptions: selectOptions.map(option.encode) }) })

export const toCustomFieldPage = pageOf("custom_fields", toCustomFieldResource)
