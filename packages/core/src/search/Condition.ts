import type { CustomFieldUuid } from "../shared/Ids.ts"
import type { BooleanName, InstantName, PhoneName, TextName } from "./Field.ts"

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

/** What a text can be asked. The operand is folded and never empty. */
export type TextTest =
  | { readonly _tag: "TextEquals"; readonly text: string }
  | { readonly _tag: "TextContains"; readonly text: string }
  | { readonly _tag: "TextStartsWith"; readonly text: string }
  | { readonly _tag: "TextEndsWith"; readonly text: string }
  | { readonly _tag: "TextWithin"; readonly interval: Interval<string> }

/** What the index form of a custom value can be asked. */
export type ValueTest = TextTest | { readonly _tag: "NumberWithin"; readonly interval: Interval<number> }

/**
 * What a contact has to satisfy, in the few forms that stores know. Operators are lowered to these once, in `Plan`;
 * values are decoded and folded. A leaf is false for a contact without the value, so `Not` is the exact complement (S1).
 */
export type Condition =
  | { readonly _tag: "All"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Any"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Not"; readonly condition: Condition }
  | { readonly _tag: "TextPresent"; readonly field: TextName }
  | (TextTest & { readonly field: TextName })
  | { readonly _tag: "DigitsContain"; readonly field: PhoneName; readonly digits: string }
  | { readonly _tag: "InstantPresent"; readonly field: InstantName }
  | { readonly _tag: "InstantWithin"; readonly field: InstantName; readonly span: InstantSpan }
  | { readonly _tag: "BooleanIs"; readonly field: BooleanName; readonly value: boolean }
  /** The contact has a value for the custom field. */
  | { readonly _tag: "ValuePresent"; readonly field: CustomFieldUuid }
  /** The value, or some element of it, passes the test. */
  | { readonly _tag: "ValueMatches"; readonly field: CustomFieldUuid; readonly test: ValueTest }
  /** The elements of the value are exactly these, in any order (S5). They are folded and distinct. */
  | { readonly _tag: "ValuesAre"; readonly field: CustomFieldUuid; readonly texts: ReadonlyArray<string> }

export const allOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "All", conditions }

export const anyOf = (conditions: ReadonlyArray<Condition>): Condition => ({ _tag: "Any", conditions })

export const not = (condition: Condition): Condition => ({ _tag: "Not", condition })
