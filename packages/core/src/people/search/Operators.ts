import { Result } from "effect"
import type { IssuePath } from "../../shared/Issue.ts"
import { fold, foldTrimmed } from "../../shared/Text.ts"
import {
  allOf,
  anyOf,
  type Condition,
  type DayOfYear,
  type InstantSpan,
  type Interval,
  not,
  optedOutScopes,
  type TextTest
} from "./Condition.ts"
import {
  digitsOf,
  exactOf,
  keyOf,
  orderOf,
  type Field,
  type FilterField,
  type SearchField,
  type ValueField
} from "./Field.ts"
import { type Filter, Operator } from "./Filter.ts"
import { anyEqual } from "./Listed.ts"
import { sortKey } from "./SortKey.ts"
import { writtenDigits } from "./terms/TermTokens.ts"
import { unaccented } from "./terms/UnaccentedText.ts"
import {
  boolean,
  collect,
  dayOfAnyYear,
  decimal,
  instants,
  integer,
  type Operand,
  only,
  pair,
  type Reader,
  type Reading,
  reject,
  text
} from "./Operand.ts"

/**
 * The comparison of an operator that takes a value. A field doesn't support the operator if the comparison has no member
 * for the field's kind of values.
 */
interface Comparison {
  /** The test of a string. If absent, the interval is tested. */
  readonly text?: Exclude<TextTest["_tag"], "TextWithin">
  /** Returns the interval of matching values. Both operands are the same unless `takesPair`. */
  readonly interval?: <A>(lowest: Operand<A>, highest: Operand<A>) => Interval<A>
  readonly takesPair?: true
  /**
   * Whether a list must have all given elements or be the same set. For a single given element, both options test whether
   * the list has the element.
   */
  readonly list?: "has all" | "is the same"
  /** Whether timestamps are compared with a day of any year. */
  readonly dayOfYear?: true
  /** Whether booleans support the operator. */
  readonly boolean?: true
}

type Meaning = "exists" | { readonly not: Operator } | Comparison

const atLeast = <A>({ first }: Operand<A>): Interval<A> => ({ min: { value: first, inclusive: true } })
const atMost = <A>({ end }: Operand<A>): Interval<A> => ({ max: end })
const interval = <A>(lowest: Operand<A>, highest: Operand<A>) => ({ ...atLeast(lowest), ...atMost(highest) })

/** The meaning of each operator. Each negative operator is the exact negation of its positive operator. */
const meanings: Readonly<Record<Operator, Meaning>> = {
  equals: { text: "TextEquals", interval, list: "is the same", boolean: true },
  not_equals: { not: "equals" },
  contains: { text: "TextContains", list: "has all", dayOfYear: true },
  not_contains: { not: "contains" },
  starts_with: { text: "TextStartsWith" },
  ends_with: { text: "TextEndsWith" },
  range: { interval, takesPair: true },
  gt: { interval: ({ end }) => ({ min: { value: end.value, inclusive: !end.inclusive } }) },
  lt: { interval: ({ first }) => ({ max: { value: first, inclusive: false } }) },
  gte: { interval: atLeast },
  lte: { interval: atMost },
  exists: "exists",
  not_exists: { not: "exists" }
}

/** Translates a filter on a known field to a condition. `path` is the filter's path in the request. */
export const lower = (
  searched: Exclude<SearchField | FilterField, { readonly kind: "uuid" }>,
  filter: Filter,
  path: IssuePath
): Reading<Condition> => (searched.kind === "optOut" ? lowerOptOut(filter, path) : lowerValue(searched, filter, path))

/**
 * Returns the condition of a filter on opt-outs. A contact that is opted out of all messages does not match
 * `marketing`.
 */
const lowerOptOut = ({ operator, value }: Filter, path: IssuePath): Reading<Condition> => {
  const ofScope = (scope: (typeof optedOutScopes)[number]): Condition => ({ _tag: "OptedOut", scope })
  switch (operator) {
    case "exists":
      return Result.succeed(anyOf(optedOutScopes.map(ofScope)))
    case "not_exists":
      return Result.succeed(not(anyOf(optedOutScopes.map(ofScope))))
    case "equals":
    case "not_equals": {
      const at = [...path, "value"]
      if (value === undefined || value === null) return reject("missing", at, "is required by this operator")
      const scope = optedOutScopes.find((scope) => scope === value)
      if (scope === undefined) return reject("value_error", at, `must be ${optedOutScopes.join(" or ")}`)
      const is = scope === "all" ? ofScope("all") : allOf([ofScope("marketing"), not(ofScope("all"))])
      return Result.succeed(operator === "equals" ? is : not(is))
    }
    default:
      return reject(
        "value_error",
        [...path, "operator"],
        "is not supported by this field. Use one of equals, not_equals, exists, not_exists"
      )
  }
}

