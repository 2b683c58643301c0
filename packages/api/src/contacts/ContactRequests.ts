import { type ContactFields, DataType, Operator, predefinedFields, type SearchRequest } from "@rollcall/core"
import { Schema, String } from "effect"
import { GivenValues } from "../custom-fields/CustomFieldRequests.ts"

const GivenText = Schema.optionalKey(Schema.NullOr(Schema.String))

/** What a request says about a contact: an absent field stays as it is, null clears it. */
export const ContactBody = Schema.Struct({
  first_name: GivenText,
  last_name: GivenText,
  external_contact_id: GivenText,
  email: GivenText,
  phone_number: GivenText,
  chatapp_id: GivenText,
  socialmsg_id: GivenText,
  custom_fields: Schema.optionalKey(Schema.NullOr(GivenValues))
}).annotate({ identifier: "ContactBody" })

export const toContactFields = (body: typeof ContactBody.Type): ContactFields => ({
  firstName: body.first_name,
  lastName: body.last_name,
  externalContactId: body.external_contact_id,
  email: body.email,
  phoneNumber: body.phone_number,
  chatappId: body.chatapp_id,
  socialmsgId: body.socialmsg_id
})

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
