import {
  type Bound,
  comparator,
  compareCodePoints,
  type Condition,
  type Contact,
  fold,
  type Interpreter,
  interpret,
  parseOperand,
  type Searchable,
  searchable,
  type Sort,
  toPredicate,
  type ValueEntry
} from "@rollcall/core"
import { Option, Predicate } from "effect"
import { asciiLower, but, definition, like, type Test, threeValued } from "./Faults.ts"
import type { Parts } from "./FaultySearch.ts"

type Matches = Extract<Condition, { readonly _tag: "ValueMatches" }>
type Values = Searchable["values"]

/** SQL's three-valued logic where a value is missing, and the definition elsewhere. */
const missingIsNull: Interpreter<(contact: Searchable) => boolean | null> = {
  ...definition,
  all: threeValued.all,
  any: threeValued.any,
  not: threeValued.not,
  ValueMatches: (leaf) => (contact) => (contact.values.has(leaf.field) ? toPredicate(leaf)(contact) : null),
  ValuesAre: (leaf) => (contact) => (contact.values.has(leaf.field) ? toPredicate(leaf)(contact) : null)
}

/** The elements of a contact's list. */
const textsOf = ({ values }: Searchable, field: Matches["field"]): ReadonlyArray<string> =>
  (values.get(field) ?? []).flatMap((entry) => ("text" in entry ? [entry.text] : []))

/** A leaf that is asked of some of the entries alone. */
const ofEntries =
  (choose: (values: Values, field: Matches["field"]) => ReadonlyArray<ValueEntry>) =>
  (leaf: Matches): Test => {
    const matches = toPredicate(leaf)
    return (contact) => matches({ ...contact, values: new Map([[leaf.field, choose(contact.values, leaf.field)]]) })
  }

/** Several questions about one field, joined to one row of a table of entries. */
const inOneEntry = (condition: Condition): Test => {
  switch (condition._tag) {
    case "All": {
      const { conditions } = condition
      const parts = conditions.map(inOneEntry)
      const fields = new Set(conditions.flatMap((part) => (part._tag === "ValueMatches" ? [part.field] : [])))
      return (contact) =>
        parts.every((part) => part(contact)) &&
        [...fields].every((field) =>
          (contact.values.get(field) ?? []).some((entry) =>
            conditions.every(
              (part) =>
                part._tag !== "ValueMatches" ||
                part.field !== field ||
                toPredicate(part)({ ...contact, values: new Map([[field, [entry]]]) })
            )
          )
        )
    }
    case "Any": {
      const parts = condition.conditions.map(inOneEntry)
      return (contact) => parts.some((part) => part(contact))
    }
    case "Not": {
      const part = inOneEntry(condition.condition)
      return (contact) => !part(contact)
    }
    default:
      return toPredicate(condition)
  }
}

const entryMatches = (leaf: Matches, passes: (entry: ValueEntry) => boolean | undefined): Test => {
  const matches = toPredicate(leaf)
  return (contact) => {
    const entries = contact.values.get(leaf.field) ?? []
    const answers = entries.map(passes)
    return answers.includes(undefined) ? matches(contact) : answers.includes(true)
  }
}

const asText = (value: number, bound: Bound<number>): number =>
  compareCodePoints(String(value), String(bound.value)) || (bound.inclusive ? 0 : NaN)

/** The index form, but for each entry of a value. */
const entries =
  (change: (entry: ValueEntry, contact: Contact) => ValueEntry): Parts["index"] =>
  (contact, values) =>
    searchable(
      contact,
      new Map([...values].map(([field, all]) => [field, all.map((entry) => change(entry, contact))] as const))
    )

const numbers = (change: (number: number) => number) =>
  entries((entry) => ("number" in entry ? { number: change(entry.number) } : entry))

/** What texts of a contact there are that come to this entry. */
const given = (contact: Contact, isThis: (text: string) => boolean): string | undefined =>
  Object.values(contact.customFields).flat().filter(Predicate.isString).find(isThis)

const folding = (fold_: (text: string) => string) =>
  entries((entry, contact) => {
    if ("number" in entry) return entry
    const text = given(contact, (text) => fold(text.trim()) === entry.text)
    return text === undefined ? entry : { text: fold_(text.trim()) }
  })

const instants = (read: (text: string) => string) =>
  entries((entry, contact) => {
    if ("text" in entry) return entry
    const isThis = (text: string) => Option.exists(parseOperand(text), ({ from }) => from === entry.number)
    const text = given(contact, isThis)
    const span = text === undefined ? Option.none() : parseOperand(read(text))
    return Option.match(span, { onNone: () => entry, onSome: ({ from }) => ({ number: from }) })
  })

const valueOrder =
  (compare: (a: ReadonlyArray<ValueEntry>, b: ReadonlyArray<ValueEntry>) => number): Parts["order"] =>
  (sort: Sort) =>
  (a, b) => {
    const { direction, field } = sort
    const order = field.kind === "value" ? compare(a.values.get(field.uuid) ?? [], b.values.get(field.uuid) ?? []) : 0
    if (order !== 0) return direction === "asc" ? order : -order
    return comparator(sort)(a, b)
  }

