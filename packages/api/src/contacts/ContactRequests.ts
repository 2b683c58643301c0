import { limits, type SearchRequest } from "@rollcall/core"
import { predefinedFields } from "@rollcall/core/contact-fields"
import { DataType, Operator } from "@rollcall/core/search"
import { Schema, String } from "effect"
import { GivenValues } from "../custom-fields/CustomFieldRequests.ts"
import { described, shown, textOf } from "../requests/Described.ts"
import { givenFields } from "./WireFields.ts"

/** What a request says about a contact: an absent field stays as it is, null clears it. */
export const ContactBody = Schema.Struct({
  ...givenFields,
  custom_fields: described(Schema.optionalKey(Schema.NullOr(GivenValues)), "Values by field key; null clears one.")
}).annotate({
  identifier: "ContactBody",
  description: "What changes about a contact: a field that is left out stays as it is, null clears it."
})

const dataTypes =
  "How a custom field compares: text for text, select, multiselect, user and time; long for integers; double for other " +
  "numbers; date for dates; boolean for checkboxes. It is ignored for other fields."

/** A filter of a search. */
export const FilterBody = Schema.Struct({
  field: described(Schema.String, "A field of the contact, or the key of a custom field."),
  operator: described(Operator, "How the field and the value compare; which ones there are depends on the field."),
  value: described(
    Schema.optionalKey(Schema.Unknown),
    "A string or a list; for range the smallest and the largest; for contains in a date a day of any year, such as -04-02; none for exists and not_exists."
  ),
  data_type: described(Schema.optionalKey(Schema.NullOr(DataType)), dataTypes, { default: "text" })
}).annotate({ identifier: "ContactFilter", description: "A condition that contacts satisfy." })

const SortBody = Schema.Struct({
  field: described(Schema.String, "A field of the contact, or the key of a custom field."),
  sort_order: described(
    Schema.optionalKey(Schema.NullOr(Schema.Literals(["asc", "desc"]))),
    "The direction; contacts without a value come last in both.",
    { default: "asc" }
  ),
  data_type: described(Schema.optionalKey(Schema.NullOr(DataType)), dataTypes, { default: "text" })
}).annotate({ identifier: "ContactSort", description: "The order of the contacts." })

/** A search. An empty object asks for all contacts; filters and the term are joined by AND (S7). */
export const SearchBody = Schema.Struct({
  search_term: described(
    Schema.optionalKey(Schema.NullOr(textOf({ max: limits.searchTerm }))),
    "Words that all occur in names, identifiers or addresses, in any case and with whatever accents; digits find phone numbers too."
  ),
  advanced_search: described(
    Schema.optionalKey(Schema.NullOr(Schema.Array(FilterBody).check(shown({ maxItems: limits.filters })))),
    "Conditions that are all satisfied."
  ),
  sort_by: described(Schema.optionalKey(Schema.NullOr(SortBody)), "The order; newest first where none is given.")
}).annotate({
  identifier: "ContactSearch",
  description: "Which contacts are wanted: those that satisfy every condition; all for an empty object."
})

const predefinedNames = new Map(Array.from(predefinedFields.keys(), (name) => [String.camelToSnake(name), name]))

/** The field that a name means: a predefined one in either spelling (W2), otherwise a custom field by its key. */
const fieldNamed = (name: string): string => predefinedNames.get(name) ?? name

export const toSearchRequest = (body: typeof SearchBody.Type): SearchRequest => ({
  searchTerm: body.search_term ?? null,
  advancedSearch: (body.advanced_search ?? []).map(({ data_type, field, operator, value }) => ({
    field: fieldNamed(field),
    operator,
    value,
    dataType: data_type ?? "text"
  })),
  sortBy: body.sort_by
    ? {
        field: fieldNamed(body.sort_by.field),
        sortOrder: body.sort_by.sort_order ?? "asc",
        dataType: body.sort_by.data_type ?? "text"
      }
    : null
})

/** The name of a field on the wire. */
const onWire = (field: string): string => (predefinedFields.has(field) ? String.camelToSnake(field) : field)

/** A search without an order as the wire has it, with every field (W1). */
export const toSearchBody = ({ advancedSearch = [], searchTerm }: Omit<SearchRequest, "sortBy">) => ({
  search_term: searchTerm ?? null,
  advanced_search: advancedSearch.map(({ dataType, field, operator, value }) => ({
    field: onWire(field),
    operator,
    value: value ?? null,
    data_type: dataType ?? "text"
  }))
})
