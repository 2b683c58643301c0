import {
  type AccessTokenStore,
  compareCodePoints,
  type ContactList,
  type ContactListFilter,
  ContactListStore,
  type ContactListSort,
  ContactListUuid,
  fold,
  nextId,
  type PageRequest,
  slice,
  Transaction
} from "@rollcall/core"
import { DateTime, Effect, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check, conflicts } from "../kernel/Check.ts"
import { forAll, generatedCases, generationSeed, sample } from "../kernel/ForAll.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { part } from "../search/ConditionArbitrary.ts"
import { pageArbitrary } from "../search/PageArbitrary.ts"
import { telling } from "../search/Telling.ts"
import { everything, newList, storedList, uuidsOf } from "./Fixture.ts"
import { contactListArbitrary } from "./ListArbitrary.ts"

type Needs = ContactListStore | AccessTokenStore | Transaction

type Named = Omit<ContactListFilter, "contact">

/** The definition of a listing. */
const listed = (
  lists: ReadonlyArray<ContactList>,
  { nameContains, status }: Named,
  { sortField, sortOrder }: ContactListSort,
  page: PageRequest
) => {
  const sign = sortOrder === "asc" ? 1 : -1
  const hits = lists.filter(
    (list) => (status === null || list.status === status) && fold(list.name).includes(nameContains ?? "")
  )
  const compare = (a: ContactList, b: ContactList): number =>
    sortField === "name"
      ? compareCodePoints(fold(a.name), fold(b.name))
      : DateTime.toEpochMillis(a.createdAt) - DateTime.toEpochMillis(b.createdAt)
  return slice(
    hits.toSorted((a, b) => sign * (compare(a, b) || compareCodePoints(a.uuid, b.uuid))),
    page
  )
}

/** Lists with every hostile name and others, some of them of one name or one instant. */
const storedLists = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const generated = sample(contactListArbitrary(workspace), hostileTexts.length + 40, yield* generationSeed)
  const lists: Array<ContactList> = []
  for (const [index, list] of generated.entries()) {
    const name = hostileTexts[index]?.slice(0, 250) ?? list.name
    lists.push(yield* storedList({ ...list, uuid: ContactListUuid.make(yield* nextId), name }))
  }
  return { workspace, lists }
})

const orders = (["name", "created_at"] as const).flatMap((sortField) =>
  (["asc", "desc"] as const).map((sortOrder) => ({ sortField, sortOrder }))
)

/** What lists promise, whoever is on them. */
export const listChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "L1: gives back what was inserted, every field as it was",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const workspace = yield* newWorkspace
      yield* forAll(contactListArbitrary(workspace), yield* generatedCases, (generated) =>
        Effect.gen(function* () {
          const list = yield* storedList({ ...generated, uuid: ContactListUuid.make(yield* nextId) })
          yield* agree("The list", yield* store.find(workspace, list.uuid), Option.some(list))
        })
      )
    })
  ),

  check(
    "gives back what it was replaced by, every field as it was, but for the count",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const transaction = yield* Transaction
      const { uuid, workspaceUuid } = yield* storedList()
      const neighbour = yield* storedList({ workspaceUuid })
      yield* forAll(contactListArbitrary(workspaceUuid), yield* generatedCases, (generated) =>
        Effect.gen(function* () {
          const changed = { ...generated, uuid }
          yield* transaction.run(
            Effect.andThen(store.lock(workspaceUuid, uuid), store.replace({ ...changed, count: 7 }))
          )
          yield* agree("The list", yield* store.find(workspaceUuid, uuid), Option.some(changed))
        })
      )
      yield* agree("Its neighbour", yield* store.find(workspaceUuid, neighbour.uuid), Option.some(neighbour))
    })
  ),

  check(
    "lock gives the list as find does, and both nothing under a uuid that nobody has",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const transaction = yield* Transaction
      const list = yield* storedList()
      const { uuid, workspaceUuid } = yield* newList({ workspaceUuid: list.workspaceUuid })
      yield* agree("lock", yield* transaction.run(store.lock(workspaceUuid, list.uuid)), Option.some(list))
      yield* agree("lock of nothing", yield* transaction.run(store.lock(workspaceUuid, uuid)), Option.none())
      yield* agree("find of nothing", yield* store.find(workspaceUuid, uuid), Option.none())
    })
  ),

  check(
    "a second list with a uuid is a conflict, and the first stays; names need not be unique (L1)",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const list = yield* storedList()
      yield* conflicts("The second insert", store.insert({ ...list, name: "Impostors" }))
      yield* agree("The list", yield* store.find(list.workspaceUuid, list.uuid), Option.some(list))
      const namesake = yield* storedList({ workspaceUuid: list.workspaceUuid })
      yield* agree("Its namesake", yield* store.find(list.workspaceUuid, namesake.uuid), Option.some(namesake))
    })
  ),

  check(
    "S2, S9: the pages of every listing hold each list once, in its order",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const { lists, workspace } = yield* storedLists
      for (const order of orders) {
        for (const status of ["active", "archived"] as const) {
          const filter = { status, nameContains: null, contact: null }
          const expected = listed(lists, filter, order, everything)
          const walked: Array<ContactList> = []
          for (let offset = 0; offset < expected.total; offset += 7) {
            const page = yield* store.list(workspace, filter, order, { limit: 7, offset })
            yield* agree("The total", page.total, expected.total)
            walked.push(...page.items)
          }
          yield* agree(`${status} by ${order.sortField} ${order.sortOrder}`, uuidsOf(walked), uuidsOf(expected.items))
          const past = yield* store.list(workspace, filter, order, { limit: 7, offset: 1_000_000 })
          yield* agree("The page past the end", past, { items: [], total: expected.total })
        }
      }
    })
  ),

  check(
    "S2: a listing finds names by a part of them, literally and in any case",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const { lists, workspace } = yield* storedLists
      const told = telling(lists.length)
      const filters: fc.Arbitrary<ContactListFilter> = fc.record({
        status: fc.constantFrom("active", "archived", null),
        nameContains: fc.constantFrom(...lists).chain(({ name }) => part(fold(name))),
        contact: fc.constant(null)
      })
      const searches = fc.tuple(filters, fc.constantFrom(...orders), pageArbitrary(lists.length))
      yield* forAll(searches, yield* generatedCases, ([filter, order, page]) =>
        Effect.gen(function* () {
          const expected = listed(lists, filter, order, page)
          const actual = yield* store.list(workspace, filter, order, page)
          yield* agree("The page", [uuidsOf(actual.items), actual.total], [uuidsOf(expected.items), expected.total])
          told.count(expected.total)
        })
      )
      yield* told.atLeast(0.4)
    })
  ),

  check(
    "A1: another workspace's list is not there",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const transaction = yield* Transaction
      const list = yield* storedList()
      const stranger = yield* newWorkspace
      yield* agree("find", yield* store.find(stranger, list.uuid), Option.none())
      yield* agree("lock", yield* transaction.run(store.lock(stranger, list.uuid)), Option.none())
      yield* store.replace({ ...list, workspaceUuid: stranger, name: "Taken over" })
      yield* agree("The list", yield* store.find(list.workspaceUuid, list.uuid), Option.some(list))
      const filter = { status: null, nameContains: null, contact: null }
      const order = { sortField: "name", sortOrder: "asc" } as const
      yield* agree("list", yield* store.list(stranger, filter, order, everything), { items: [], total: 0 })
      const own = yield* storedList({ workspaceUuid: stranger })
      yield* agree("The stranger's", yield* store.list(stranger, filter, order, everything), { items: [own], total: 1 })
    })
  )
]
