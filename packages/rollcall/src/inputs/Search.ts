import type { DataType, optOutName, PredefinedField, setNames } from "@rollcall/core/people"

/** The name of a predefined field of contacts, or the key of a custom field. Editors complete predefined fields. */
export type FieldName = PredefinedField["name"] | (string & {})

/**
 * The name of a field, or of a field for filters only: a set of contacts by its uuid, or a contact's opt-out, `all` or
 * `marketing`.
 */
export type FilterFieldName = FieldName | (typeof setNames)[number] | typeof optOutName

/** The members of every filter. */
interface AnyFilter {
  /**
   * The field that is compared: a predefined field such as `firstName`, the key of a custom field, or `contactListUuid` and
   * `segmentUuid` for the contacts of a list or a segment.
   */
  readonly field: FilterFieldName
  /**
   * The data type of a custom field. Default: `text`, so numbers, dates and booleans must be named. A type that
   * the field does not have is refused. Predefined fields ignore it.
   */
  readonly dataType?: DataType | undefined
}

/** Whether the field has a value. A member `value?` here would keep editors from offering other operators. */
interface PresenceFilter extends AnyFilter {
  /** `exists`: the field has a value. `not_exists`: it has no value. */
  readonly operator: "exists" | "not_exists"
}

/** Whether the value is equal to another value. */
interface EqualityFilter extends AnyFilter {
  /** `equals`: the values are equal; strings are compared ignoring case. `not_equals`: the exact negation. */
  readonly operator: "equals" | "not_equals"
  /**
   * A string, a number, true or false. Dates and timestamps are ISO 8601 strings: `2026-04-02` is the whole day in UTC. A list is
   * compared as a set with a `multiselect` field; for `contactListUuid` and `segmentUuid` it means any of the sets.
   */
  readonly value: string | number | boolean | ReadonlyArray<string>
}

/** Whether the value contains another value. */
interface ContainsFilter extends AnyFilter {
  /** `contains`: a part of a string, elements of a list, or a day of any year. `not_contains`: the exact negation. */
  readonly operator: "contains" | "not_contains"
  /**
   * A part of the string; an element of a `multiselect` field, or several that it must all have; or for a date a day
   * of any year, such as `-04-02` for 2 April.
   */
  readonly value: string | ReadonlyArray<string>
}

/** How a string begins or ends. */
interface AffixFilter extends AnyFilter {
  /** `starts_with` or `ends_with`: how the string begins or ends, ignoring case. */
  readonly operator: "starts_with" | "ends_with"
  /** The beginning or the end of the string. */
  readonly value: string
}

/** Whether the value comes before or after another value. */
interface OrderFilter extends AnyFilter {
  /** `gt`: greater than, `lt`: less than, `gte`: at least, `lte`: at most. */
  readonly operator: "gt" | "lt" | "gte" | "lte"
  /** A number, a string, or a date or timestamp as an ISO 8601 string. */
  readonly value: string | number
}

/** Whether the value is within a range. */
interface RangeFilter extends AnyFilter {
  /** `range`: at least the first value, and at most the second. */
  readonly operator: "range"
  /** The smallest and the largest value: numbers, strings, or dates or timestamps as ISO 8601 strings. */
  readonly value: readonly [smallest: string | number, largest: string | number]
}

/** A condition on a field of contacts. The operator determines the type of the value. */
export type Filter = PresenceFilter | EqualityFilter | ContainsFilter | AffixFilter | OrderFilter | RangeFilter

/** The members that exclude each other: an item is a filter, or has exactly one of `any`, `all` and `not`. */
type Apart<Groups extends "any" | "all" | "not"> = {
  readonly [Member in Groups | "field" | "operator" | "value"]?: never
}

/** Items of which at least one is satisfied. */
interface AnyOf extends Apart<"all" | "not"> {
  /** The items of which at least one is satisfied: filters or further groups. It must not be empty. */
  readonly any: ReadonlyArray<SearchItem>
}

/** Items that are all satisfied. */
interface AllOf extends Apart<"any" | "not"> {
  /** The items that are all satisfied: filters or further groups. It must not be empty. */
  readonly all: ReadonlyArray<SearchItem>
}

/** An item that is not satisfied. */
interface NoneOf extends Apart<"any" | "all"> {
  /** The item that is not satisfied: a filter or a further group. */
  readonly not: SearchItem
}

/** A filter, or a group of filters: `any`, `all` or `not`. Groups are nested at most 5 levels deep. */
export type SearchItem = Filter | AnyOf | AllOf | NoneOf

/** Which contacts to search for. Contacts must match the term and the items. */
export interface ContactFilter {
  /**
   * Words that the strings of a contact contain, in any order: at most 256 characters. Case and accents make no
   * difference. Four or more digits also match phone numbers, in any spelling.
   */
  readonly searchTerm?: string | null | undefined
  /** Filters and groups, which must all match: at most 50 filters in one search, and 50 sets of contacts. */
  readonly advancedSearch?: ReadonlyArray<SearchItem> | undefined
}

/** The order of contacts. Contacts without a value come last. */
export interface ContactOrder {
  /** The field to sort by: a predefined field, or the key of a custom field. */
  readonly field: FieldName
  /** `asc`: the smallest first, `desc`: the largest first. Default: `asc`. */
  readonly sortOrder?: "asc" | "desc" | undefined
  /** The data type of a custom field. Default: `text`. A type that the field does not have is refused. */
  readonly dataType?: DataType | undefined
}

/** A search of contacts: its conditions and its order. */
export interface ContactSearch extends ContactFilter {
  /** The order. Default: newest contact first. */
  readonly sortBy?: ContactOrder | null | undefined
}
