import { Result } from "effect"
import type { CustomField } from "../custom-fields/CustomField.ts"
import { type Condition, not } from "./Condition.ts"
import type { PredefinedField } from "./Field.ts"
import type { Filter, Operator } from "./Filter.ts"
import { lowerInstant } from "./InstantLowering.ts"
import { boolean, type Reading, reject, text } from "./Operand.ts"
import { lowerText } from "./TextLowering.ts"
import { lowerValue } from "./ValueLowering.ts"

/** What a filter can be about. */
export type FilterField = PredefinedField | { readonly kind: "custom"; readonly definition: CustomField }

/** Lowers one filter on a known field; `path` is where it stands in the request. Operators end here. */
export const lower = (field: FilterField, filter: Filter, path: string): Reading<Condition> => {
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
  const at = `${path}.value`
  return (
    lowerPositive(field, operator, value, at) ??
    reject("value_error", `${path}.operator`, "cannot be asked of a field of this type")
  )
}

/** S1: each is the exact negation of its positive. */
const complements: { readonly [Name in Operator]?: Operator } = {
  not_equals: "equals",
  not_contains: "contains",
  not_exists: "exists"
}

const present = (field: FilterField): Condition => {
  switch (field.kind) {
    case "text":
      return { _tag: "TextPresent", field: field.name }
    case "instant":
      return { _tag: "InstantPresent", field: field.name }
    case "boolean":
      return { _tag: "All", conditions: [] }
    case "custom":
      return { _tag: "ValuePresent", field: field.definition.uuid }
  }
}

const lowerPositive = (
  field: FilterField,
  operator: Operator,
  value: unknown,
  at: string
): Reading<Condition> | undefined => {
  switch (field.kind) {
    case "text": {
      const test = lowerText(operator, value, at, text)
      return test && Result.map(test, (test): Condition => ({ ...test, field: field.name }))
    }
    case "instant": {
      const span = lowerInstant(operator, value, at)
      return span && Result.map(span, (span): Condition => ({ _tag: "InstantWithin", field: field.name, span }))
    }
    case "boolean":
      return operator === "equals"
        ? Result.map(boolean(value, at), (value): Condition => ({ _tag: "BooleanIs", field: field.name, value }))
        : undefined
    case "custom":
      return lowerValue(field.definition, operator, value, at)
  }
}
