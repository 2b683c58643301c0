/** One end of an interval. */
export interface Bound<Value> {
  readonly value: Value
  readonly inclusive: boolean
}

/** An interval of values. At least one end is given. Strings are folded and ordered by code point. */
export interface Interval<Value> {
  readonly min?: Bound<Value>
  readonly max?: Bound<Value>
}

/** A time range in milliseconds since the epoch. `from` is included, `until` is excluded. At least one end is given. */
export interface InstantSpan {
  readonly from?: number
  readonly until?: number
}

/** A UTC day of any year, as `MM-DD`. */
export type DayOfYear = string

/** A test of a string. The operand is folded and never empty. */
export type TextTest =
  | { readonly _tag: "TextEquals"; readonly text: string }
  | { readonly _tag: "TextContains"; readonly text: string }
  | { readonly _tag: "TextStartsWith"; readonly text: string }
  | { readonly _tag: "TextEndsWith"; readonly text: string }
  | { readonly _tag: "TextWithin"; readonly interval: Interval<string> }

/** A test of an index entry. */
export type ValueTest =
  | TextTest
  | { readonly _tag: "NumberWithin"; readonly interval: Interval<number> }
  /** The number is a timestamp on this day of any year. */
  | { readonly _tag: "NumberOnDay"; readonly day: DayOfYear }

/**
 * A search condition in the few forms that stores support. `Plan` translates operators to these forms, and decodes and
 * folds values. A leaf is false for an item without the value, so `Not` is the exact complement.
 *
 * @see docs/contributing/decisions.md, S1
 */
export type Condition =
  | { readonly _tag: "All"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Any"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Not"; readonly condition: Condition }
  | { readonly _tag: "TextPresent"; readonly field: string }
  | (TextTest & { readonly field: string })
  /** The field's string is one of `texts`. */
  | { readonly _tag: "TextAmong"; readonly field: string; readonly texts: ReadonlyArray<string> }
  /** The item's uuid is one of `uuids`. */
  | { readonly _tag: "UuidAmong"; readonly uuids: ReadonlyArray<string> }
  | { readonly _tag: "InstantPresent"; readonly field: string }
  | { readonly _tag: "InstantWithin"; readonly field: string; readonly span: InstantSpan }
  | { readonly _tag: "InstantOnDay"; readonly field: string; readonly day: DayOfYear }
  | { readonly _tag: "BooleanIs"; readonly field: string; readonly value: boolean }
  /** The item has a value for the field with this uuid. */
  | { readonly _tag: "ValuePresent"; readonly field: string }
  /** The value, or at least one of its elements, passes the test. */
  | { readonly _tag: "ValueMatches"; readonly field: string; readonly test: ValueTest }
  /**
   * The value has exactly the elements `texts`, in any order. `texts` are folded and distinct.
   *
   * @see docs/contributing/decisions.md, S5
   */
  | { readonly _tag: "ValuesAre"; readonly field: string; readonly texts: ReadonlyArray<string> }
  /** The item is in the set with this uuid. */
  | { readonly _tag: "MemberOf"; readonly set: string }
  /** The item or one of its addresses has an opt-out of this scope. */
  | { readonly _tag: "OptedOut"; readonly scope: OptedOutScope }

/** The scopes of opt-outs. If a contact is opted out in both scopes, `all` counts. */
export const optedOutScopes = ["all", "marketing"] as const
type OptedOutScope = (typeof optedOutScopes)[number]

export const allOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "All", conditions }

export const anyOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "Any", conditions }

export const not = (condition: Condition): Condition =>
  condition._tag === "Not" ? condition.condition : { _tag: "Not", condition }
