import { Schema } from "effect"
import { given } from "../../shared/Input.ts"
import type { IssuePath } from "../../shared/Issue.ts"

/** The operators of a filter. `Operators.ts` defines the meaning of each operator. */
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

/** The data type that a request states for a field. Must match the type of a custom field; ignored for other fields. */
export const DataType = Schema.Literals(["text", "long", "double", "date", "boolean"])
export type DataType = typeof DataType.Type

/** The schema of a member that must be absent because the item has a conflicting member. */
const apart = Schema.optionalKey(
  Schema.Never.annotate({
    message: "cannot be combined with the other members: an item is a filter, or has only one of any, all and not"
  })
)

/** The members of each kind of item, which the other kinds must not have. */
export const apartFrom = {
  filter: { field: apart, operator: apart, value: apart },
  any: { any: apart },
  all: { all: apart },
  not: { not: apart }
}

/** A filter of a request. `Plan` resolves the field and decodes the value. */
export const Filter = Schema.Struct({
  /** The name of a predefined field, or the key of a custom field. */
  field: Schema.String,
  /** The operator. The field's type decides which operators are supported. */
  operator: Operator,
  /** The operand. A string has at most 1,000 characters. */
  value: Schema.optional(Schema.Unknown),
  /** The data type that the caller states for the field. */
  dataType: Schema.optional(DataType),
  ...apartFrom.any,
  ...apartFrom.all,
  ...apartFrom.not
})
export type Filter = typeof Filter.Type

/**
 * A group: at least one item must match (`any`), every item must match (`all`), or the item must not match (`not`).
 * Groups may be nested.
 */
type FilterGroup =
  | (Apart<"all" | "not"> & { readonly any: ReadonlyArray<SearchItem> })
  | (Apart<"any" | "not"> & { readonly all: ReadonlyArray<SearchItem> })
  | (Apart<"any" | "all"> & { readonly not: SearchItem })

type Apart<Groups extends string> = {
  readonly [Member in Groups | keyof (typeof apartFrom)["filter"]]?: never
}

/** An item of a search: a filter, or a group of items. */
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
 * The maximum depth of nested groups.
 *
 * @see docs/contributing/decisions.md, S14
 */
export const maxGroupDepth = 5

/** A filter and its path in a request. */
export interface PlacedFilter {
  readonly filter: Filter
  readonly path: IssuePath
}

/**
 * Returns the filters in items and in their groups, with their paths. Skips groups nested deeper than {@link
 * maxGroupDepth}.
 */
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

/** Returns the filters in items and in their groups. Skips groups nested deeper than {@link maxGroupDepth}. */
export const filtersIn = (items: ReadonlyArray<SearchItem>): ReadonlyArray<Filter> =>
  placedFilters(items).map(({ filter }) => filter)

/** Applies `change` to each filter of an item. Groups must not be nested deeper than {@link maxGroupDepth}. */
export const mapFilters = (item: SearchItem, change: (filter: Filter) => Filter): SearchItem => {
  if (item.field !== undefined) return change(item)
  if (item.not !== undefined) return { not: mapFilters(item.not, change) }
  const each = (items: ReadonlyArray<SearchItem>) => items.map((item) => mapFilters(item, change))
  return item.any === undefined ? { all: each(item.all) } : { any: each(item.any) }
}

/** A search request. An item must match every entry of `advancedSearch` and the search term. */
export const SearchRequest = Schema.Struct({
  /** Words to find in the texts of a contact, at most 256 characters. */
  searchTerm: given(Schema.String),
  /** Filters and groups, nested up to 5 deep. Every entry must match. At most 50 filters in all. */
  advancedSearch: Schema.optional(Schema.Array(SearchItem)),
  /** The sort order. Default: newest first. */
  sortBy: given(
    Schema.Struct({
      /** The name of a predefined field, or the key of a custom field. */
      field: Schema.String,
      sortOrder: Schema.optional(Schema.Literals(["asc", "desc"])),
      dataType: Schema.optional(DataType)
    })
  )
})
export type SearchRequest = typeof SearchRequest.Type

/** The maximum number of filters in a search, including filters in groups. */
export const maxFilters = 50

/** The maximum number of sets in the filters of a search. */
export const maxSets = 50

/** The maximum length of a search term, in characters. Database engines limit the length of patterns. */
export const maxSearchTermLength = 256

/**
 * The maximum length of a string operand, in characters. No string in a predefined field is longer, and database
 * engines limit the length.
 */
export const maxOperandLength = 1_000
