import {
  ActorUuid,
  type Caller,
  ContactListArchived,
  ContactLists,
  ContactListStore,
  type ContactUuid,
  type MemberListing,
  nextId,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, Option } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { everything, setArchived, storedContacts, uuidsOf } from "./Fixture.ts"
import type { MemberNeeds } from "./MemberChecks.ts"

const together = { concurrency: "unbounded", discard: true } as const

const list = Effect.fnUntraced(function* (contactCount: number) {
  const lists = yield* ContactLists
  const caller: Caller = { workspace: yield* newWorkspace, actor: ActorUuid.make(yield* nextId) }
  const { uuid } = yield* lists.create(caller, { name: "Regulars" })
  const contacts = yield* storedContacts(caller.workspace, contactCount)
  return { caller, uuid, contacts, contactUuids: uuidsOf(contacts) }
})

/** Fails unless the list has exactly these members, and counts those that are not archived (L3). */
const hasMembers = Effect.fnUntraced(function* (
  {
    uuid,
    workspace
  }: { readonly workspace: WorkspaceUuid; readonly uuid: Parameters<ContactListStore["Service"]["find"]>[1] },
  expected: ReadonlyArray<ContactUuid>
) {
  const store = yield* ContactListStore
  const listing: MemberListing = { includeArchived: true, sort: "added_last_first" }
  const { items } = yield* store.members(workspace, uuid, listing, everything)
  yield* agree("The members", uuidsOf(items).toSorted(), expected.toSorted())
  const count = Option.map(yield* store.find(workspace, uuid), (list) => list.count)
  yield* agree("The count", count, Option.some(items.filter(({ archived }) => !archived).length))
})