const lowerValue = (searched: SearchField, filter: Filter, path: IssuePath): Reading<Condition> => {
  const { operator, value } = filter
  const meaning = meanings[operator]
  // `exists` ignores the value.
  if (meaning === "exists") return Result.succeed(present(orderedField(searched)))
  if ("not" in meaning) return Result.map(lowerValue(searched, { ...filter, operator: meaning.not }, path), not)
  const at = [...path, "value"]
  if (value === undefined || value === null) return reject("missing", at, "is required by this operator")
  return (
    compare(searched, meaning, value, at) ??
    reject("value_error", [...path, "operator"], `is not supported by this field. Use one of ${operatorsOf(searched)}`)
  )
}

/** Lists the operators that a field supports. */
const operatorsOf = (searched: SearchField): string => {
  const fits = (operator: Operator): boolean => {
    const meaning = meanings[operator]
    if (meaning === "exists") return true
    return "not" in meaning ? fits(meaning.not) : compare(searched, meaning, null, []) !== undefined
  }
  return Operator.literals.filter(fits).join(", ")
}

const present = (field: Field): Condition => {
  switch (field.kind) {
    case "text":
      return { _tag: "TextPresent", field: field.name }
    case "instant":
      return { _tag: "InstantPresent", field: field.name }
    case "boolean":
      return { _tag: "All", conditions: [] }
    case "value":
      return { _tag: "ValuePresent", field: field.uuid }
  }
}

/**
 * Returns the condition that compares a field with a value. Undefined if the kind of field doesn't support the
 * comparison.
 */
const compare = (
  searched: SearchField,
  meaning: Comparison,
  value: unknown,
  at: IssuePath
): Reading<Condition> | undefined => {
  const { field, kind } = searched
  const within = <A>(read: Reader<Operand<A>>, toCondition: (interval: Interval<A>) => Condition) => {
    const { interval, takesPair } = meaning
    if (interval === undefined) return undefined
    if (takesPair) return Result.map(pair(read)(value, at), ([first, last]) => toCondition(interval(first, last)))
    return Result.map(read(value, at), (operand) => toCondition(interval(operand, operand)))
  }
  switch (kind) {
    case "text": {
      const _tag = meaning.text
      if (_tag === undefined)
        return within(only(orderedText(searched)), (interval) => intervalCondition(searched, interval))
      if (_tag === "TextEquals" && searched.identifies && Array.isArray(value)) {
        return anyEqual(
          value,
          at,
          (value, at) => compare(searched, meaning, value, at) ?? reject("string_type", at, "must be a string")
        )
      }
      const read = _tag === "TextEquals" ? optionOrText(searched) : text
      return Result.map(
        read(value, at),
        (text) =>
          asWritten(searched, _tag, value) ?? inOrder(searched, _tag, text) ?? textCondition(field, { _tag, text })
      )
    }
    case "texts":
      return field.kind === "value" && meaning.list
        ? Result.map(texts(searched, value, at), listCondition(field, meaning.list))
        : undefined
    case "integer":
      return within(only(integer), (interval) => numberCondition(field, interval))
    case "decimal":
      return within(only(decimal), (interval) => numberCondition(field, interval))
    case "instant":
      if (meaning.dayOfYear) return Result.map(dayOfAnyYear(value, at), (day) => dayCondition(field, day))
      return within(instants, (interval) => numberCondition(field, interval))
    case "boolean":
      return meaning.boolean && Result.map(boolean(value, at), (value) => booleanCondition(field, value))
  }
}

/** Returns the field, or the field's sort form if strings are compared in order. */
const orderedField = ({ compared, field }: SearchField): Field =>
  compared === "in order" && field.kind === "text" ? { ...field, name: orderOf(field.name) } : field

const intervalCondition = (searched: SearchField, interval: Interval<string>): Condition =>
  textCondition(orderedField(searched), { _tag: "TextWithin", interval })

/** Returns a reader of a string in the form that the field is sorted by. */
const orderedText =
  ({ compared }: SearchField): Reader<string> =>
  (value, at) =>
    compared === "in order" ? Result.map(text(value, at), sortKey) : text(value, at)

const textCondition = (field: Field, test: TextTest): Condition =>
  field.kind === "value" ? { _tag: "ValueMatches", field: field.uuid, test } : { ...test, field: field.name }

