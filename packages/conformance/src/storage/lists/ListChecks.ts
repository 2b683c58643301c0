import type { ContactList, PageRequest } from "@rollcall/core"
import { fold, slice } from "@rollcall/core/operations"
import { type ContactListSort, sortKey } from "@rollcall/core/people"
import { compareCodePoints, type ContactListFilter, ContactListStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, instantOf, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { forAll, generatedSearches, generationSeed, sample } from "../shared/ForAll.ts"
import { isolatedRecordChecks, lockCheck } from "../shared/RecordLaws.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { part } from "../search/generated/ConditionArbitrary.ts"
import { pageArbitrary } from "../search/generated/PageArbitrary.ts"
import { partialResults } from "../search/PartialResults.ts"
import { addTo, listRecords, storedList } from "../fixtures/ListFixture.ts"
import { contactListArbitrary } from "../fixtures/ListArbitrary.ts"

const listed = (
  lists: ReadonlyArray<ContactList>,
  { nameContains, status }: ContactListFilter,
  { sortField, sortOrder }: ContactListSort,
  page: PageRequest
) => {
  const sign = sortOrder === "asc" ? 1 : -1
  const hits = lists.filter(
    (list) => (status === null || list.status === status) && fold(list.name).includes(nameContains ?? "")
  )
  const compare = (a: ContactList, b: ContactList): number =>
    sortField === "name"
      ? compareCodePoints(sortKey(fold(a.name)), sortKey(fold(b.name)))
      : DateTime.Order(a.createdAt, b.createdAt)
  return slice(
    hits.toSorted((a, b) => sign * (compare(a, b) || compareCodePoints(a.uuid, b.uuid))),
    page
  )
}

/** Stores lists with every hostile name, and lists that share a name or a timestamp. Every third list has a contact. */
const storedLists = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const generated = sample(contactListArbitrary(workspace), hostileTexts.length + 40, yield* generationSeed)
  const lists = yield* Effect.forEach(generated, (list, n) =>
    Effect.flatMap(listRecords.fresh({ ...list, name: hostileTexts[n]?.slice(0, 250) ?? list.name }), storedList)
  )
  const contact = yield* storedContact({ workspaceUuid: workspace })
  const onThird = lists.filter((_, n) => n % 3 === 0)
  yield* Effect.forEach(onThird, (list) => addTo(list, contact))
  return { workspace, lists, contact: contact.uuid, isOn: (list: ContactList) => onThird.includes(list) }
})

const orders = (["name", "createdAt"] as const).flatMap((sortField) =>
  (["asc", "desc"] as const).map((sortOrder) => ({ sortField, sortOrder }))
)

export const listChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(listRecords),

  lockCheck(listRecords, { of: ({ name }) => Number(name), set: (list, n) => ({ ...list, name: `${n}` }) }),

  check(
    "S2, S9: the pages of every listing, including a contact's lists, contain each list once, in order",
    function* () {
      const store = yield* ContactListStore
      const { contact, isOn, lists, workspace } = yield* storedLists
      const filters = (["active", "archived", null] as const).flatMap((status) =>
        [null, contact].map((contact) => ({ status, nameContains: null, contact }))
      )
      for (const order of orders) {
        for (const filter of filters) {
          const expected = listed(filter.contact === null ? lists : lists.filter(isOn), filter, order, everything)
          const walked: Array<ContactList> = []
          for (let offset = 0; offset < expected.total; offset += 41) {
            const page = yield* store.list(workspace, filter, order, { limit: 41, offset })
            yield* agree("The total", page.total, expected.total)
            walked.push(...page.items)
          }
          yield* agree(`By ${order.sortField} ${order.sortOrder}`, uuidsOf(walked), uuidsOf(expected.items))
          const past = yield* store.list(workspace, filter, order, { limit: 41, offset: 1_000_000 })
          yield* agree("The page past the end", past, { items: [], total: expected.total })
        }
      }
    }
  ),

  check("S2: a listing finds names by a substring, literally and in any case", function* () {
    const store = yield* ContactListStore
    const { lists, workspace } = yield* storedLists
    const partial = partialResults(lists.length)
    const filters: fc.Arbitrary<ContactListFilter> = fc.record({
      status: fc.constantFrom("active", "archived", null),
      nameContains: fc.constantFrom(...lists).chain(({ name }) => part(fold(name))),
      contact: fc.constant(null)
    })
    const searches = fc.tuple(filters, fc.constantFrom(...orders), pageArbitrary(lists.length))
    yield* forAll(searches, yield* generatedSearches, function* ([filter, order, page]) {
      const expected = listed(lists, filter, order, page)
      const actual = yield* store.list(workspace, filter, order, page)
      yield* agree("The page", [uuidsOf(actual.items), actual.total], [uuidsOf(expected.items), expected.total])
      partial.count(expected.total)
    })
    yield* partial.atLeast(0.4)
  }),

  check("A1: lists are listed only in their own workspace; names need not be unique (L1)", function* () {
    const store = yield* ContactListStore
    const first = yield* storedList()
    const { workspaceUuid } = first
    const second = yield* storedList({ workspaceUuid, createdAt: instantOf(1) })
    const filter = { status: null, nameContains: null, contact: null }
    const listing = (workspace: typeof workspaceUuid) =>
      store.list(workspace, filter, { sortField: "createdAt", sortOrder: "asc" }, everything)
    yield* agree("Its own", yield* listing(workspaceUuid), { items: [first, second], total: 2 })
    yield* agree("Another's", yield* listing(yield* newWorkspace), { items: [], total: 0 })
  })
]
