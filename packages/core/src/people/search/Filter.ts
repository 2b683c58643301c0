import { Schema } from "effect"
import { given } from "../../shared/Input.ts"
import type { IssuePath } from "../../shared/Issue.ts"

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

/** A member that conflicts with another member of the item: one of them would be ignored. */
const apart = Schema.optionalKey(
  Schema.Never.annotate({
    message: "cannot be combined with the other members: an item is a filter, or has only one of any, all and not"
  })
)

/** The members that set filters and groups apart, for the schemas of each. */
export const apartFrom = {
  filter: { field: apart, operator: apart, value: apart },
  any: { any: apart },
  all: { all: apart },
  not: { not: apart }
}

/** One filter as it was asked for: names resolved and values decoded are the business of `Plan`. */
export const Filter = Schema.Struct({
  /** The name of a predefined field, or the key of a custom one. */
  field: Schema.String,
  /** How it is compared. Which operators a field takes depends on its type. */
  operator: Operator,
  /** What the operator compares with, of at most 1,000 characters if it is a text. */
  value: Schema.optional(Schema.Unknown),
  /** The type that the caller takes the field for. */
  dataType: Schema.optional(DataType),
  ...apartFrom.any,
  ...apartFrom.all,
  ...apartFrom.not
})
export type Filter = typeof Filter.Type

/** Items of which at least one, or each, must match, or an item that must not match. Groups may hold groups. */
type FilterGroup =
  | (Apart<"all" | "not"> & { readonly any: ReadonlyArray<SearchItem> })
  | (Apart<"any" | "not"> & { readonly all: ReadonlyArray<SearchItem> })
  | (Apart<"any" | "all"> & { readonly not: SearchItem })

type Apart<Groups extends string> = {
  readonly [Member in Groups | keyof (typeof apartFrom)["filter"]]?: never
}

/** What a search asks for: a filter, or a group of items. */
export type SearchItem = Filter | FilterGroup

const nested = Schema.suspend((): Schema.Codec<SearchItem> => SearchItem)
const items = Schema.Array(nested)

export const SearchItem: Schema.Codec<SearchItem> = Schema.Union([
  Filter,
  Schema.Struct({ any: items, ...apartFrom.all, ...apartFrom.not, ...apartFrom.filter }),
  Schema.Struct({ all: items, ...apartFrom.any, ...apartFrom.not, ...apartFrom.filter }),
  Schema.Struct({ not: nested, ...apartFrom.any, ...apartFrom.all, ...apartFrom.filter })
])

/**
 * Groups may hold groups up to this depth.
 *
 * @see docs/contributing/decisions.md, S14
 */
export const maxGroupDepth = 5

/** A filter, and where it is in a request. */
export interface PlacedFilter {
  readonly filter: Filter
  readonly path: IssuePath
}

/** Returns the filters of items at a path and of the groups in them, as deep as groups may be nested. */
export const placedFilters = (
  items: ReadonlyArray<SearchItem>,
  path: IssuePath = ["advancedSearch"],
  depth = 0
): ReadonlyArray<PlacedFilter> => items.flatMap((item, index) => filtersOf(item, [...path, index], depth))

const filtersOf = (item: SearchItem, path: IssuePath, depth: number): ReadonlyArray<PlacedFilter> => {
  if (item.field !== undefined) return [{ filter: item, path }]
  if (depth === maxGroupDepth) return []
  if (item.not !== undefined) return filtersOf(item.not, [...path, "not"], depth + 1)
  return item.any === undefined
    ? placedFilters(item.all, [...path, "all"], depth + 1)
    : placedFilters(item.any, [...path, "any"], depth + 1)
}

/** Returns the filters of items and of the groups in them, as deep as groups may be nested. */
export const filtersIn = (items: ReadonlyArray<SearchItem>): ReadonlyArray<Filter> =>
  placedFilters(items).map(({ filter }) => filter)

/** Returns an item, which is nested no deeper than groups may be, with each of its filters changed. */
export const mapFilters = (item: SearchItem, change: (filter: Filter) => Filter): SearchItem => {
  if (item.field !== undefined) return change(item)
  if (item.not !== undefined) return { not: mapFilters(item.not, change) }
  const each = (items: ReadonlyArray<SearchItem>) => items.map((item) => mapFilters(item, change))
  return item.any === undefined ? { all: each(item.all) } : { any: each(item.any) }
}

/** A search as it was asked for. Items and the search term are joined by AND. */
export const SearchRequest = Schema.Struct({
  /** Words that are found in the texts of a contact, of at most 256 characters. */
  searchTerm: given(Schema.String),
  /** Filters, and groups of them, up to 5 in one another: each must match. At most 50 filters. */
  advancedSearch: Schema.optional(Schema.Array(SearchItem)),
  /** The order; newest first if absent. */
  sortBy: given(
    Schema.Struct({
      /** The name of a predefined field, or the key of a custom one. */
      field: Schema.String,
      sortOrder: Schema.optional(Schema.Literals(["asc", "desc"])),
      dataType: Schema.optional(DataType)
    })
  )
})
export type SearchRequest = typeof SearchRequest.Type

/** The most filters in one search, including groups. */
export const maxFilters = 50

/** At most this many sets in the values of the filters of one search. */
export const maxSets = 50

/** At most this many characters in a search term: engines bound the patterns that they take. */
export const maxSearchTermLength = 256

/**
 * At most this many characters in a text operand: no text of a fixed field is longer, and engines bound what they take.
 */
export const maxOperandLength = 1_000
