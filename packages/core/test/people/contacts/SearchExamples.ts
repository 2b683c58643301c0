import { expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type Contact, ContactUuid, type CustomField, type SearchRequest } from "@rollcall/core"
import {
  type CustomFieldValue,
  digitForms,
  entriesOf,
  type Filter,
  identifierKeys,
  type Operator,
  planSearch
} from "@rollcall/core/people"
import { comparator, searchable, toPredicate } from "@rollcall/core/storage"
import { dataTypeFor } from "@rollcall/conformance/storage"
import { definition } from "../custom-fields/Definition.ts"
import { contact } from "./Fixture.ts"

/** What a search finds: the letters of contacts in order, none for an empty text. */
export type Question = readonly [request: SearchRequest, finds: string]

/** A contact in its index form, under its letter. */
type Found = ReturnType<typeof searchable>

/** The nth contact of an example. The uuids are in the order of the letters. */
const indexed = (letter: string, n: number, fields: Partial<Contact>, values?: Found["values"]): Found => {
  const uuid = ContactUuid.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)
  const one = contact({ ...fields, uuid, externalContactId: letter })
  return searchable(one, identifierKeys(digitForms, one), values)
}

/** What the definition of searches finds otherwise than was written by hand. Every store agrees with the definition. */
const misses = (
  contacts: ReadonlyArray<Found>,
  [request, finds]: Question,
  definitions: ReadonlyArray<CustomField> = []
): ReadonlyArray<string> => {
  const plan = Result.getOrThrow(planSearch({ sortBy: { field: "externalContactId" }, ...request }, definitions))
  // The last letter first, so that no order is that of the example.
  const found = contacts.toReversed().filter(toPredicate(plan.condition)).toSorted(comparator(plan.sort))
  const letters = found.map(({ text }) => text["externalContactId"]).join("")
  return letters === finds ? [] : [`${JSON.stringify(request)} finds ${letters} and not ${finds}`]
}

/** Registers a test of what is found among contacts, written by hand and apart from any definition. */
export const searchExample = (
  title: string,
  contacts: Readonly<Record<string, Partial<Contact>>>,
  questions: ReadonlyArray<Question>
): void => {
  const all = Object.entries(contacts).map(([letter, fields], n) => indexed(letter, n, fields))
  it.effect(title, () => Effect.sync(() => expect(questions.flatMap((one) => misses(all, one))).toEqual([])))
}

/** What an operator with a value finds by a custom field. */
export interface ValueExample {
  readonly field: Pick<CustomField, "fieldType" | "fieldKey"> & Partial<CustomField>
  /** The values of contacts by letter, in the order of their uuids; null where a contact has none. */
  readonly values: Readonly<Record<string, CustomFieldValue | null>>
  readonly questions: ReadonlyArray<readonly [operator: Operator, value: unknown, finds: string]>
  /** The letters of contacts that have a value. */
  readonly exists: string
  /** All letters in the order of the field, and in the reverse one. */
  readonly ascending: string
  readonly descending: string
}

const complements: { readonly [Name in Operator]?: Operator } = {
  equals: "not_equals",
  contains: "not_contains",
  exists: "not_exists"
}

/**
 * Registers a test of what searches by a custom field find, written by hand and apart from any definition. Whatever a
 * question finds, its negation finds the other contacts, those without a value among them (S1).
 */
export const valueExample = (title: string, example: ValueExample): void => {
  const field = definition(example.field)
  const letters = Object.keys(example.values)
  const all = Object.entries(example.values).map(([letter, value], n) =>
    indexed(letter, n, {}, new Map(value === null ? [] : [[field.uuid, entriesOf(field.fieldType, value)]]))
  )
  const missed: Array<string> = []
  const ask = (request: SearchRequest, finds: string) => missed.push(...misses(all, [request, finds], [field]))
  const about = { field: field.fieldKey, dataType: dataTypeFor(field.fieldType) }
  for (const [operator, value, finds] of [...example.questions, ["exists", undefined, example.exists] as const]) {
    const filter: Filter = { ...about, operator, value }
    ask({ advancedSearch: [filter] }, finds)
    const complement = complements[operator]
    if (complement === undefined) continue
    const others = letters.filter((letter) => !finds.includes(letter)).join("")
    ask({ advancedSearch: [{ ...filter, operator: complement }] }, others)
  }
  for (const [order, all] of [
    ["asc", example.ascending],
    ["desc", example.descending]
  ] as const) {
    const sortBy = { ...about, sortOrder: order }
    const present = [...all].filter((letter) => example.exists.includes(letter)).join("")
    ask({ sortBy }, all)
    ask({ advancedSearch: [{ ...about, operator: "exists" }], sortBy }, present)
  }
  it.effect(title, () => Effect.sync(() => expect(missed).toEqual([])))
}
