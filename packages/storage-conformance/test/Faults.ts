import {
  comparator,
  compareCodePoints,
  type Condition,
  type Contact,
  digits,
  interpret,
  type Interpreter,
  type Searchable,
  searchable,
  slice,
  type Sort,
  toPredicate
} from "@rollcall/core"
import type { Parts } from "./FaultySearch.ts"

export type Test = (contact: Searchable) => boolean

/** The definition, but for the forms that are given. */
export const definition: Interpreter<Test> = {
  all: (parts) => (contact) => parts.every((part) => part(contact)),
  any: (parts) => (contact) => parts.some((part) => part(contact)),
  not: (part) => (contact) => !part(contact),
  TextPresent: toPredicate,
  TextEquals: toPredicate,
  TextContains: toPredicate,
  TextStartsWith: toPredicate,
  TextEndsWith: toPredicate,
  TextWithin: toPredicate,
  DigitsContain: toPredicate,
  InstantPresent: toPredicate,
  InstantWithin: toPredicate,
  BooleanIs: toPredicate,
  ValuePresent: toPredicate,
  ValueMatches: toPredicate,
  ValuesAre: toPredicate
}

/** The definition, but for these forms. */
export const but = (forms: Partial<Interpreter<Test>>): Partial<Parts> => ({
  matcher: (condition) => interpret(condition, { ...definition, ...forms })
})

/** SQL's `LIKE` on a pattern that nobody escaped. */
export const like = (pattern: string): RegExp => {
  const source = [...pattern].map((char) =>
    char === "%" ? ".*" : char === "_" ? "." : char.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")
  )
  return new RegExp(`^${source.join("")}$`, "su")
}

