import { Schema } from "effect"

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

/** What a caller says the type of a field is; it has to match where a field has data types, and is ignored elsewhere. */
export const DataType = Schema.Literals(["text", "long", "double", "date", "boolean"])
export type DataType = typeof DataType.Type

/** One filter as it was asked for: names resolved and values decoded are the business of `Plan`. */
export interface Filter {
  readonly field: string
  readonly operator: Operator
  readonly value?: unknown
  readonly dataType?: DataType
}

/** A search as it was asked for. Filters and the search term are joined by AND (S7). */
export interface SearchRequest {
  readonly searchTerm?: string | null
  readonly advancedSearch?: ReadonlyArray<Filter>
  readonly sortBy?: { readonly field: string; readonly sortOrder?: "asc" | "desc"; readonly dataType?: DataType } | null
}

/** At most this many filters in one search (S7). */
export const maxFilters = 50

/** At most this many UTF-16 units in a search term: engines bound the patterns that they take. */
export const maxSearchTermLength = 256

/** At most this many UTF-16 units in a text operand: no text of a fixed field is longer, and engines bound what they take. */
export const maxOperandLength = 1_000
