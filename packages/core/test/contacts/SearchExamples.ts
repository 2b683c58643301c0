import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { type Contact, ContactUuid, type CustomField, type SearchRequest, type WorkspaceUuid } from "@rollcall/core"
import { contactWrite, digitForms, planSearch } from "@rollcall/core/contacts"
import { type CustomFieldValue, entriesOf } from "@rollcall/core/custom-fields"
import { type Filter, type Operator, withoutLimits } from "@rollcall/core/search"
import { nextId } from "@rollcall/core/shared"
import { ContactStore, CustomFieldStore } from "@rollcall/core/storage"
import { dataTypeFor } from "@rollcall/storage-conformance"
import { definition } from "../custom-fields/Definition.ts"
import { everything, newCaller } from "../Services.ts"
import { contact } from "./Fixture.ts"

/** What a search finds: the letters of contacts in order, none for an empty text. */
export type Question = readonly [request: SearchRequest, finds: string]

/** A contact by its letter, and its value for a field; null where it has none. */
interface Row {
  readonly fields: Partial<Contact>
  readonly value: CustomFieldValue | null
}

/** Stores contacts in a new workspace, their uuids in the order of their letters. */
const stored = Effect.fnUntraced(function* (rows: Readonly<Record<string, Row>>, fields: Partial<CustomField>) {
  const { workspace } = yield* newCaller
  const field = definition({ ...fields, workspaceUuid: workspace })
  const letters = Object.keys(rows)
  const uuids = (yield* Effect.replicateEffect(nextId, letters.length)).toSorted()
  const created = letters.map((letter, n) => {
    const { fields, value } = rows[letter] ?? { fields: {}, value: null }
    const changes =
      value === null
        ? []
        : [{ field: field.uuid, key: field.fieldKey, value, entries: entriesOf(field.fieldType, value) }]
    const written = contact({
      ...fields,
      uuid: ContactUuid.make(uuids[n] ?? letter),
      workspaceUuid: workspace,
      externalContactId: letter,
      customFields: Object.fromEntries(changes.map(({ key, value }) => [key, value]))
    })
    return contactWrite(digitForms, written, changes)
  })
  yield* CustomFieldStore.use((store) => store.insert(field))
  // The last letter first, so that no order of rows is the order of writing.
  yield* ContactStore.use((store) => store.save({ created: created.toReversed(), changed: [] }))
  return { workspace, field, letters }
})

const answers = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  [request, finds]: Question,
  definitions: ReadonlyArray<CustomField> = []
) {
  const plan = Result.getOrThrow(planSearch({ sortBy: { field: "externalContactId" }, ...request }, definitions))
  const { items, total } = yield* ContactStore.use((store) => store.search(workspace, plan, everything, withoutLimits))
  const letters = items.map(({ externalContactId }) => externalContactId).join("")
  assert.deepStrictEqual([letters, total], [finds, finds.length], JSON.stringify(request))
})

/** What is found among contacts, written by hand and apart from any definition. */
export const searchExample = Effect.fnUntraced(function* (
  contacts: Readonly<Record<string, Partial<Contact>>>,
  questions: ReadonlyArray<Question>
) {
  const rows = Object.entries(contacts).map(([letter, fields]) => [letter, { fields, value: null }] as const)
  const { workspace } = yield* stored(Object.fromEntries(rows), {})
  for (const question of questions) yield* answers(workspace, question)
})

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
 * What searches by a custom field find, written by hand and apart from any definition. Whatever a question finds, its
 * negation finds the other contacts, those without a value among them (S1).
 */
export const valueExample = Effect.fnUntraced(function* (example: ValueExample) {
  const rows = Object.entries(example.values).map(([letter, value]) => [letter, { fields: {}, value }] as const)
  const { field, letters, workspace } = yield* stored(Object.fromEntries(rows), example.field)
  const ask = (request: SearchRequest, finds: string) => answers(workspace, [request, finds], [field])
  const about = { field: field.fieldKey, dataType: dataTypeFor(field.fieldType) }
  for (const [operator, value, finds] of [...example.questions, ["exists", undefined, example.exists] as const]) {
    const filter: Filter = { ...about, operator, value }
    yield* ask({ advancedSearch: [filter] }, finds)
    const complement = complements[operator]
    if (complement === undefined) continue
    const others = letters.filter((letter) => !finds.includes(letter)).join("")
    yield* ask({ advancedSearch: [{ ...filter, operator: complement }] }, others)
  }
  for (const [order, all] of [
    ["asc", example.ascending],
    ["desc", example.descending]
  ] as const) {
    const sortBy = { ...about, sortOrder: order }
    const present = [...all].filter((letter) => example.exists.includes(letter)).join("")
    yield* ask({ sortBy }, all)
    yield* ask({ advancedSearch: [{ ...about, operator: "exists" }], sortBy }, present)
  }
})
