/** One end of an interval. */
export interface Bound<Value> {
  readonly value: Value
  readonly inclusive: boolean
}

/** An interval of values; at least one end is given. Text is folded and ordered by code point. */
export interface Interval<Value> {
  readonly min?: Bound<Value>
  readonly max?: Bound<Value>
}

/** A span of instants in milliseconds since the epoch: `from` is inside, `until` is not; at least one is given. */
export interface InstantSpan {
  readonly from?: number
  readonly until?: number
}

/** A day of any year, as UTC has it: its month and its day as `MM-DD`. */
export type DayOfYear = string

/** What a text can be asked. The operand is folded and never empty. */
export type TextTest =
  | { readonly _tag: "TextEquals"; readonly text: string }
  | { readonly _tag: "TextContains"; readonly text: string }
  | { readonly _tag: "TextStartsWith"; readonly text: string }
  | { readonly _tag: "TextEndsWith"; readonly text: string }
  | { readonly _tag: "TextWithin"; readonly interval: Interval<string> }

/** What an index entry can be asked. */
export type ValueTest =
  | TextTest
  | { readonly _tag: "NumberWithin"; readonly interval: Interval<number> }
  /** The number is an instant on this day. */
  | { readonly _tag: "NumberOnDay"; readonly day: DayOfYear }

/**
 * What an item has to satisfy, in the few forms that stores know. Operators are lowered to these once, in `Plan`;
 * values are decoded and folded. A leaf is false for an item without the value, so `Not` is the exact complement.
 *
 * @see docs/contributing/decisions.md, S1
 */
export type Condition =
  | { readonly _tag: "All"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Any"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Not"; readonly condition: Condition }
  | { readonly _tag: "TextPresent"; readonly field: string }
  | (TextTest & { readonly field: string })
  /** The text is one of these. */
  | { readonly _tag: "TextAmong"; readonly field: string; readonly texts: ReadonlyArray<string> }
  /** The uuid of the item is one of these. */
  | { readonly _tag: "UuidAmong"; readonly uuids: ReadonlyArray<string> }
  | { readonly _tag: "InstantPresent"; readonly field: string }
  | { readonly _tag: "InstantWithin"; readonly field: string; readonly span: InstantSpan }
  | { readonly _tag: "InstantOnDay"; readonly field: string; readonly day: DayOfYear }
  | { readonly _tag: "BooleanIs"; readonly field: string; readonly value: boolean }
  /** The item has a value for the field with this uuid. */
  | { readonly _tag: "ValuePresent"; readonly field: string }
  /** The value, or some element of it, passes the test. */
  | { readonly _tag: "ValueMatches"; readonly field: string; readonly test: ValueTest }
  /**
   * The elements of the value are exactly these, in any order. They are folded and distinct.
   *
   * @see docs/contributing/decisions.md, S5
   */
  | { readonly _tag: "ValuesAre"; readonly field: string; readonly texts: ReadonlyArray<string> }
  /** The item is in the set with this uuid. */
  | { readonly _tag: "MemberOf"; readonly set: string }
  /** The item has an opt-out of this scope, or one of its addresses has. */
  | { readonly _tag: "OptedOut"; readonly scope: OptedOutScope }

/** The scopes of opt-outs. The first value counts. */
export const optedOutScopes = ["all", "marketing"] as const
type OptedOutScope = (typeof optedOutScopes)[number]

export const allOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "All", conditions }

export const anyOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "Any", conditions }

export const not = (condition: Condition): Condition =>
  condition._tag === "Not" ? condition.condition : { _tag: "Not", condition }
