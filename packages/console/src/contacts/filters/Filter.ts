import { keysOf } from "../../reading/Reader.ts"

const operatorTitles = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "begins with",
  ends_with: "ends with",
  range: "is between",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  exists: "has a value",
  not_exists: "has no value"
} as const

export type Operator = keyof typeof operatorTitles

/** The operators, by the names of the API. */
export const operators = keysOf(operatorTitles)

/** Different titles for some kinds of fields: dates are before, numbers are less. */
const ownTitles: { readonly [Kind in FieldKind]?: Readonly<Partial<Record<Operator, string>>> } = {
  instant: {
    equals: "is on",
    not_equals: "is not on",
    contains: "falls on",
    not_contains: "does not fall on",
    gt: "is after",
    gte: "is on or after",
    lt: "is before",
    lte: "is on or before"
  },
  options: {
    equals: "are exactly",
    not_equals: "are not exactly",
    contains: "include all of",
    not_contains: "do not include all of",
    starts_with: "begin with",
    ends_with: "end with",
    range: "are between",
    gt: "are more than",
    gte: "are at least",
    lt: "are less than",
    lte: "are at most"
  },
  set: { equals: "is any of", not_equals: "is none of" }
}

/** Returns the title of an operator for a kind of field. */
export const operatorTitle = (kind: FieldKind, operator: Operator): string =>
  ownTitles[kind]?.[operator] ?? operatorTitles[operator]

/** The typed value of a filter: two values for some operators, several for some fields. */
export type FilterValue = string | ReadonlyArray<string>

/** A condition. It counts once it has all values of its operator. */
export interface Filter {
  readonly kind: "filter"
  readonly field: string
  readonly operator: Operator
  readonly value: FilterValue
}

/** The ways to join the conditions of a group: AND, OR, or NOT. */
export const joinTitles = { all: "All of these", any: "At least one of these", none: "None of these" } as const
export const joins = keysOf(joinTitles)
export type Join = keyof typeof joinTitles

export interface FilterGroup {
  readonly kind: "group"
  readonly join: Join
  readonly items: ReadonlyArray<FilterNode>
}

export type FilterNode = Filter | FilterGroup

/** The deepest nesting of groups, including the outermost group. The API accepts deeper groups. */
export const maxDepth = 3

export const noFilters: FilterGroup = { kind: "group", join: "all", items: [] }

/** The number of values that an operator takes for a kind of field. */
export type Arity = "none" | "one" | "two" | "many"

/** The kinds of fields. `option` is a single choice, `options` are several choices, and `set` is a list or a segment. */
export type FieldKind = "text" | "option" | "options" | "integer" | "decimal" | "instant" | "boolean" | "set"

const presence = ["exists", "not_exists"] as const
const equality = ["equals", "not_equals"] as const
const order = ["range", "gt", "gte", "lt", "lte"] as const
const parts = ["contains", "not_contains"] as const

/** The operators of a kind of field, most useful first. */
export const operatorsOf: Readonly<Record<FieldKind, ReadonlyArray<Operator>>> = {
  text: [...parts, ...equality, "starts_with", "ends_with", ...order, ...presence],
  option: [...equality, ...parts, "starts_with", "ends_with", ...order, ...presence],
  options: [...parts, ...equality, ...presence],
  integer: [...equality, ...order, ...presence],
  decimal: [...equality, ...order, ...presence],
  instant: [...order, ...equality, ...parts, ...presence],
  boolean: [...equality, ...presence],
  set: equality
}

export const arityOf = (kind: FieldKind, operator: Operator): Arity => {
  if (operator === "exists" || operator === "not_exists") return "none"
  if (operator === "range") return "two"
  return kind === "options" || kind === "set" ? "many" : "one"
}

/** Converts a value for an operator with a different number of values, and keeps as much of it as possible. */
export const adapted = (value: FilterValue, arity: Arity): FilterValue => {
  const list = typeof value === "string" ? (value === "" ? [] : [value]) : value
  if (arity === "one" || arity === "none") return list[0] ?? ""
  return arity === "two" ? [list[0] ?? "", list[1] ?? ""] : list.filter((element) => element !== "")
}

export const isComplete = ({ operator, value }: Filter): boolean => {
  if (operator === "exists" || operator === "not_exists") return true
  if (typeof value === "string") return value.trim() !== ""
  return value.length > 0 && value.every((element) => element.trim() !== "")
}

/** Returns the number of filters, including filters in groups. */
export const countFilters = (node: FilterNode): number =>
  node.kind === "filter" ? 1 : node.items.reduce((sum, item) => sum + countFilters(item), 0)

/** Returns a group with the item at an index replaced, or without it. */
export const replaceItem = (group: FilterGroup, index: number, item: FilterNode | undefined): FilterGroup => ({
  ...group,
  items: group.items.flatMap((before, at) => (at === index ? (item === undefined ? [] : [item]) : [before]))
})
