import type { DataType, optOutName, PredefinedField, setNames } from "@rollcall/core/people"

/** The name of a predefined contact field, or the key of a custom field. Editors complete predefined names. */
export type FieldName = PredefinedField["name"] | (string & {})

/** A field to filter by: a contact field, a list or segment by its uuid, or an opt-out (`all` or `marketing`). */
export type FilterFieldName = FieldName | (typeof setNames)[number] | typeof optOutName

interface AnyFilter {
  /**
   * The field to compare: a predefined field such as `firstName`, the key of a custom field, `contactListUuid` or
   * `segmentUuid`.
   */
  readonly field: FilterFieldName
  /**
   * The data type of a custom field. Default: `text`, so other types must be given. A type that differs from the
   * field's type is rejected. Ignored for predefined fields.
   */
  readonly dataType?: DataType | undefined
}

/** Tests whether a field has a value. A member `value?` here would make editors hide other operators. */
interface PresenceFilter extends AnyFilter {
  /** `exists`: the field has a value. `not_exists`: it has no value. */
  readonly operator: "exists" | "not_exists"
}

/** Tests whether a value equals another. */
interface EqualityFilter extends AnyFilter {
  /** `equals`: the values are equal; strings are compared ignoring case. `not_equals`: the exact negation. */
  readonly operator: "equals" | "not_equals"
  /**
   * A string, a number, true or false. Dates and timestamps are ISO 8601 strings: `2026-04-02` is the whole day in UTC.
   * A list is compared as a set with a `multiselect` field; for `contactListUuid` and `segmentUuid` it means any of the
   * sets.
   */
  readonly value: string | number | boolean | ReadonlyArray<string>
}

/** Tests whether a value contains another. */
interface ContainsFilter extends AnyFilter {
  /** `contains`: a part of a string, elements of a list, or a day of any year. `not_contains`: the exact negation. */
  readonly operator: "contains" | "not_contains"
  /**
   * A part of the string; an element of a `multiselect` field, or several that it must all have; or for a date a day
   * of any year, such as `-04-02` for 2 April.
   */
  readonly value: string | ReadonlyArray<string>
}

/** Tests how a string begins or ends. */
interface AffixFilter extends AnyFilter {
  /** `starts_with` or `ends_with`: how the string begins or ends, ignoring case. */
  readonly operator: "starts_with" | "ends_with"
  /** The prefix or suffix. */
  readonly value: string
}

/** Compares a value with another. */
interface OrderFilter extends AnyFilter {
  /** `gt`: greater than, `lt`: less than, `gte`: at least, `lte`: at most. */
  readonly operator: "gt" | "lt" | "gte" | "lte"
  /** A number, a string, or a date or timestamp as an ISO 8601 string. */
  readonly value: string | number
}

/** Tests whether a value is within a range. */
interface RangeFilter extends AnyFilter {
  /** `range`: at least the first value, and at most the second. */
  readonly operator: "range"
  /** The smallest and the largest value: numbers, strings, or dates or timestamps as ISO 8601 strings. */
  readonly value: readonly [smallest: string | number, largest: string | number]
}

/** A condition on a field of contacts. The operator determines the type of the value. */
export type Filter = PresenceFilter | EqualityFilter | ContainsFilter | AffixFilter | OrderFilter | RangeFilter

/** Excludes the other groups: an item is a filter or has exactly one of `any`, `all` and `not`. */
type Apart<Groups extends "any" | "all" | "not"> = {
  readonly [Member in Groups | "field" | "operator" | "value"]?: never
}

/** A group in which at least one item matches. */
interface AnyOf extends Apart<"all" | "not"> {
  /** Filters or groups, at least one. One of them must match. */
  readonly any: ReadonlyArray<SearchItem>
}

/** A group in which every item matches. */
interface AllOf extends Apart<"any" | "not"> {
  /** Filters or groups, at least one. All of them must match. */
  readonly all: ReadonlyArray<SearchItem>
}

/** A negated filter or group. */
interface NoneOf extends Apart<"any" | "all"> {
  /** The filter or group that must not match. */
  readonly not: SearchItem
}

/** A filter, or a group of filters: `any`, `all` or `not`. Groups are nested at most 5 levels deep. */
export type SearchItem = Filter | AnyOf | AllOf | NoneOf

/** The conditions of a contact search. Contacts must match the term and every item. */
export interface ContactFilter {
  /**
   * Words to find in the strings of a contact, in any order, at most 256 characters. Case and accents are ignored. Four
   * or more digits also match phone numbers, in any notation.
   */
  readonly searchTerm?: string | null | undefined
  /** Filters and groups that must all match: at most 50 filters and 50 sets of contacts in one search. */
  readonly advancedSearch?: ReadonlyArray<SearchItem> | undefined
}

/** The order of contacts. Contacts without a value come last. */
export interface ContactOrder {
  /** The field to sort by: a predefined field, or the key of a custom field. */
  readonly field: FieldName
  /** `asc`: smallest first; `desc`: largest first. Default: `asc`. */
  readonly sortOrder?: "asc" | "desc" | undefined
  /** The data type of a custom field. Default: `text`. A type that differs from the field's type is rejected. */
  readonly dataType?: DataType | undefined
}

/** A search of contacts: its conditions and its order. */
export interface ContactSearch extends ContactFilter {
  /** The order. Default: newest contact first. */
  readonly sortBy?: ContactOrder | null | undefined
}
