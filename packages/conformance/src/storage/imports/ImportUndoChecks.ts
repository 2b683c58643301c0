import { type Caller, ContactLists, Contacts, ContactSettings } from "@rollcall/core"
import { nextId, SelectOptionUuid } from "@rollcall/core/operations"
import {
  ArchivedContacts,
  type ImportRow,
  ImportUndos,
  MatchField,
  MergeType,
  newestFirst
} from "@rollcall/core/people"
import { ContactImportStore, MergeStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Struct } from "effect"
import fc from "fast-check"
import { storedField } from "../fixtures/FieldFixture.ts"
import { accepted, newImport, resultsOf, storedImport, workedOff } from "../fixtures/ImportFixture.ts"
import { addTo, storedList } from "../fixtures/ListFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, instantOf, newCaller, newWorkspace } from "../shared/Fixture.ts"
import { forAll, generatedUndos } from "../shared/ForAll.ts"

const emails = ["ada@x.org", "bob@x.org", "cyd@x.org"]
const numbers = ["+4917011111", "+4917022222", "+4917033333"]
const keys = ["diet", "constructor", "tags"] as const
const tags = ["red", "green", "blue"]

const text = fc.constantFrom("Ada", "Bob", "", "ß\u0130😀", "x".repeat(700))
const values = fc.record(
  {
    diet: fc.oneof(text, fc.constant(null)),
    constructor: fc.oneof(text, fc.constant(null)),
    tags: fc.oneof(fc.subarray(tags), fc.constant({ add: ["blue"] }), fc.constant(null))
  },
  { requiredKeys: [] }
)
const fields = fc.record(
  {
    email: fc.constantFrom(...emails, null),
    phoneNumber: fc.constantFrom(...numbers, null),
    chatappId: fc.constantFrom(...numbers.map((number) => number.slice(1)), null),
    firstName: fc.oneof(text, fc.constant(null)),
    lastName: text
  },
  { requiredKeys: [] }
)

const undoArbitrary = fc.record({
  seeds: fc.array(fc.record({ fields, values, archived: fc.boolean(), lists: fc.subarray([0, 1]) }), { maxLength: 5 }),
  rows: fc.array(fc.record({ fields, values, lists: fc.subarray([0, 1]) }), { minLength: 1, maxLength: 8 }),
  matchOnField: fc.constantFrom(null, "email", "email", "phoneNumber", ...MatchField.literals),
  mergeType: fc.constantFrom("create_or_update", ...MergeType.literals),
  archivedContacts: fc.constantFrom(...ArchivedContacts.literals),
  withList: fc.boolean(),
  uniqueIdentifiers: fc.boolean(),
  batch: fc.constantFrom(1, 3, 100)
})

/** Reads all data of a workspace, without the times of the last changes. */
const stateOf = Effect.fnUntraced(function* (caller: Caller, lists: ReadonlyArray<{ readonly uuid: string }>) {
  const merges = yield* MergeStore
  const { items } = yield* Contacts.use((contacts) => contacts.list(caller, newestFirst, everything))
  const found = yield* ContactLists.use((service) => service.list(caller, {}, everything))
  const contacts = yield* Effect.forEach(items, (contact) =>
    Effect.map(merges.belongings(caller.workspace, contact.uuid), ({ memberships, notes }) => ({
      ...Struct.omit(contact, ["updatedAt"]),
      memberships: new Set(memberships.map(({ addedAt, list }) => `${list} ${addedAt.epochMilliseconds}`)),
      notes: new Set(notes.map(({ note }) => note))
    }))
  )
  return { contacts, counts: lists.map(({ uuid }) => found.items.find((list) => list.uuid === uuid)?.count) }
})

