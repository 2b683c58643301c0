import { Result } from "effect"
import type { Interval, TextTest } from "./Condition.ts"
import type { Operator } from "./Filter.ts"
import { pair, type Reader, type Reading } from "./Operand.ts"

/**
 * The test that an operator makes of a text, its operands read by `read`; nothing for an operator that texts do not
 * take. `at` is the place of the value in the request.
 */
export const lowerText = (
  operator: Operator,
  value: unknown,
  at: string,
  read: Reader<string>
): Reading<TextTest> | undefined => {
  switch (operator) {
    case "equals":
      return Result.map(read(value, at), (text) => ({ _tag: "TextEquals", text }))
    case "contains":
      return Result.map(read(value, at), (text) => ({ _tag: "TextContains", text }))
    case "starts_with":
      return Result.map(read(value, at), (text) => ({ _tag: "TextStartsWith", text }))
    case "ends_with":
      return Result.map(read(value, at), (text) => ({ _tag: "TextEndsWith", text }))
    default: {
      const interval = lowerInterval(operator, value, at, read)
      return interval && Result.map(interval, (interval) => ({ _tag: "TextWithin", interval }))
    }
  }
}

/** The interval that an ordering operator means (S3); nothing for any other operator. */
export const lowerInterval = <A>(
  operator: Operator,
  value: unknown,
  at: string,
  read: Reader<A>
): Reading<Interval<A>> | undefined => {
  switch (operator) {
    case "range":
      return Result.map(pair(read)(value, at), ([min, max]) => ({
        min: { value: min, inclusive: true },
        max: { value: max, inclusive: true }
      }))
    case "gt":
      return Result.map(read(value, at), (value) => ({ min: { value, inclusive: false } }))
    case "gte":
      return Result.map(read(value, at), (value) => ({ min: { value, inclusive: true } }))
    case "lt":
      return Result.map(read(value, at), (value) => ({ max: { value, inclusive: false } }))
    case "lte":
      return Result.map(read(value, at), (value) => ({ max: { value, inclusive: true } }))
    default:
      return undefined
  }
}
