import { Schema } from "effect"
import { given } from "../shared/Input.ts"

/** The operators of a filter, which get their meanings in `Operators.ts`. */
export const Operator = Schema.Literals([
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "range",
  "gt",
  "lt",
  "gte",
  "lte",
  "exists",
  "not_exists"
])
export type Operator = typeof Operator.Type

/**
 * What a caller says the type of a field is; it has to match where a field has data types, and is ignored elsewhere.
 */
export const DataType = Schema.Literals(["text", "long", "double", "date", "boolean"])
export type DataType = typeof DataType.Type

/** One filter as it was asked for: names resolved and values decoded are the business of `Plan`. */
export const Filter = Schema.Struct({
  field: Schema.String,
  operator: Operator,
  value: Schema.optional(Schema.Unknown),
  dataType: Schema.optional(DataType)
})
export type Filter = typeof Filter.Type

/** A search as it was asked for. Filters and the search term are joined by AND (S7). */
export const SearchRequest = Schema.Struct({
  searchTerm: given(Schema.String),
  advancedSearch: Schema.optional(Schema.Array(Filter)),
  sortBy: given(
    Schema.Struct({
      field: Schema.String,
      sortOrder: Schema.optional(Schema.Literals(["asc", "desc"])),
      dataType: Schema.optional(DataType)
    })
  )
})
export type SearchRequest = typeof SearchRequest.Type

/** At most this many filters in one search (S7). */
export const maxFilters = 50

/** At most this many characters in a search term (W8): engines bound the patterns that they take. */
export const maxSearchTermLength = 256

/**
 * At most this many characters in a text operand: no text of a fixed field is longer, and engines bound what they take.
 */
export const maxOperandLength = 1_000
