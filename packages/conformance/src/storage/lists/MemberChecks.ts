import { ActorUuid, type Contact, type ContactList, ContactUuid } from "@rollcall/core"
import { nextId, type Place } from "@rollcall/core/operations"
import { predefinedFields } from "@rollcall/core/people"
import { comparator, ContactListStore, searchable, type SortDirection } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, everything, instantOf, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import {
  addTo,
  countOf,
  listRecords,
  listsOf,
  membersOf,
  setArchived,
  storedContacts,
  storedList
} from "../fixtures/ListFixture.ts"

export const memberChecks: ReadonlyArray<Check> = [
  check(
    "L3, C4: members are added and removed once, counted unless archived, and listed last added first",
    function* () {
      const store = yield* ContactListStore
      const list = yield* storedList({ name: "b" })
      const { workspaceUuid } = list
      const other = yield* storedList({ workspaceUuid, name: "a", status: "archived" })
      const [ada, bob] = [yield* storedContact({ workspaceUuid }), yield* storedContact({ workspaceUuid })]
      const strangers = [(yield* storedContact()).uuid, ContactUuid.make(yield* nextId)]
      const by = ActorUuid.make(yield* nextId)
      const add = (n: number, ...contacts: ReadonlyArray<ContactUuid>) =>
        Effect.map(store.addMembers(workspaceUuid, list.uuid, contacts, by, instantOf(n)), (outcomes) =>
          contacts.map((contact) => outcomes.get(contact))
        )
      const remove = (n: number, ...contacts: ReadonlyArray<ContactUuid>) =>
        store.removeMembers(workspaceUuid, list.uuid, contacts, by, instantOf(n))
      /** Fails unless the list has this count and this last update, also in listings. */
      const is = Effect.fnUntraced(function* (count: number, n: number) {
        const expected: ContactList = { ...list, count, updatedBy: by, updatedAt: instantOf(n) }
        const filter = { status: "active", nameContains: null, contact: null } as const
        const order = { sortField: "name", sortOrder: "asc" } as const
        yield* agree("find", yield* listRecords.find(list), Option.some(expected))
        yield* agree("list", (yield* store.list(workspaceUuid, filter, order, everything)).items, [expected])
        return expected
      })

      yield* agree("The first time", yield* add(1, ada.uuid, ...strangers), ["added", "unknown", "unknown"])
      yield* is(1, 1)
      yield* agree("The second time", yield* add(2, ada.uuid), ["present"])
      yield* is(1, 1)
      yield* setArchived(bob, true)
      yield* agree("An archived one", yield* add(3, ada.uuid, bob.uuid), ["present", "added"])
      yield* is(1, 3)
      const archived = { ...bob, archived: true }
      yield* agree("The members", yield* membersOf(list), [archived, ada])
      const active = { includeArchived: false, sort: "added_last_first" } as const
      const members = yield* store.members(workspaceUuid, list.uuid, active, everything)
      yield* agree("Those that are not archived", members, { items: [ada], total: 1, next: null })
      yield* setArchived(bob, false)
      const changed = yield* is(2, 3)

      yield* addTo(other, ada)
      const otherChanged = { ...other, count: 1, updatedAt: instantOf(1) }
      for (const [status, lists] of [
        [null, [otherChanged, changed]],
        ["active", [changed]],
        ["archived", [otherChanged]]
      ] as const) {
        yield* agree(`${status} lists`, (yield* listsOf(workspaceUuid, ada.uuid, status, everything)).items, lists)
      }

      yield* remove(4, ada.uuid, bob.uuid, ...strangers)
      yield* is(0, 4)
      yield* remove(5, ada.uuid)
      yield* is(0, 4)
      yield* agree("Who is left", yield* membersOf(list), [])
      yield* agree("On the other", yield* membersOf(other), [ada])
    }
  ),

  check("S9: members are listed in any order of contacts, with or without archived ones, page by page", function* () {
    const store = yield* ContactListStore
    const list = yield* storedList()
    const { uuid, workspaceUuid } = list
    const contacts = yield* storedContacts(workspaceUuid, 23)
    yield* storedContacts(workspaceUuid, 5)
    const members = contacts.map((contact, index) => ({ ...contact, archived: index % 3 === 1 }))
    for (const contact of members) if (contact.archived) yield* setArchived(contact, true)
    yield* addTo(list, ...contacts)
    const listings = fc.record({
      sort: fc.record({
        field: fc.constantFrom(...predefinedFields.values()),
        direction: fc.constantFrom<SortDirection>("asc", "desc")
      }),
      includeArchived: fc.boolean(),
      limit: fc.constantFrom(1, 5, 100)
    })
    yield* forAll(listings, Math.ceil((yield* generatedCases) / 6), function* ({ includeArchived, limit, sort }) {
      const order = comparator(sort)
      const expected = members
        .filter(({ archived }) => includeArchived || !archived)
        .toSorted((a, b) => order(searchable(a, []), searchable(b, [])))
      const walked: Array<Contact> = []
      for (let offset = 0; offset < expected.length; offset += limit) {
        const page = yield* store.members(workspaceUuid, uuid, { sort, includeArchived }, { limit, offset })
        yield* agree("The total", page.total, expected.length)
        walked.push(...page.items)
      }
      yield* agree("The members", walked, expected)
      for (const order of [sort, "added_last_first"] as const) {
        const whole = yield* store.members(workspaceUuid, uuid, { sort: order, includeArchived }, everything)
        const continued: Array<Contact> = []
        let after: Place | null | undefined
        while (after !== null) {
          const request = { limit, offset: 0, ...(after && { after }) }
          const page = yield* store.members(workspaceUuid, uuid, { sort: order, includeArchived }, request)
          yield* agree("The total after a place", page.total, expected.length)
          continued.push(...page.items)
          after = page.next
        }
        yield* agree("The members after places", continued, whole.items)
      }
    })
  }),

  check("A1: among returns which of many lists a contact is on, including archived lists", function* () {
    const store = yield* ContactListStore
    const contact = yield* storedContact()
    const { uuid, workspaceUuid } = contact
    const lists = yield* Effect.forEach(["active", "archived", "active"] as const, (status) =>
      storedList({ workspaceUuid, status })
    )
    const strange = yield* storedList()
    for (const list of lists.slice(0, 2)) yield* addTo(list, contact)
    const among = (workspace: typeof workspaceUuid, some: ReadonlyArray<ContactList>) =>
      Effect.map(store.among(workspace, uuid, uuidsOf(some)), (found) => found.toSorted())
    const on = uuidsOf(lists.slice(0, 2)).toSorted()
    yield* agree("Of all", yield* among(workspaceUuid, [strange, ...lists.toReversed()]), on)
    yield* agree("Of one", yield* among(workspaceUuid, lists.slice(1)), uuidsOf(lists.slice(1, 2)))
    yield* agree("Of none", yield* among(workspaceUuid, []), [])
    yield* agree("Elsewhere", yield* among(strange.workspaceUuid, lists), [])
  }),

  check("A1: members of another workspace's list cannot be added, removed or read", function* () {
    const store = yield* ContactListStore
    const list = yield* storedList()
    const { createdBy, uuid, workspaceUuid } = list
    const own = yield* storedContact({ workspaceUuid })
    const stranger = { ...list, workspaceUuid: yield* newWorkspace }
    const theirs = yield* storedContact({ workspaceUuid: stranger.workspaceUuid })
    yield* agree("Added by the stranger", yield* addTo(stranger, own, theirs), new Map())
    yield* addTo(list, own)
    yield* store.removeMembers(stranger.workspaceUuid, uuid, uuidsOf([own]), createdBy, instantOf(2))
    yield* agree("Seen by the stranger", yield* membersOf(stranger), [])
    const lists = yield* listsOf(stranger.workspaceUuid, own.uuid, null, everything)
    yield* agree("Lists, seen by the stranger", lists, { items: [], total: 0 })
    yield* agree("Seen by the owner", yield* membersOf(list), [own])
    yield* agree("Counted", yield* countOf(list), 1)
  }),

  check(
    "L3: concurrent additions of overlapping contacts in opposite orders all succeed, each contact once",
    function* () {
      const list = yield* storedList()
      const contacts = yield* storedContacts(list.workspaceUuid, 20)
      const outcomes = yield* Effect.all(
        Array.from({ length: 32 }, (_, n) => addTo(list, ...(n % 2 === 0 ? contacts : contacts.toReversed()))),
        concurrently
      )
      const added = outcomes.flatMap((one) => [...one].filter(([, outcome]) => outcome === "added"))
      yield* agree("Each was added once", added.map(([uuid]) => uuid).toSorted(), uuidsOf(contacts).toSorted())
      yield* agree("The count", yield* countOf(list), 20)
    }
  )
]
