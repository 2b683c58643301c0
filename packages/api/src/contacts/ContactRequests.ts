import { limits, type SearchRequest } from "@rollcall/core"
import { described, shown, textOf } from "@rollcall/core/operations"
import {
  apartFrom,
  DataType,
  maxGroupDepth,
  Operator,
  predefinedFields,
  type SearchItem,
  setNames
} from "@rollcall/core/people"
import { Schema, String } from "effect"
import { GivenValues } from "../custom-fields/CustomFieldRequests.ts"
import { given } from "../requests/Codecs.ts"
import { givenFields } from "./WireFields.ts"

/** The fields of a contact to set. A missing field doesn't change, and null clears the field. */
export const ContactBody = Schema.Struct({
  ...givenFields,
  custom_fields: described(given(GivenValues), "Values by field key. Null or an empty string clears a value.")
}).annotate({
  identifier: "ContactBody",
  description: "Changes to a contact. A field that is left out stays as it is. Null clears it."
})

const dataTypes =
  "How a custom field compares: text for text, select, multiselect, user and time; long for integers; double for other " +
  "numbers; date for dates; boolean for checkboxes. It is ignored for other fields."

const FilterBody = Schema.Struct({
  field: described(
    Schema.String,
    "A field of the contact, the key of a custom field, uuid, contact_list_uuid or segment_uuid. The last two match contacts of a list or segment by its uuid."
  ),
  operator: described(Operator, "How the field and the value are compared. The operators depend on the field."),
  value: described(
    Schema.optionalKey(Schema.Unknown),
    "A string or a list. For equals on an identifier, a list matches any of up to 1,000 values. For range, the smallest and the largest value. For contains in a date, a day of any year such as -04-02. Leave it out for exists and not_exists."
  ),
  data_type: described(given(DataType), dataTypes, { default: "text" }),
  ...apartFrom.any,
  ...apartFrom.all,
  ...apartFrom.not
}).annotate({ identifier: "ContactFilter", description: "A condition that contacts must match." })

const apartFromFilter = { ...apartFrom.filter, data_type: apartFrom.filter.field }

/** A filter, or a group of items. */
export type SearchItemBody =
  | typeof FilterBody.Type
  | (ApartFromFilter & { readonly any: ReadonlyArray<SearchItemBody>; readonly all?: never; readonly not?: never })
  | (ApartFromFilter & { readonly all: ReadonlyArray<SearchItemBody>; readonly any?: never; readonly not?: never })
  | (ApartFromFilter & { readonly not: SearchItemBody; readonly any?: never; readonly all?: never })

type ApartFromFilter = { readonly [Member in keyof typeof apartFromFilter]?: never }

const nestedItem = Schema.suspend((): Schema.Codec<SearchItemBody> => SearchItemBody)
const nestedItems = Schema.Array(nestedItem).check(shown({ minItems: 1 }))

export const SearchItemBody: Schema.Codec<SearchItemBody> = Schema.Union([
  FilterBody,
  Schema.Struct({
    any: described(nestedItems, "At least one of these must match."),
    ...apartFrom.all,
    ...apartFrom.not,
    ...apartFromFilter
  }),
  Schema.Struct({
    all: described(nestedItems, "All of these must match."),
    ...apartFrom.any,
    ...apartFrom.not,
    ...apartFromFilter
  }),
  Schema.Struct({
    not: described(nestedItem, "This must not match."),
    ...apartFrom.any,
    ...apartFrom.all,
    ...apartFromFilter
  })
]).annotate({
  identifier: "ContactSearchItem",
  description: `A filter, or a group of items. Groups are nested up to ${maxGroupDepth} deep.`
})

const SortBody = Schema.Struct({
  field: described(Schema.String, "A field of the contact, or the key of a custom field."),
  sort_order: described(
    given(Schema.Literals(["asc", "desc"])),
    "The direction. Contacts without a value come last in both.",
    { default: "asc" }
  ),
  data_type: described(given(DataType), dataTypes, { default: "text" })
}).annotate({ identifier: "ContactSort", description: "The order of the contacts." })

/** A search. Contacts match all items and the search term. An empty object matches all contacts. */
export const SearchBody = Schema.Struct({
  search_term: described(
    given(textOf({ max: limits.searchTerm })),
    "Words that must all occur in names, identifiers or addresses. Case, accents and punctuation around words are ignored. Digits also find phone numbers."
  ),
  advanced_search: described(
    given(Schema.Array(SearchItemBody).check(shown({ maxItems: limits.filters }))),
    `Filters and groups of filters. All must match. At most ${limits.filters} filters, including those in groups.`
  ),
  sort_by: described(given(SortBody), "The order. Default: newest first.")
}).annotate({
  identifier: "ContactSearch",
  description:
    "Which contacts to find: contacts that match every filter and the search term. An empty object finds all."
})

const predefinedNames = new Map(
  [...predefinedFields.keys(), ...setNames].map((name) => [String.camelToSnake(name), name])
)
const ownNames = new Set(predefinedNames.values())

/**
 * Returns the field with a name: a predefined field in snake_case or camelCase, otherwise the custom field with this key.
 */
export const fieldNamed = (name: string): string => predefinedNames.get(name) ?? name

const toSearchItem = (item: SearchItemBody): SearchItem => {
  if (item.any !== undefined) return { any: item.any.map(toSearchItem) }
  if (item.all !== undefined) return { all: item.all.map(toSearchItem) }
  if (item.not !== undefined) return { not: toSearchItem(item.not) }
  const { data_type, field, operator, value } = item
  return { field: fieldNamed(field), operator, value, dataType: data_type ?? "text" }
}

export const toSearchRequest = (body: typeof SearchBody.Type): SearchRequest => ({
  searchTerm: body.search_term ?? null,
  advancedSearch: (body.advanced_search ?? []).map(toSearchItem),
  sortBy: body.sort_by
    ? {
        field: fieldNamed(body.sort_by.field),
        sortOrder: body.sort_by.sort_order ?? "asc",
        dataType: body.sort_by.data_type ?? "text"
      }
    : null
})

/** Returns the API's name of a field. */
export const fieldOnWire = (field: string): string => (ownNames.has(field) ? String.camelToSnake(field) : field)

/** Encodes an item. Its filters have all members. */
const onWireItem = (item: SearchItem): SearchItemBody => {
  if (item.any !== undefined) return { any: item.any.map(onWireItem) }
  if (item.all !== undefined) return { all: item.all.map(onWireItem) }
  if (item.not !== undefined) return { not: onWireItem(item.not) }
  const { dataType, field, operator, value } = item
  return { field: fieldOnWire(field), operator, value: value ?? null, data_type: dataType ?? "text" }
}

/** Encodes a search without its order. Null and empty members are included. */
export const toSearchBody = ({ advancedSearch = [], searchTerm }: Omit<SearchRequest, "sortBy">) => ({
  search_term: searchTerm ?? null,
  advanced_search: advancedSearch.map(onWireItem)
})
