import {
  type AccessTokenStore,
  ActorUuid,
  type Contact,
  comparator,
  compareCodePoints,
  ContactListStore,
  type ContactStore,
  ContactUuid,
  type MemberListing,
  nextId,
  predefinedFields,
  searchable,
  type SortDirection,
  type Transaction
} from "@rollcall/core"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { forAll, generatedCases } from "../kernel/ForAll.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { everything, instantOf, listsOf, setArchived, storedContacts, storedList, uuidsOf } from "./Fixture.ts"
import { type Command, commandArbitrary, contactCount, listCount, MemberModel } from "./MemberModel.ts"

export type MemberNeeds = ContactListStore | ContactStore | AccessTokenStore | Transaction

/** Lists without members and contacts, in a store and in the model. */
const twins = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const lists = yield* Effect.forEach(Array.from({ length: listCount }), (_, index) =>
    storedList({ workspaceUuid: workspace, name: `List ${index % 2}` })
  )
  const contacts = yield* storedContacts(workspace, contactCount)
  const [foreign] = yield* storedContacts(yield* newWorkspace, 1)
  const nobody = ContactUuid.make(yield* nextId)
  const uuids = [...uuidsOf(contacts), foreign?.uuid ?? nobody, nobody]
  return { workspace, lists, contacts, uuids, model: new MemberModel(lists, contacts) }
})

type Twins = Effect.Success<typeof twins>

const byContact = ([a]: readonly [ContactUuid, unknown], [b]: readonly [ContactUuid, unknown]): number =>
  compareCodePoints(a, b)

/** Takes one step in both, and compares what is answered. */
const step = Effect.fnUntraced(function* (
  { contacts, lists, model, uuids, workspace }: Twins,
  command: Command,
  n: number
) {
  const store = yield* ContactListStore
  const now = instantOf(n)
  const by = ActorUuid.make(yield* nextId)
  const named = (places: ReadonlyArray<number>) => places.flatMap((place) => uuids[place] ?? [])
  if (command._tag === "ArchiveContact") {
    const contact = contacts[command.contact]
    if (contact === undefined) return
    yield* setArchived(contact, command.archived)
    model.putContact({ ...contact, archived: command.archived })
    return
  }
  const list = lists[command.list]
  if (list === undefined) return
  switch (command._tag) {
    case "Add": {
      const given = named(command.contacts)
      const outcomes = yield* store.addMembers(workspace, list.uuid, given, by, now)
      const expected = model.add(list.uuid, given, by, now)
      yield* agree("L3: what became of each", [...outcomes].toSorted(byContact), expected.toSorted(byContact))
      return
    }
    case "Remove": {
      const given = named(command.contacts)
      yield* store.removeMembers(workspace, list.uuid, given, by, now)
      model.remove(list.uuid, given, by, now)
      return
    }
    case "ArchiveList": {
      const found = Option.getOrThrow(yield* store.find(workspace, list.uuid))
      const archived = { ...found, status: "archived" as const }
      yield* store.replace(archived)
      model.putList(archived)
    }
  }
})

/** Fails unless everything that can be read of lists and members is as in the model. */
const compare = Effect.fnUntraced(function* ({ lists, model, uuids, workspace }: Twins) {
  const store = yield* ContactListStore
  const expected = model.lists()
  for (const list of expected) {
    yield* agree("find", yield* store.find(workspace, list.uuid), Option.some(list))
  }
  for (const status of ["active", "archived"] as const) {
    const filter = { status, nameContains: null, contact: null }
    const { items } = yield* store.list(workspace, filter, { sortField: "name", sortOrder: "asc" }, everything)
    yield* agree(
      `The ${status} lists`,
      items,
      expected.filter((list) => list.status === status)
    )
  }
  for (const { uuid } of lists) {
    for (const includeArchived of [false, true]) {
      const listing: MemberListing = { includeArchived, sort: "added_last_first" }
      const { items, total } = yield* store.members(workspace, uuid, listing, everything)
      const members = model.members(uuid, includeArchived)
      yield* agree(
        `Members, archived ones ${includeArchived ? "too" : "left out"}`,
        [items, total],
        [members, members.length]
      )
    }
  }
  for (const contact of uuids) {
    const on = model.listsOf(contact)
    for (const status of [null, "active", "archived"] as const) {
      const { items } = yield* listsOf(workspace, contact, status, everything)
      yield* agree(
        `Lists of a contact, ${status}`,
        items,
        on.filter((list) => status === null || list.status === status)
      )
    }
  }
  return expected
})

const uncounted = (members: ReadonlyArray<Contact>) => members.some(({ archived }) => archived)

