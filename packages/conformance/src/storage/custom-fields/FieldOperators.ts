import {
  type DataType,
  type FieldType,
  type Filter,
  type Operator,
  valueKind,
  type ValueKind
} from "@rollcall/core/people"

const ordered = ["gt", "gte", "lt", "lte", "range"] as const
const every = ["equals", "not_equals", "exists", "not_exists"] as const
const textual = ["contains", "not_contains", "starts_with", "ends_with"] as const

export const operatorsOf: Readonly<Record<ValueKind, ReadonlyArray<Operator>>> = {
  text: [...every, ...textual, ...ordered],
  texts: [...every, "contains", "not_contains"],
  integer: [...every, ...ordered],
  decimal: [...every, ...ordered],
  instant: [...every, "contains", "not_contains", ...ordered],
  boolean: every
}

/** The operands of each operator: none, one value, or a list of two. */
export const operandOf: Readonly<Record<Operator, "none" | "value" | "pair">> = {
  equals: "value",
  not_equals: "value",
  contains: "value",
  not_contains: "value",
  starts_with: "value",
  ends_with: "value",
  range: "pair",
  gt: "value",
  lt: "value",
  gte: "value",
  lte: "value",
  exists: "none",
  not_exists: "none"
}

/** Returns the day of a date or timestamp, for date operators; other operands unchanged. */
const dayOf = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/^\s*\d{4}(-\d{2}-\d{2}).*$/s, "$1") : value

/** Returns a filter with as many of the two values as the operator takes. */
export const filterOf = (
  about: Pick<Filter, "field" | "dataType">,
  kind: ValueKind,
  operator: Operator,
  first: unknown,
  last: unknown = first
): Filter => {
  switch (operandOf[operator]) {
    case "none":
      return { ...about, operator }
    case "value":
      return { ...about, operator, value: kind === "instant" && operator.endsWith("contains") ? dayOf(first) : first }
    case "pair":
      return { ...about, operator, value: [first, last] }
  }
}

const dataTypes: Readonly<Record<ValueKind, DataType>> = {
  text: "text",
  texts: "text",
  integer: "long",
  decimal: "double",
  instant: "date",
  boolean: "boolean"
}

/** Returns the data type for searching and sorting a field of this type. */
export const dataTypeFor = (type: FieldType): DataType => dataTypes[valueKind[type]]
