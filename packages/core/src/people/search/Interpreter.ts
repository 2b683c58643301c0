import { Match } from "effect"
import type { Condition } from "./Condition.ts"

type Leaf = Exclude<Condition, { readonly _tag: "All" | "Any" | "Not" }>

/** A back end's translation of each form of condition, such as a predicate or an SQL fragment. */
export type Interpreter<Out> = {
  readonly [Tag in Leaf["_tag"]]: (leaf: Extract<Leaf, { readonly _tag: Tag }>) => Out
} & {
  /** True if all parts are true, also without any parts. */
  readonly all: (parts: ReadonlyArray<Out>) => Out
  /** True if at least one part is true; false without any parts. */
  readonly any: (parts: ReadonlyArray<Out>) => Out
  /** True if the part is not true. */
  readonly not: (part: Out) => Out
}

/** Translates a condition for a back end. */
export const interpret = <Out>(condition: Condition, { all, any, not, ...leaves }: Interpreter<Out>): Out => {
  const meaningOf: (condition: Condition) => Out = Match.typeTags<Condition, Out>()({
    All: ({ conditions }) => all(conditions.map(meaningOf)),
    Any: ({ conditions }) => any(conditions.map(meaningOf)),
    Not: ({ condition }) => not(meaningOf(condition)),
    ...leaves
  })
  return meaningOf(condition)
}
