import { Result } from "effect"
import type { InstantSpan } from "./Condition.ts"
import type { Operator } from "./Filter.ts"
import { pair, type Reading, span } from "./Operand.ts"

/**
 * The span of instants that an operator means: a date alone stands for the whole UTC day (S4). Nothing for an operator
 * that instants do not take.
 */
export const lowerInstant = (operator: Operator, value: unknown, at: string): Reading<InstantSpan> | undefined => {
  switch (operator) {
    case "equals":
      return span(value, at)
    case "range":
      return Result.map(pair(span)(value, at), ([min, max]) => ({ from: min.from, until: max.until }))
    case "gt":
      return Result.map(span(value, at), ({ until }) => ({ from: until }))
    case "gte":
      return Result.map(span(value, at), ({ from }) => ({ from }))
    case "lt":
      return Result.map(span(value, at), ({ from }) => ({ until: from }))
    case "lte":
      return Result.map(span(value, at), ({ until }) => ({ until }))
    default:
      return undefined
  }
}
