import {
  type AccessTokenStore,
  ContactStore,
  ContactUuid,
  type CustomField,
  type CustomFieldStore,
  type CustomFieldValue,
  type Filter,
  nextId,
  type Operator,
  planSearch,
  type SearchRequest,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Result } from "effect"
import { change, storedField, valuedContact } from "../custom-fields/Fixture.ts"
import { dataTypeFor } from "../custom-fields/FieldOperators.ts"
import { agree, type Check, check, Discrepancy, show } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

/** What an operator with a value finds: the letters of contacts in order, none for an empty text. */
type Question = readonly [operator: Operator, value: unknown, finds: string]

export interface ValueExample {
  readonly field: Pick<CustomField, "fieldType" | "fieldKey"> & Partial<CustomField>
  /** The values of contacts by letter, in the order of their uuids; null where a contact has none. */
  readonly values: Readonly<Record<string, CustomFieldValue | null>>
  readonly questions: ReadonlyArray<Question>
  /** The letters of contacts that have a value. */
  readonly exists: string
  /** All letters in the order of the field, and in the reverse one. */
  readonly ascending: string
  readonly descending: string
}

type Needs = ContactStore | CustomFieldStore | AccessTokenStore

const complements: { readonly [Name in Operator]?: Operator } = {
  equals: "not_equals",
  contains: "not_contains",
  exists: "not_exists"
}

/** The contacts of an example, beside values of another field and the same contacts in another workspace. */
const tell = Effect.fnUntraced(function* ({ field: given, values }: ValueExample) {
  const workspaceUuid = yield* newWorkspace
  const field = yield* storedField({ ...given, workspaceUuid })
  const decoy = yield* storedField({ ...given, workspaceUuid, fieldKey: "decoy" })
  const namesake = yield* storedField({ ...field, workspaceUuid: yield* newWorkspace })
  const letters = Object.keys(values)
  const uuids = (yield* Effect.replicateEffect(nextId, letters.length)).toSorted()
  const some = Object.values(values).find((value) => value !== null) ?? null
  // The last one first, so that no order of rows is the order of writing.
  for (const letter of letters.toReversed()) {
    const value = values[letter] ?? null
    const names = { uuid: ContactUuid.make(uuids[letters.indexOf(letter)] ?? letter), externalContactId: letter }
    const own = value === null ? [] : [change(field, value)]
    yield* valuedContact(workspaceUuid, [...own, change(decoy, some)], names)
    yield* valuedContact(namesake.workspaceUuid, [change(namesake, value ?? some)], names)
  }
  return { workspace: workspaceUuid, field, letters }
})

const answerOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, field: CustomField, request: SearchRequest) {
  const store = yield* ContactStore
  const plan = planSearch({ sortBy: { field: "external_contact_id" }, ...request }, [field])
  if (Result.isFailure(plan)) return yield* new Discrepancy({ message: show([request, plan.failure]) })
  const { items, total } = yield* store.search(workspace, plan.success, { limit: 100, offset: 0 })
  return [items.map(({ externalContactId }) => externalContactId ?? "none").join(""), total] as const
})

/**
 * What searches by a custom field find, written by hand and apart from any definition. Whatever a question finds, its
 * negation finds the other contacts, those without a value among them (S1).
 */
export const valueExample = (title: string, example: ValueExample): Check<Needs> =>
  check(
    title,
    Effect.gen(function* () {
      const { field, letters, workspace } = yield* tell(example)
      const about = { field: field.fieldKey, dataType: dataTypeFor(field.fieldType) }
      for (const [operator, value, finds] of [...example.questions, ["exists", undefined, example.exists] as const]) {
        const filter: Filter = { ...about, operator, value }
        const answer = yield* answerOf(workspace, field, { filters: [filter] })
        yield* agree(show(filter), answer, [finds, finds.length])
        const complement = complements[operator]
        if (complement === undefined) continue
        const others = letters.filter((letter) => !finds.includes(letter)).join("")
        const negation = yield* answerOf(workspace, field, { filters: [{ ...filter, operator: complement }] })
        yield* agree(show({ ...filter, operator: complement }), negation, [others, others.length])
      }
      for (const [order, all] of [
        ["asc", example.ascending],
        ["desc", example.descending]
      ] as const) {
        const answer = yield* answerOf(workspace, field, { sortBy: { ...about, order } })
        yield* agree(`The order, ${order}`, answer, [all, letters.length])
        const filters = [{ ...about, operator: "exists" as const }]
        const filtered = yield* answerOf(workspace, field, { filters, sortBy: { ...about, order } })
        const present = [...all].filter((letter) => example.exists.includes(letter)).join("")
        yield* agree(`The order of those that have a value, ${order}`, filtered, [present, present.length])
      }
    })
  )