/** SQL's three-valued logic: what is asked of a missing value is neither true nor false, nor is its negation. */
export const threeValued: Interpreter<(contact: Searchable) => boolean | null> = {
  all: (parts) => (contact) => {
    const values = parts.map((part) => part(contact))
    return values.includes(false) ? false : values.includes(null) ? null : true
  },
  any: (parts) => (contact) => {
    const values = parts.map((part) => part(contact))
    return values.includes(true) ? true : values.includes(null) ? null : false
  },
  not: (part) => (contact) => {
    const value = part(contact)
    return value === null ? null : !value
  },
  TextPresent: toPredicate,
  TextEquals: (leaf) => (contact) => (contact.text[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  TextContains: (leaf) => (contact) => (contact.text[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  TextStartsWith: (leaf) => (contact) => (contact.text[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  TextEndsWith: (leaf) => (contact) => (contact.text[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  TextWithin: (leaf) => (contact) => (contact.text[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  DigitsContain: (leaf) => (contact) => (contact.digits[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  InstantPresent: toPredicate,
  InstantWithin: (leaf) => (contact) => (contact.instant[leaf.field] === null ? null : toPredicate(leaf)(contact)),
  BooleanIs: toPredicate,
  ValuePresent: toPredicate,
  ValueMatches: toPredicate,
  ValuesAre: toPredicate
}

/** The index form, but for how text is folded. */
const folding =
  (fold: (text: string) => string) =>
  (contact: Contact, values: Searchable["values"]): Searchable => ({
    ...searchable(contact, values),
    text: {
      first_name: contact.firstName && fold(contact.firstName),
      last_name: contact.lastName && fold(contact.lastName),
      email: contact.email && fold(contact.email),
      phone_number: contact.phoneNumber && fold(contact.phoneNumber),
      chatapp_id: contact.chatappId && fold(contact.chatappId),
      socialmsg_id: contact.socialmsgId && fold(contact.socialmsgId),
      external_contact_id: contact.externalContactId && fold(contact.externalContactId),
      client_reference: contact.clientReference && fold(contact.clientReference)
    }
  })

export const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The order, but for texts; everything else is as it should be. */
const textOrder =
  (compare: (a: string | null, b: string | null) => number) =>
  (sort: Sort) =>
  (a: Searchable, b: Searchable): number => {
    const { direction, field } = sort
    const order = field.kind === "text" ? compare(a.text[field.name] ?? null, b.text[field.name] ?? null) : 0
    if (order !== 0) return direction === "asc" ? order : -order
    return comparator(sort)(a, b)
  }

const utf16 = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const either = (a: string | null, b: string | null, compare: (a: string, b: string) => number) =>
  a === null || b === null ? 0 : compare(a, b)

type Within = Extract<Condition, { readonly _tag: "TextWithin" }>
const within = ({ field, interval: { max, min } }: Within, compare: (a: string, b: string) => number): Test =>
  function (contact) {
    const value = contact.text[field] ?? null
    if (value === null) return false
    const low = min === undefined ? 1 : compare(value, min.value)
    const high = max === undefined ? -1 : compare(value, max.value)
    return (low > 0 || (low === 0 && min?.inclusive === true)) && (high < 0 || (high === 0 && max?.inclusive === true))
  }

/** Faults that stores are known to have, each planted in a store that has no other. */
export const faults: Readonly<Record<string, Partial<Parts>>> = {
  "an unescaped LIKE": but({
    TextContains:
      ({ field, text }) =>
      (contact) =>
        like(`%${text}%`).test(contact.text[field] ?? "") && contact.text[field] !== null,
    TextStartsWith:
      ({ field, text }) =>
      (contact) =>
        like(`${text}%`).test(contact.text[field] ?? "") && contact.text[field] !== null
  }),
  "LIKE for equality": but({
    TextEquals:
      ({ field, text }) =>
      (contact) =>
        contact.text[field] !== null && like(text).test(contact.text[field] ?? "")
  }),
  "a missing null guard": { matcher: (condition) => (contact) => interpret(condition, threeValued)(contact) === true },
  "case folding of ASCII alone": { index: folding(asciiLower) },
  "case folding by toLowerCase": { index: folding((text) => text.toLowerCase()) },
  "folding without normalisation": { index: folding((text) => text.toUpperCase().toLowerCase()) },
  "missing values first": {
    order: textOrder((a, b) => (a === b ? 0 : a === null ? -1 : b === null ? 1 : compareCodePoints(a, b)))
  },
  "missing values first when the order is reversed": {
    order: textOrder((a, b) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : compareCodePoints(a, b)))
  },
  "no order among equals": {
    order: (sort) => (a, b) => comparator(sort)({ ...a, uuid: "" }, { ...b, uuid: "" })
  },
  "the uuid upward in both directions": {
    order: (sort) => (a, b) =>
      comparator(sort)({ ...a, uuid: "" }, { ...b, uuid: "" }) || compareCodePoints(a.uuid, b.uuid)
  },
  "text in the order of UTF-16": { order: textOrder((a, b) => either(a, b, utf16)) },
  "intervals of text in the order of UTF-16": but({ TextWithin: (leaf) => within(leaf, utf16) }),
  "text in the order of a language": {
    order: textOrder((a, b) => either(a, b, new Intl.Collator("en", { sensitivity: "base" }).compare))
  },
  "a range without its ends": but({
    TextWithin: ({ interval: { max, min }, ...leaf }) =>
      within(
        {
          ...leaf,
          interval: {
            ...(min && { min: { ...min, inclusive: min.inclusive && max === undefined } }),
            ...(max && { max: { ...max, inclusive: max.inclusive && min === undefined } })
          }
        },
        compareCodePoints
      )
  }),
  "a day with the first millisecond of the next": but({
    InstantWithin: ({ field, span: { from, until } }) =>
      toPredicate({
        _tag: "InstantWithin",
        field,
        span: { ...(from !== undefined && { from }), ...(until !== undefined && { until: until + 1 }) }
      })
  }),
  "instants to the second": but({
    InstantWithin:
      ({ field, span: { from = -Infinity, until = Infinity } }) =>
      (contact) => {
        const value = contact.instant[field] ?? null
        const second = value === null ? NaN : Math.floor(value / 1_000) * 1_000
        return second >= from && second < until
      }
  }),
  "digits looked for in the number as it was typed": but({
    DigitsContain:
      ({ field, digits }) =>
      (contact) =>
        contact.text[field]?.includes(digits) ?? false
  }),
  "digits looked for at the beginning alone": but({
    DigitsContain:
      ({ field, digits: needle }) =>
      (contact) =>
        digits(contact.text[field] ?? "").startsWith(needle)
  }),
  "true of any of none": but({
    any: (parts) => (contact) => parts.length === 0 || parts.some((part) => part(contact))
  }),
  "an end that is looked for anywhere": but({
    TextEndsWith: (leaf) => toPredicate({ ...leaf, _tag: "TextContains" })
  }),
  "the total of the page alone": {
    page: (items, page) => {
      const cut = slice(items, page)
      return { ...cut, total: cut.items.length }
    }
  },
  "a total of at most a hundred": {
    page: (items, page) => ({ ...slice(items, page), total: Math.min(items.length, 100) })
  },
  "pages that begin one too late": {
    page: (items, { limit, offset }) => slice(items, { limit, offset: offset + (offset > 0 ? 1 : 0) })
  },
  "pages of one too many": { page: (items, { limit, offset }) => slice(items, { limit: limit + 1, offset }) },
  "every workspace at once": { isVisible: () => true }
}
