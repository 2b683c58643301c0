import type { Condition } from "./Condition.ts"

type Leaf = Exclude<Condition, { readonly _tag: "All" | "Any" | "Not" }>

/** What a back end gives for each form of condition: a function on contacts, a fragment of SQL... */
export type Interpreter<Out> = {
  readonly [Tag in Leaf["_tag"]]: (leaf: Extract<Leaf, { readonly _tag: Tag }>) => Out
} & {
  /** True when all are; true of none. */
  readonly all: (parts: ReadonlyArray<Out>) => Out
  /** True when at least one is; false of none. */
  readonly any: (parts: ReadonlyArray<Out>) => Out
  /** True exactly when the part is not true. */
  readonly not: (part: Out) => Out
}

/** Gives a condition its meaning in a back end. */
export const interpret = <Out>(condition: Condition, interpreter: Interpreter<Out>): Out => {
  switch (condition._tag) {
    case "All":
      return interpreter.all(condition.conditions.map((part) => interpret(part, interpreter)))
    case "Any":
      return interpreter.any(condition.conditions.map((part) => interpret(part, interpreter)))
    case "Not":
      return interpreter.not(interpret(condition.condition, interpreter))
    case "TextPresent":
      return interpreter.TextPresent(condition)
    case "TextEquals":
      return interpreter.TextEquals(condition)
    case "TextContains":
      return interpreter.TextContains(condition)
    case "TextStartsWith":
      return interpreter.TextStartsWith(condition)
    case "TextEndsWith":
      return interpreter.TextEndsWith(condition)
    case "TextWithin":
      return interpreter.TextWithin(condition)
    case "DigitsContain":
      return interpreter.DigitsContain(condition)
    case "InstantPresent":
      return interpreter.InstantPresent(condition)
    case "InstantWithin":
      return interpreter.InstantWithin(condition)
    case "BooleanIs":
      return interpreter.BooleanIs(condition)
    case "ValuePresent":
      return interpreter.ValuePresent(condition)
    case "ValueMatches":
      return interpreter.ValueMatches(condition)
    case "ValuesAre":
      return interpreter.ValuesAre(condition)
  }
}