/** Checks the store's contract for listing and undoing imports. */
export const importUndoChecks: ReadonlyArray<Check> = [
  check(
    "I14: an import that is undone at once leaves contacts, lists and counts unchanged",
    Effect.flatMap(generatedUndos, (cases) =>
      forAll(
        undoArbitrary,
        cases,
        Effect.fnUntraced(function* ({ batch, rows, seeds, uniqueIdentifiers, withList, ...policy }) {
          const caller = yield* newCaller
          const { workspace: workspaceUuid } = caller
          for (const fieldKey of keys) {
            const selectOptions =
              fieldKey === "tags"
                ? yield* Effect.forEach(tags, (fieldKey) =>
                    Effect.map(nextId, (id) => ({
                      ...{ uuid: SelectOptionUuid.make(id), displayLabel: fieldKey },
                      ...{ fieldKey, archived: false }
                    }))
                  )
                : null
            const fieldType = fieldKey === "tags" ? "multiselect" : "text"
            yield* storedField({ workspaceUuid, fieldKey, fieldType, selectOptions })
          }
          const [list, other] = [yield* storedList({ workspaceUuid }), yield* storedList({ workspaceUuid })]
          const lists = [list, other]
          const contacts = yield* Contacts
          // If identifiers are unique, contacts that already shared an identifier could not get it back.
          const taken = new Set<string>()
          const isFree = (value: string) => !uniqueIdentifiers || (!taken.has(value) && Boolean(taken.add(value)))
          const free = <A>(value: string | A) => (typeof value !== "string" || isFree(value) ? value : null)
          for (const [at, seed] of seeds.entries()) {
            const { chatappId, email, phoneNumber } = seed.fields
            const kept = { chatappId: free(chatappId), email: free(email), phoneNumber: free(phoneNumber) }
            const given = { externalContactId: `${at}`, ...seed.fields, ...kept, customFields: seed.values }
            const contact = yield* contacts.create(caller, given)
            for (const at of seed.lists) yield* addTo(lists[at] ?? list, contact)
            if (seed.archived) yield* contacts.archive(caller, contact.uuid)
          }
          const before = yield* stateOf(caller, lists)
          const given = rows.map((row): ImportRow => ({
            ...{ fields: row.fields, customFields: row.values, original: null },
            contactListUuids: row.lists.flatMap((at) => lists[at]?.uuid ?? [])
          }))
          const options = { ...policy, batch, uniqueIdentifiers, contactListUuid: withList ? list.uuid : null }
          const mergeType = policy.matchOnField === null ? "create" : policy.mergeType
          const ref = yield* accepted(caller, given, { ...options, mergeType })
          yield* workedOff(ref, options)
          const undone = yield* ImportUndos.use((undos) => undos.undo(caller, ref.contactImport)).pipe(
            Effect.provideService(ContactSettings, { uniqueIdentifiers })
          )
          yield* agree("What is there", yield* stateOf(caller, lists), before)
          yield* agree("What is left", undone.undo?.left, 0)
          const { receipts } = yield* resultsOf(ref)
          const shown = receipts.filter(({ undo }) => undo !== null)
          yield* agree("The rows that were undone", undone.undo, {
            ...{ status: "completed", undone: shown.length, left: 0 }
          })
        })
      )
    )
  ),

  check("I14: imports are listed newest first, all of them or those of a file, page by page", function* () {
    const store = yield* ContactImportStore
    const workspaceUuid = yield* newWorkspace
    const [fileUuid, other] = [yield* nextId, yield* nextId]
    const stored = yield* Effect.forEach(Arr.range(0, 6), (n) =>
      Effect.map(
        storedImport([], {
          ...{ workspaceUuid, createdAt: instantOf(n % 3), fileName: `ß ${n}.csv` },
          fileUuid: n % 2 === 0 ? fileUuid : null
        }),
        ({ contactImport }) => contactImport
      )
    )
    yield* storedImport([], { fileUuid })
    const { items, total } = yield* store.list(workspaceUuid, { fileUuid: null }, everything)
    yield* agree("All", total, 7)
    const places = items.map(({ createdAt, uuid }) => `${createdAt.epochMilliseconds} ${uuid}`)
    yield* agree("Their order", places, places.toSorted().toReversed())
    yield* agree("Each", new Map(items.map((one) => [one.uuid, one])), new Map(stored.map((one) => [one.uuid, one])))
    const page = yield* store.list(workspaceUuid, { fileUuid: null }, { limit: 3, offset: 2 })
    yield* agree("A page", page, { items: items.slice(2, 5), total: 7 })
    const ofFile = yield* store.list(workspaceUuid, { fileUuid }, everything)
    yield* agree("Of a file", ofFile, { items: items.filter((one) => one.fileUuid === fileUuid), total: 4 })
    yield* agree("Of no file", (yield* store.list(workspaceUuid, { fileUuid: other }, everything)).total, 0)
    yield* agree(
      "A1",
      (yield* store.list((yield* newImport(0)).workspaceUuid, { fileUuid: null }, everything)).total,
      0
    )
  })
]
