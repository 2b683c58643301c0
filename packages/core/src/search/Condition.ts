import type { BooleanName, InstantName, PhoneName, TextName } from "./Field.ts"

/** One end of an interval. */
export interface Bound<Value> {
  readonly value: Value
  readonly inclusive: boolean
}

/** An interval of text in folded form, ordered by code point; at least one end is given. */
export interface TextInterval {
  readonly min?: Bound<string>
  readonly max?: Bound<string>
}

/** A span of instants in milliseconds since the epoch: `from` is inside, `until` is not; at least one is given. */
export interface InstantSpan {
  readonly from?: number
  readonly until?: number
}

/**
 * What a contact has to satisfy, in the few forms that stores know. Operators are lowered to these once, in `Plan`;
 * values are decoded and folded. A leaf is false for a contact without the value, so `Not` is the exact complement (S1).
 */
export type Condition =
  | { readonly _tag: "All"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Any"; readonly conditions: ReadonlyArray<Condition> }
  | { readonly _tag: "Not"; readonly condition: Condition }
  | { readonly _tag: "TextPresent"; readonly field: TextName }
  | { readonly _tag: "TextEquals"; readonly field: TextName; readonly text: string }
  | { readonly _tag: "TextContains"; readonly field: TextName; readonly text: string }
  | { readonly _tag: "TextStartsWith"; readonly field: TextName; readonly text: string }
  | { readonly _tag: "TextEndsWith"; readonly field: TextName; readonly text: string }
  | { readonly _tag: "TextWithin"; readonly field: TextName; readonly interval: TextInterval }
  | { readonly _tag: "DigitsContain"; readonly field: PhoneName; readonly digits: string }
  | { readonly _tag: "InstantPresent"; readonly field: InstantName }
  | { readonly _tag: "InstantWithin"; readonly field: InstantName; readonly span: InstantSpan }
  | { readonly _tag: "BooleanIs"; readonly field: BooleanName; readonly value: boolean }

export const allOf = (conditions: ReadonlyArray<Condition>): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { _tag: "All", conditions }

export const anyOf = (conditions: ReadonlyArray<Condition>): Condition => ({ _tag: "Any", conditions })

export const not = (condition: Condition): Condition => ({ _tag: "Not", condition })
