import { type DataType, type FieldType, type Operator, valueKind, type ValueKind } from "@rollcall/core/storage"

const ordered = ["gt", "gte", "lt", "lte", "range"] as const
const every = ["equals", "not_equals", "exists", "not_exists"] as const
const textual = ["contains", "not_contains", "starts_with", "ends_with"] as const

/** The operators that each kind of value takes. */
export const operatorsOf: Readonly<Record<ValueKind, ReadonlyArray<Operator>>> = {
  text: [...every, ...textual, ...ordered],
  texts: [...every, "contains", "not_contains"],
  integer: [...every, ...ordered],
  decimal: [...every, ...ordered],
  instant: [...every, ...ordered],
  boolean: every
}

const dataTypes: Readonly<Record<ValueKind, DataType>> = {
  text: "text",
  texts: "text",
  integer: "long",
  decimal: "double",
  instant: "date",
  boolean: "boolean"
}

/** The data type that a field of this type is searched and sorted as (S11). */
export const dataTypeFor = (type: FieldType): DataType => dataTypes[valueKind[type]]