/**
 * Returns the condition for an operand that is compared in a second form; undefined for other operands. An exact string is
 * also compared in folded form, so that an index finds the string. An identifier matches in its matching form or as
 * written. A phone number is compared by its digits.
 */
const asWritten = (
  { compared, field, keyOf: readKey }: SearchField,
  _tag: NonNullable<Comparison["text"]>,
  operand: unknown
): Condition | undefined => {
  if (field.kind !== "text" || typeof operand !== "string") return undefined
  const { name } = field
  if (compared === "to the letter" && _tag === "TextEquals") {
    const exact = operand.trim()
    return allOf([
      { _tag, field: name, text: foldTrimmed(exact) },
      { _tag, field: exactOf(name), text: exact }
    ])
  }
  const key = _tag === "TextEquals" ? (readKey?.(operand) ?? null) : null
  if (key !== null) {
    return anyOf([
      { _tag, field: keyOf(name), text: key },
      { _tag, field: name, text: foldTrimmed(operand) }
    ])
  }
  if (compared !== "by digits" || _tag === "TextEndsWith") return undefined
  const forms = writtenDigits(operand, _tag !== "TextContains")
  const tests = forms.map((text): Condition => ({ _tag, field: digitsOf(name), text }))
  return tests.length > 1 ? anyOf(tests) : tests[0]
}

/**
 * Returns the condition that finds a name by the index of sort forms, for `equals` and `starts_with`; undefined for other
 * tests. For `starts_with`, the index is searched without accents, and then the name is compared with accents.
 */
const inOrder = (
  { compared, field }: SearchField,
  _tag: NonNullable<Comparison["text"]>,
  text: string
): Condition | undefined => {
  if (compared !== "in order" || field.kind !== "text") return undefined
  const name = orderOf(field.name)
  if (_tag === "TextEquals") return { _tag, field: name, text: sortKey(text) }
  if (_tag !== "TextStartsWith") return undefined
  return allOf([
    { _tag, field: name, text: unaccented(text) },
    { _tag, field: field.name, text }
  ])
}

const numberCondition = (field: Field, interval: Interval<number>): Condition =>
  field.kind === "value"
    ? { _tag: "ValueMatches", field: field.uuid, test: { _tag: "NumberWithin", interval } }
    : { _tag: "InstantWithin", field: field.name, span: spanOf(interval) }

const dayCondition = (field: Field, day: DayOfYear): Condition =>
  field.kind === "value"
    ? { _tag: "ValueMatches", field: field.uuid, test: { _tag: "NumberOnDay", day } }
    : { _tag: "InstantOnDay", field: field.name, day }

const spanOf = ({ max, min }: Interval<number>): InstantSpan => ({
  ...(min === undefined ? {} : { from: min.value }),
  ...(max === undefined ? {} : { until: max.value })
})

const booleanCondition = (field: Field, value: boolean): Condition => {
  if (field.kind !== "value") return { _tag: "BooleanIs", field: field.name, value }
  const bound = { value: Number(value), inclusive: true }
  return numberCondition(field, { min: bound, max: bound })
}

/** Returns the condition that a list has the given element, has all given elements, or has exactly the given elements. */
const listCondition =
  ({ uuid: field }: ValueField, list: NonNullable<Comparison["list"]>) =>
  (given: string | ReadonlyArray<string>): Condition => {
    const has = (text: string): Condition => ({ _tag: "ValueMatches", field, test: { _tag: "TextEquals", text } })
    if (typeof given === "string") return has(given)
    return list === "has all" ? allOf(given.map(has)) : { _tag: "ValuesAre", field, texts: given }
  }

/** Reads one element, or a list of elements, and removes duplicates. */
const texts = (searched: SearchField, value: unknown, at: IssuePath): Reading<string | ReadonlyArray<string>> => {
  const read = optionOrText(searched)
  if (!Array.isArray(value)) return read(value, at)
  if (value.length === 0) return reject("too_short", at, "must not be empty")
  const elements = value.map((item, index) => read(item, [...at, index]))
  return Result.map(collect(elements), (texts) => Array.from(new Set(texts)))
}

/** Returns a reader that replaces an option's uuid or label with the option's key, because values contain keys. */
const optionOrText =
  ({ optionKey }: SearchField): Reader<string> =>
  (value, at) =>
    Result.map(text(value, at), (folded) => {
      const key = typeof value === "string" ? optionKey?.(value.trim()) : undefined
      return key === undefined ? folded : fold(key)
    })
