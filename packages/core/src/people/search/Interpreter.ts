import { Match } from "effect"
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
export const interpret = <Out>(condition: Condition, { all, any, not, ...leaves }: Interpreter<Out>): Out => {
  const meaningOf: (condition: Condition) => Out = Match.typeTags<Condition, Out>()({
    All: ({ conditions }) => all(conditions.map(meaningOf)),
    Any: ({ conditions }) => any(conditions.map(meaningOf)),
    Not: ({ condition }) => not(meaningOf(condition)),
    ...leaves
  })
  return meaningOf(condition)
}
