import { Array as Arr, Result } from "effect"
import type { IssuePath } from "../../shared/Issue.ts"
import { allOf, anyOf, type Condition } from "./Condition.ts"
import { collect, type Reader, type Reading, reject } from "./Operand.ts"

/** The maximum number of values in the list of one `equals` filter. */
const maxListedValues = 1_000

/** Returns the condition that at least one of the listed values matches. `read` returns the condition of one value. */
export const anyEqual = (
  values: ReadonlyArray<unknown>,
  at: IssuePath,
  read: Reader<Condition>
): Reading<Condition> => {
  if (values.length === 0) return reject("too_short", at, "must not be empty")
  if (values.length > maxListedValues) return reject("too_long", at, `must have at most ${maxListedValues} values`)
  return Result.map(collect(values.map((value, index) => read(value, [...at, index]))), joined)
}

/**
 * Joins alternatives into one condition, with a single condition for all strings of a field. Alternatives that test two
 * forms of a string become one pair of conditions, because the second form determines the first.
 */
const joined = (conditions: ReadonlyArray<Condition>): Condition => {
  const alternatives = conditions.flatMap((condition) =>
    condition._tag === "Any" ? condition.conditions : [condition]
  )
  const pairs = alternatives.flatMap((condition) => (condition._tag === "All" ? condition.conditions : []))
  const singles = alternatives.filter(({ _tag }) => _tag !== "All")
  return anyOf([...together(singles), ...(pairs.length === 0 ? [] : [allOf(together(pairs))])])
}

const together = (conditions: ReadonlyArray<Condition>): ReadonlyArray<Condition> => {
  const uuids = conditions.flatMap((condition) => (condition._tag === "UuidAmong" ? condition.uuids : []))
  const texts = Map.groupBy(
    conditions.flatMap((condition) => (condition._tag === "TextEquals" ? [condition] : [])),
    ({ field }) => field
  )
  const others = conditions.filter(({ _tag }) => _tag !== "UuidAmong" && _tag !== "TextEquals")
  return [
    ...(uuids.length === 0 ? [] : [{ _tag: "UuidAmong", uuids: Arr.dedupe(uuids) } as const]),
    ...Array.from(texts, ([field, equal]): Condition => ({
      _tag: "TextAmong",
      field,
      texts: Arr.dedupe(equal.map(({ text }) => text))
    })),
    ...others
  ]
}
