import type { SearchRequest } from "@rollcall/core"
import { DataType, Operator, predefinedFields } from "@rollcall/core/storage"
import { Schema, String } from "effect"
import { GivenValues } from "../custom-fields/CustomFieldRequests.ts"
import { givenFields } from "./WireFields.ts"

/** What a request says about a contact: an absent field stays as it is, null clears it. */
export const ContactBody = Schema.Struct({
  ...givenFields,
  custom_fields: Schema.optionalKey(Schema.NullOr(GivenValues))
}).annotate({ identifier: "ContactBody" })

/** A filter of a search. */
export const FilterBody = Schema.Struct({
  field: Schema.String,
  operator: Operator,
  value: Schema.optionalKey(Schema.Unknown).annotate({
    description: "A string or a list; for range the smallest and the largest; none for exists and not_exists."
  }),
  data_type: Schema.optionalKey(Schema.NullOr(DataType))
}).annotate({ identifier: "ContactFilter" })

const SortBody = Schema.Struct({
  field: Schema.String,
  sort_order: Schema.optionalKey(Schema.NullOr(Schema.Literals(["asc", "desc"]))),
  data_type: Schema.optionalKey(Schema.NullOr(DataType))
}).annotate({ identifier: "ContactSort" })

/** A search. An empty object asks for all contacts; filters and the term are joined by AND (S7). */
export const SearchBody = Schema.Struct({
  search_term: Schema.optionalKey(Schema.NullOr(Schema.String)),
  advanced_search: Schema.optionalKey(Schema.NullOr(Schema.Array(FilterBody))),
  sort_by: Schema.optionalKey(Schema.NullOr(SortBody))
}).annotate({ identifier: "ContactSearch" })

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
