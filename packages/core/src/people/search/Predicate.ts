import { dayOfYear } from "../../shared/Instant.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import type { Condition, Interval, TextTest, ValueTest } from "./Condition.ts"
import type { Searchable, ValueEntry } from "./Field.ts"
import { interpret, type Interpreter } from "./Interpreter.ts"

type Test = (item: Searchable) => boolean

const passesText = (text: string, test: TextTest): boolean => {
  switch (test._tag) {
    case "TextEquals":
      return text === test.text
    case "TextContains":
      return text.includes(test.text)
    case "TextStartsWith":
      return text.startsWith(test.text)
    case "TextEndsWith":
      return text.endsWith(test.text)
    case "TextWithin":
      return isWithin(text, test.interval, compareCodePoints)
  }
}

const passesValue = (entry: ValueEntry, test: ValueTest): boolean => {
  switch (test._tag) {
    case "NumberWithin":
      return "number" in entry && isWithin(entry.number, test.interval, (a, b) => a - b)
    case "NumberOnDay":
      return "number" in entry && dayOfYear(entry.number) === test.day
    default:
      return "text" in entry && passesText(entry.text, test)
  }
}

const isWithin = <A>(value: A, { max, min }: Interval<A>, compare: (a: A, b: A) => number): boolean => {
  const fromMin = min === undefined ? 1 : compare(value, min.value)
  const toMax = max === undefined ? 1 : compare(max.value, value)
  return (
    (fromMin > 0 || (fromMin === 0 && min?.inclusive === true)) &&
    (toMax > 0 || (toMax === 0 && max?.inclusive === true))
  )
}

const textTest =
  (test: TextTest & { readonly field: string }): Test =>
  (item) => {
    const text = item.text[test.field] ?? null
    return text !== null && passesText(text, test)
  }

/** Returns whether an item is in a set, both given by uuid. */
type IsMember = (set: string, item: string) => boolean

/** Defines what a search finds. Every store returns exactly the items for which the predicate is true. */
const predicate: Omit<Interpreter<Test>, "MemberOf" | "OptedOut"> = {
  all: (parts) => (item) => parts.every((part) => part(item)),
  any: (parts) => (item) => parts.some((part) => part(item)),
  not: (part) => (item) => !part(item),
  TextPresent:
    ({ field }) =>
    (item) =>
      (item.text[field] ?? null) !== null,
  TextEquals: textTest,
  TextContains: textTest,
  TextStartsWith: textTest,
  TextEndsWith: textTest,
  TextWithin: textTest,
  TextAmong: ({ field, texts }) => {
    const among = new Set(texts)
    return ({ text }) => among.has(text[field] ?? "")
  },
  UuidAmong: ({ uuids }) => {
    const among = new Set(uuids)
    return ({ uuid }) => among.has(uuid)
  },
  InstantPresent:
    ({ field }) =>
    (item) =>
      (item.instant[field] ?? null) !== null,
  InstantWithin:
    ({ field, span: { from, until } }) =>
    (item) => {
      const value = item.instant[field] ?? null
      return value !== null && (from === undefined || value >= from) && (until === undefined || value < until)
    },
  InstantOnDay:
    ({ day, field }) =>
    (item) => {
      const value = item.instant[field] ?? null
      return value !== null && dayOfYear(value) === day
    },
  BooleanIs:
    ({ field, value }) =>
    (item) =>
      item.boolean[field] === value,
  ValuePresent:
    ({ field }) =>
    (item) =>
      item.values.has(field),
  ValueMatches:
    ({ field, test }) =>
    (item) =>
      item.values.get(field)?.some((entry) => passesValue(entry, test)) ?? false,
  ValuesAre:
    ({ field, texts }) =>
    (item) => {
      const entries = item.values.get(field)
      if (entries === undefined || entries.length !== texts.length) return false
      return texts.every((text) => entries.some((entry) => "text" in entry && entry.text === text))
    }
}

/** Returns whether the item with a uuid has an opt-out of a scope. */
type IsOptedOut = (scope: Extract<Condition, { readonly _tag: "OptedOut" }>["scope"], item: string) => boolean

/**
 * Returns a function that tests whether an item satisfies a condition. By default, no item is in any set and no item is
 * opted out.
 */
export const toPredicate = (
  condition: Condition,
  isMember: IsMember = () => false,
  isOptedOut: IsOptedOut = () => false
): Test =>
  interpret(condition, {
    ...predicate,
    MemberOf:
      ({ set }) =>
      (item) =>
        isMember(set, item.uuid),
    OptedOut:
      ({ scope }) =>
      (item) =>
        isOptedOut(scope, item.uuid)
  })
