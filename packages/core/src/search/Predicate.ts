import type { Condition } from "./Condition.ts"
import { interpret, type Interpreter } from "./Interpreter.ts"
import type { Searchable } from "./Searchable.ts"
import { compareCodePoints } from "./Text.ts"

type Test = (contact: Searchable) => boolean

/** The definition of search: whatever a store answers has to agree with this. */
const predicate: Interpreter<Test> = {
  all: (parts) => (contact) => parts.every((part) => part(contact)),
  any: (parts) => (contact) => parts.some((part) => part(contact)),
  not: (part) => (contact) => !part(contact),
  TextPresent:
    ({ field }) =>
    (contact) =>
      contact.text[field] !== null,
  TextEquals:
    ({ field, text }) =>
    (contact) =>
      contact.text[field] === text,
  TextContains:
    ({ field, text }) =>
    (contact) =>
      contact.text[field]?.includes(text) ?? false,
  TextStartsWith:
    ({ field, text }) =>
    (contact) =>
      contact.text[field]?.startsWith(text) ?? false,
  TextEndsWith:
    ({ field, text }) =>
    (contact) =>
      contact.text[field]?.endsWith(text) ?? false,
  TextWithin:
    ({ field, interval: { min, max } }) =>
    (contact) => {
      const value = contact.text[field]
      if (value === null) return false
      const aboveMin = min === undefined || compareCodePoints(value, min.value) >= (min.inclusive ? 0 : 1)
      const belowMax = max === undefined || compareCodePoints(value, max.value) <= (max.inclusive ? 0 : -1)
      return aboveMin && belowMax
    },
  DigitsContain:
    ({ field, digits }) =>
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
      contact.boolean[field] === value
}

/** The function that decides whether a contact satisfies a condition. */
export const toPredicate = (condition: Condition): Test => interpret(condition, predicate)
