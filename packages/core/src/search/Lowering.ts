import { Result } from "effect"
import { type Condition, not } from "./Condition.ts"
import type { BooleanName, Field, InstantName, TextName } from "./Field.ts"
import type { Filter, Operator } from "./Filter.ts"
import { boolean, pair, type Reading, reject, span, text } from "./Operand.ts"

/** Lowers one filter on a known field; `path` is where it stands in the request. Operators end here. */
export const lower = (field: Field, filter: Filter, path: string): Reading<Condition> => {
  const { operator, value } = filter
  const positive = complements[operator]
  if (positive !== undefined) return Result.map(lower(field, { ...filter, operator: positive }, path), not)
  const missing = value === undefined || value === null
  if (operator === "exists") {
    return missing
      ? Result.succeed(present(field))
      : reject("value_error", `${path}.value`, "is not taken by exists and not_exists")
  }
  if (missing) return reject("missing", `${path}.value`, "is required by this operator")
  switch (field.kind) {
    case "text":
      return lowerText(field.name, operator, value, path)
    case "instant":
      return lowerInstant(field.name, operator, value, path)
    case "boolean":
      return lowerBoolean(field.name, operator, value, path)
  }
}

/** S1: each is the exact negation of its positive. */
const complements: { readonly [Name in Operator]?: Operator } = {
  not_equals: "equals",
  not_contains: "contains",
  not_exists: "exists"
}

const present = (field: Field): Condition => {
  switch (field.kind) {
    case "text":
      return { _tag: "TextPresent", field: field.name }
    case "instant":
      return { _tag: "InstantPresent", field: field.name }
    case "boolean":
      return { _tag: "All", conditions: [] }
  }
}

const unsupported = (path: string, kind: string): Reading<never> =>
  reject("value_error", `${path}.operator`, `cannot be asked of a field that holds ${kind}`)

const lowerText = (field: TextName, operator: Operator, value: unknown, path: string): Reading<Condition> => {
  const at = `${path}.value`
  const within = (
    min: readonly [string, boolean] | undefined,
    max: readonly [string, boolean] | undefined
  ): Condition => ({
    _tag: "TextWithin",
    field,
    interval: {
      ...(min && { min: { value: min[0], inclusive: min[1] } }),
      ...(max && { max: { value: max[0], inclusive: max[1] } })
    }
  })
  switch (operator) {
    case "equals":
      return Result.map(text(value, at), (text) => ({ _tag: "TextEquals", field, text }))
    case "contains":
      return Result.map(text(value, at), (text) => ({ _tag: "TextContains", field, text }))
    case "starts_with":
      return Result.map(text(value, at), (text) => ({ _tag: "TextStartsWith", field, text }))
    case "ends_with":
      return Result.map(text(value, at), (text) => ({ _tag: "TextEndsWith", field, text }))
    case "range":
      return Result.map(pair(text)(value, at), ([min, max]) => within([min, true], [max, true]))
    case "gt":
      return Result.map(text(value, at), (min) => within([min, false], undefined))
    case "gte":
      return Result.map(text(value, at), (min) => within([min, true], undefined))
    case "lt":
      return Result.map(text(value, at), (max) => within(undefined, [max, false]))
    case "lte":
      return Result.map(text(value, at), (max) => within(undefined, [max, true]))
    default:
      return unsupported(path, "text")
  }
}

const lowerInstant = (field: InstantName, operator: Operator, value: unknown, path: string): Reading<Condition> => {
  const at = `${path}.value`
  const within = (span: { readonly from?: number; readonly until?: number }): Condition => ({
    _tag: "InstantWithin",
    field,
    span
  })
  switch (operator) {
    case "equals":
      return Result.map(span(value, at), within)
    case "range":
      return Result.map(pair(span)(value, at), ([min, max]) => within({ from: min.from, until: max.until }))
    case "gt":
      return Result.map(span(value, at), ({ until }) => within({ from: until }))
    case "gte":
      return Result.map(span(value, at), ({ from }) => within({ from }))
    case "lt":
      return Result.map(span(value, at), ({ from }) => within({ until: from }))
    case "lte":
      return Result.map(span(value, at), ({ until }) => within({ until }))
    default:
      return unsupported(path, "an instant")
  }
}

const lowerBoolean = (field: BooleanName, operator: Operator, value: unknown, path: string): Reading<Condition> =>
  operator === "equals"
    ? Result.map(boolean(value, `${path}.value`), (value) => ({ _tag: "BooleanIs", field, value }))
    : unsupported(path, "true or false")