const textOf = (entry: ValueEntry): string => ("text" in entry ? entry.text : String(entry.number))

/** Faults that stores have with custom values, each planted in a store that has no other. */
export const valueFaults: Readonly<Record<string, Partial<Parts>>> = {
  "negations that leave out contacts without the value": {
    matcher: (condition) => (contact) => interpret(condition, missingIsNull)(contact) === true
  },
  "a set that has any of the elements": but({
    ValuesAre:
      ({ field, texts }) =>
      (contact) =>
        textsOf(contact, field).some((text) => texts.includes(text))
  }),
  "a set that may have more elements": but({
    ValuesAre:
      ({ field, texts }) =>
      (contact) =>
        texts.every((text) => textsOf(contact, field).includes(text))
  }),
  "a set that may have fewer elements": but({
    ValuesAre:
      ({ field, texts }) =>
      (contact) =>
        contact.values.has(field) && textsOf(contact, field).every((text) => texts.includes(text))
  }),
  "several elements looked for in one": { matcher: inOneEntry },
  "the first element of a list alone": but({
    ValueMatches: ofEntries((values, field) => (values.get(field) ?? []).slice(0, 1))
  }),
  "values of any field": but({ ValueMatches: ofEntries((values) => [...values.values()].flat()) }),
  "the presence of any value": but({ ValuePresent: () => (contact) => contact.values.size > 0 }),
  "an unescaped LIKE on values": but({
    ValueMatches: (leaf) =>
      entryMatches(leaf, (entry) => {
        const { test } = leaf
        if ("number" in entry) return undefined
        if (test._tag === "TextContains") return like(`%${test.text}%`).test(entry.text)
        return test._tag === "TextStartsWith" ? like(`${test.text}%`).test(entry.text) : undefined
      })
  }),
  "LIKE for equality of values": but({
    ValueMatches: (leaf) =>
      entryMatches(leaf, (entry) =>
        "text" in entry && leaf.test._tag === "TextEquals" ? like(leaf.test.text).test(entry.text) : undefined
      )
  }),
  "numbers and dates compared as text": but({
    ValueMatches: (leaf) =>
      entryMatches(leaf, (entry) => {
        if ("text" in entry || leaf.test._tag !== "NumberWithin") return undefined
        const { max, min } = leaf.test.interval
        return (
          (min === undefined || asText(entry.number, min) >= 0) && (max === undefined || asText(entry.number, max) <= 0)
        )
      })
  }),
  "numbers and dates ordered as text": {
    order: valueOrder(([a], [b]) => (a && b ? compareCodePoints(textOf(a), textOf(b)) : 0))
  },
  "decimals in single precision": {
    index: numbers((number) => (Number.isInteger(number) ? number : Math.fround(number)))
  },
  "decimals of two digits": {
    index: numbers((number) => (Math.abs(number) < 1e12 ? Math.round(number * 100) / 100 : number))
  },
  "integers of fifteen digits": { index: numbers((number) => Number(number.toPrecision(15))) },
  "instants read without their offset": { index: instants((text) => text.replace(/[+-]\d{2}:?\d{2}$/, "Z")) },
  "instants cut to their day": { index: instants((text) => text.slice(0, 10)) },
  "instants to the second of a value": { index: instants((text) => text.replace(/\.\d+/, "")) },
  "values whose case is not folded": { index: folding((text) => text.normalize("NFKC")) },
  "values folded by ASCII alone": { index: folding(asciiLower) },
  "values folded by toLowerCase": { index: folding((text) => text.toLowerCase()) },
  "nought and false taken for nothing": {
    index: (contact, values) =>
      searchable(
        contact,
        new Map([...values].filter(([, [entry]]) => entry && !("number" in entry && entry.number === 0)))
      )
  },
  "long values kept by their beginnings": {
    index: entries((entry) => ("text" in entry ? { text: entry.text.slice(0, 500) } : entry))
  },
  "a list ordered by its last element": {
    order: valueOrder((a, b) => {
      const [x, y] = [a.at(-1), b.at(-1)]
      return a.length > 1 || b.length > 1 ? (x && y ? compareCodePoints(textOf(x), textOf(y)) : 0) : 0
    })
  },
  "contacts without the value first": {
    order: valueOrder((a, b) => Math.sign(b.length === 0 ? 1 : 0) - (a.length === 0 ? 1 : 0))
  },
  "contacts without the value first when the order is reversed": {
    order: valueOrder((a, b) => (a.length === 0 ? 1 : 0) - (b.length === 0 ? 1 : 0))
  },
  "values in the order of UTF-16": {
    order: valueOrder(([a], [b]) =>
      a && b && "text" in a && "text" in b ? (a.text < b.text ? -1 : a.text > b.text ? 1 : 0) : 0
    )
  }
}