/** What memberships promise while nobody races. */
export const memberChecks: ReadonlyArray<Check<MemberNeeds>> = [
  check(
    "L3, C4: after any sequence of changes, counts, members and lists of contacts are as in the model",
    Effect.gen(function* () {
      const stories = fc.array(commandArbitrary, { minLength: 1, maxLength: 14 })
      const cases = Math.ceil((yield* generatedCases) / 6)
      let telling = 0
      yield* forAll(stories, cases, (story) =>
        Effect.gen(function* () {
          const world = yield* twins
          for (const [index, command] of story.entries()) yield* step(world, command, index + 1)
          const lists = yield* compare(world)
          if (lists.some(({ uuid }) => uncounted(world.model.members(uuid, true)))) telling++
        })
      )
      yield* holds("Enough stories end with an archived member", telling * 5 >= cases, telling)
    })
  ),

  check(
    "S9: the members in any order of contacts, archived ones too or not, page by page",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const { uuid, workspaceUuid } = yield* storedList()
      const contacts = yield* storedContacts(workspaceUuid, 23)
      const outsiders = yield* storedContacts(workspaceUuid, 5)
      const members = contacts.map((contact, index) => ({ ...contact, archived: index % 3 === 1 }))
      for (const contact of members) if (contact.archived) yield* setArchived(contact, true)
      const by = ActorUuid.make(yield* nextId)
      yield* store.addMembers(workspaceUuid, uuid, uuidsOf(contacts), by, instantOf(1))
      yield* holds("Nobody else was added", outsiders.length === 5)
      const listings = fc.record({
        sort: fc.record({
          field: fc.constantFrom(...predefinedFields.values()),
          direction: fc.constantFrom<SortDirection>("asc", "desc")
        }),
        includeArchived: fc.boolean(),
        limit: fc.constantFrom(1, 5, 100)
      })
      yield* forAll(listings, Math.ceil((yield* generatedCases) / 6), ({ includeArchived, limit, sort }) =>
        Effect.gen(function* () {
          const order = comparator(sort)
          const expected = members
            .filter(({ archived }) => includeArchived || !archived)
            .toSorted((a, b) => order(searchable(a), searchable(b)))
          const walked: Array<Contact> = []
          for (let offset = 0; offset < expected.length; offset += limit) {
            const page = yield* store.members(workspaceUuid, uuid, { sort, includeArchived }, { limit, offset })
            yield* agree("The total", page.total, expected.length)
            walked.push(...page.items)
          }
          yield* agree("The members", walked, expected)
        })
      )
    })
  ),

  check(
    "S2, S9: the lists of a contact come by folded name, by code point, then by uuid; its pages hold each once",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const [contact] = yield* storedContacts(yield* newWorkspace, 1)
      if (contact === undefined) return
      const { uuid, workspaceUuid } = contact
      const names = ["\u{10000}", "b", "Straße", "STRASSE", "A", "\uffff", "a b", "\u00c9", "e\u0301", "Z", "É a", "ä"]
      const inOrder = [
        "A",
        "a b",
        "b",
        "Straße",
        "STRASSE",
        "Z",
        "ä",
        "\u00c9",
        "e\u0301",
        "É a",
        "\uffff",
        "\u{10000}"
      ]
      for (const name of names) {
        const list = yield* storedList({ workspaceUuid, name })
        yield* store.addMembers(workspaceUuid, list.uuid, [uuid], list.createdBy, instantOf(1))
      }
      const walked: Array<string> = []
      for (let offset = 0; offset < names.length; offset += 5) {
        const { items, total } = yield* listsOf(workspaceUuid, uuid, null, { limit: 5, offset })
        yield* agree("The total", total, names.length)
        walked.push(...items.map(({ name }) => name))
      }
      yield* agree("The names", walked, inOrder)
    })
  ),

  check(
    "A1: nothing is added to, removed from or read of another workspace's list",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const { uuid, workspaceUuid } = yield* storedList()
      const stranger = yield* newWorkspace
      const [own] = yield* storedContacts(workspaceUuid, 1)
      const [theirs] = yield* storedContacts(stranger, 1)
      if (own === undefined || theirs === undefined) return
      const by = ActorUuid.make(yield* nextId)
      const add = (workspace: typeof stranger) =>
        store.addMembers(workspace, uuid, [own.uuid, theirs.uuid], by, instantOf(1))
      yield* agree("Added by the stranger", [...(yield* add(stranger))], [])
      yield* agree(
        "Added by the owner",
        [...(yield* add(workspaceUuid))],
        [
          [own.uuid, "added"],
          [theirs.uuid, "unknown"]
        ]
      )
      yield* store.removeMembers(stranger, uuid, [own.uuid], by, instantOf(2))
      const listing: MemberListing = { includeArchived: true, sort: "added_last_first" }
      const nothing = { items: [], total: 0 }
      yield* agree("Seen by the stranger", yield* store.members(stranger, uuid, listing, everything), nothing)
      yield* agree("The stranger's contact", yield* listsOf(stranger, own.uuid, null, everything), nothing)
      const seen = yield* store.members(workspaceUuid, uuid, listing, everything)
      yield* agree("Seen by the owner", uuidsOf(seen.items), [own.uuid])
    })
  )
]