/** What memberships promise while many change them at once, and when a change is taken back. */
export const raceChecks: ReadonlyArray<Check<MemberNeeds | ContactLists>> = [
  check(
    "a transaction that fails leaves lists and members as they were",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const transaction = yield* Transaction
      const { caller, contactUuids, uuid } = yield* list(4)
      const before = contactUuids.slice(0, 2)
      yield* lists.addMembers(caller, uuid, before)
      const changes = Effect.gen(function* () {
        yield* lists.create(caller, { name: "Never there" })
        yield* lists.addMembers(caller, uuid, contactUuids)
        yield* lists.removeMembers(caller, uuid, before)
        yield* lists.archive(caller, uuid)
        return yield* Effect.fail("no")
      })
      yield* agree("The failure", yield* Effect.flip(transaction.run(changes)), "no")
      yield* hasMembers({ workspace: caller.workspace, uuid }, before)
      const listing = { status: "active", sortField: "name", sortOrder: "asc", search: null } as const
      const { items } = yield* lists.list(caller.workspace, listing, everything)
      yield* agree("The lists", uuidsOf(items), [uuid])
    })
  ),

  check(
    "changes of different fields of a list at once are all kept",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      for (let round = 0; round < 10; round++) {
        const { caller, contactUuids, uuid } = yield* list(1)
        const changes = [
          lists.update(caller, uuid, { name: "Friends" }),
          lists.addMembers(caller, uuid, contactUuids),
          lists.update(caller, uuid, { emoji: "🦄" })
        ]
        yield* Effect.all(changes, together)
        const { count, emoji, name } = yield* lists.get(caller.workspace, uuid)
        yield* agree("The list", { count, emoji, name }, { count: 1, emoji: "🦄", name: "Friends" })
      }
    })
  ),

  check(
    "L3: 64 that add one contact to one list make one membership, and one of them made it",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const { caller, contactUuids, uuid } = yield* list(1)
      const additions = yield* Effect.all(
        Array.from({ length: 64 }, () => lists.addMembers(caller, uuid, contactUuids)),
        { concurrency: "unbounded" }
      )
      yield* agree(
        "How often it was added",
        additions.flatMap(({ added }) => added),
        contactUuids
      )
      yield* agree("How often it was there", additions.flatMap(({ warnings }) => warnings).length, 63)
      yield* hasMembers({ workspace: caller.workspace, uuid }, contactUuids)
    })
  ),

  check(
    "L3: those that add overlapping contacts in opposite orders, through the store alone, all succeed",
    Effect.gen(function* () {
      const store = yield* ContactListStore
      const { caller, contactUuids, uuid } = yield* list(20)
      const now = yield* Effect.map(store.find(caller.workspace, uuid), (found) => Option.getOrThrow(found).updatedAt)
      const backwards = contactUuids.toReversed()
      const outcomes = yield* Effect.all(
        Array.from({ length: 32 }, (_, n) =>
          store.addMembers(caller.workspace, uuid, n % 2 === 0 ? contactUuids : backwards, caller.actor, now)
        ),
        { concurrency: "unbounded" }
      )
      const added = outcomes.flatMap((one) =>
        [...one].flatMap(([uuid, outcome]) => (outcome === "added" ? [uuid] : []))
      )
      yield* agree("Each was added once", added.toSorted(), contactUuids.toSorted())
      yield* hasMembers({ workspace: caller.workspace, uuid }, contactUuids)
    })
  ),

  check(
    "L3: adding and removing one contact at once leaves it on the list or off it, and counted so",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const store = yield* ContactListStore
      const { caller, contactUuids, uuid } = yield* list(1)
      for (let round = 0; round < 10; round++) {
        const add = lists.addMembers(caller, uuid, contactUuids)
        const remove = lists.removeMembers(caller, uuid, contactUuids)
        yield* Effect.all(round % 2 === 0 ? [add, remove, add, remove] : [remove, add, remove, add], together)
        const found = Option.getOrThrow(yield* store.find(caller.workspace, uuid))
        yield* holds("The count is 0 or 1", found.count === 0 || found.count === 1, found.count)
        yield* hasMembers({ workspace: caller.workspace, uuid }, found.count === 1 ? contactUuids : [])
      }
    })
  ),

  check(
    "L3: contacts that are archived and brought back while they are added are counted as they end up",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const { caller, contacts, contactUuids, uuid } = yield* list(24)
      const changes = contacts.flatMap((contact, index) => [
        setArchived(contact, true),
        lists.addMembers(caller, uuid, contactUuids.slice(index, index + 3)),
        ...(index % 2 === 0 ? [Effect.andThen(setArchived(contact, true), setArchived(contact, false))] : [])
      ])
      yield* Effect.all(changes, together)
      for (const [index, contact] of contacts.entries()) yield* setArchived(contact, index % 3 === 0)
      yield* hasMembers({ workspace: caller.workspace, uuid }, contactUuids)
      const { count } = yield* lists.get(caller.workspace, uuid)
      yield* agree("The count", count, 16)
    })
  ),

  check(
    "L2: once a list is archived nobody gets on it or off it any more, and who was answered before is on it",
    Effect.gen(function* () {
      const lists = yield* ContactLists
      const store = yield* ContactListStore
      for (let round = 0; round < 5; round++) {
        const { caller, contactUuids, uuid } = yield* list(24)
        const on: Array<ContactUuid> = []
        const add = (contact: ContactUuid) =>
          lists.addMembers(caller, uuid, [contact]).pipe(
            Effect.map(({ added }) => void on.push(...added)),
            Effect.catchTag("ContactListArchived", () => Effect.void)
          )
        /** How many there are when it is answered, which must not grow. */
        const archive = Effect.andThen(lists.archive(caller, uuid), store.find(caller.workspace, uuid))
        const [archived] = yield* Effect.all([archive, Effect.forEach(contactUuids, add, together)], {
          concurrency: "unbounded"
        })
        yield* agree("The count in the end", yield* store.find(caller.workspace, uuid), archived)
        const late = yield* Effect.flip(lists.addMembers(caller, uuid, contactUuids))
        yield* holds("A late addition is refused", late instanceof ContactListArchived, late)
        const off = yield* Effect.flip(lists.removeMembers(caller, uuid, contactUuids))
        yield* holds("A late removal is refused", off instanceof ContactListArchived, off)
        yield* hasMembers({ workspace: caller.workspace, uuid }, on)
      }
    })
  )
]
