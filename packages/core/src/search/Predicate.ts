import type { ValueEntry } from "../custom-fields/ValueIndex.ts"
import type { Condition, Interval, TextTest, ValueTest } from "./Condition.ts"
import type { TextName } from "./Field.ts"
import { interpret, type Interpreter } from "./Interpreter.ts"
import type { Searchable } from "./Searchable.ts"
import { compareCodePoints } from "../shared/Text.ts"

type Test = (contact: Searchable) => boolean

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
  if ("text" in entry) return test._tag !== "NumberWithin" && passesText(entry.text, test)
  return test._tag === "NumberWithin" && isWithin(entry.number, test.interval, (a, b) => a - b)
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
  (test: TextTest & { readonly field: TextName }): Test =>
  (contact) => {
    const text = contact.text[test.field]
    return text !== null && passesText(text, test)
  }

/** The definition of search: whatever a store answers has to agree with this. */
const predicate: Interpreter<Test> = {
  all: (parts) => (contact) => parts.every((part) => part(contact)),
  any: (parts) => (contact) => parts.some((part) => part(contact)),
  not: (part) => (contact) => !part(contact),
  TextPresent:
    ({ field }) =>
    (contact) =>
      contact.text[field] !== null,
  TextEquals: textTest,
  TextContains: textTest,
  TextStartsWith: textTest,
  TextEndsWith: textTest,
  TextWithin: textTest,
  DigitsContain:
    ({ digits, field }) =>
    (contact) =>
      contact.digits[field]?.includes(digits) ?? false,
  InstantPresent:
    ({ field }) =>
    (contact) =>
      contact.instant[field] !== null,
  InstantWithin:
    ({ field, span: { from, until } }) =>
    (contact) => {
      const value = contact.instant[field]
      return value !== null && (from === undefined || value >= from) && (until === undefined || value < until)
    },
  BooleanIs:
    ({ field, value }) =>
    (contact) =>
      contact.boolean[field] === value,
  ValuePresent:
    ({ field }) =>
    (contact) =>
      contact.values.has(field),
  ValueMatches:
    ({ field, test }) =>
    (contact) =>
      contact.values.get(field)?.some((entry) => passesValue(entry, test)) ?? false,
  ValuesAre:
    ({ field, texts }) =>
    (contact) => {
      const entries = contact.values.get(field)
      if (entries === undefined || entries.length !== texts.length) return false
      return texts.every((text) => entries.some((entry) => "text" in entry && entry.text === text))
    }
}

/** The function that decides whether a contact satisfies a condition. */
export const toPredicate = (condition: Condition): Test => interpret(condition, predicate)
