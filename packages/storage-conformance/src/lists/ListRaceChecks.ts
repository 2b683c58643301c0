import { ContactLists, type ContactUuid } from "@rollcall/core"
import { Effect, Option } from "effect"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { newCaller, concurrently, uuidsOf } from "../shared/Fixture.ts"
import { addTo, countOf, listRecords, membersOf, setArchived, storedContacts } from "./Fixture.ts"

/** A list, and contacts that are not on it. */
const newList = Effect.fnUntraced(function* (contactCount: number) {
  const lists = yield* ContactLists
  const caller = yield* newCaller
  const list = yield* lists.create(caller, { name: "Regulars" })
  const contacts = yield* storedContacts(caller.workspace, contactCount)
  const uuids = uuidsOf(contacts)
  const { uuid } = list
  /** Fails unless the list has exactly these members, and counts those that are not archived (L3). */
  const has = Effect.fnUntraced(function* (expected: ReadonlyArray<ContactUuid>) {
    const members = yield* membersOf(list)
    yield* agree("The members", uuidsOf(members).toSorted(), expected.toSorted())
    yield* agree("The count", yield* countOf(list), members.filter(({ archived }) => !archived).length)
  })
  return { caller, contacts, has, list, lists, uuid, uuids }
})

/** The contract of memberships under concurrent changes. */
export const listRaceChecks: ReadonlyArray<Check> = [
  check("changes of different parts of a list at once are all kept", function* () {
    for (let round = 0; round < 10; round++) {
      const { caller, lists, uuid, uuids } = yield* newList(1)
      const rename = lists.update(caller, uuid, { name: "Friends" })
      const decorate = lists.update(caller, uuid, { emoji: "🦄" })
      yield* Effect.all([rename, lists.addMembers(caller, uuid, uuids), decorate], concurrently)
      const { count, emoji, name } = yield* lists.get(caller.workspace, uuid)
      yield* agree("The list", { count, emoji, name }, { count: 1, emoji: "🦄", name: "Friends" })
    }
  }),

  check("L3: 64 that add one contact to one list make one membership, and one of them made it", function* () {
    const { caller, has, lists, uuid, uuids } = yield* newList(1)
    const additions = yield* Effect.all(
      Array.from({ length: 64 }, () => lists.addMembers(caller, uuid, uuids)),
      concurrently
    )
    const added = additions.flatMap(({ added }) => added)
    yield* agree("How often it was added", added, uuids)
    yield* agree("How often it was there", additions.flatMap(({ warnings }) => warnings).length, 63)
    yield* has(uuids)
  }),

  check("L3: those that add overlapping contacts in opposite orders all succeed", function* () {
    const { contacts, has, list, uuids } = yield* newList(20)
    const outcomes = yield* Effect.all(
      Array.from({ length: 32 }, (_, n) => addTo(list, ...(n % 2 === 0 ? contacts : contacts.toReversed()))),
      concurrently
    )
    const added = outcomes.flatMap((one) => [...one].filter(([, outcome]) => outcome === "added"))
    yield* agree("Each was added once", added.map(([uuid]) => uuid).toSorted(), uuids.toSorted())
    yield* has(uuids)
  }),

  check("L3: adding and removing one contact at once leaves it on the list or off it, and counted so", function* () {
    const { caller, has, list, lists, uuid, uuids } = yield* newList(1)
    for (let round = 0; round < 10; round++) {
      const add = lists.addMembers(caller, uuid, uuids)
      const remove = lists.removeMembers(caller, uuid, uuids)
      yield* Effect.all(round % 2 === 0 ? [add, remove, add, remove] : [remove, add, remove, add], concurrently)
      const count = yield* countOf(list)
      yield* holds("The count is 0 or 1", count === 0 || count === 1, count)
      yield* has(count === 1 ? uuids : [])
    }
  }),

  check("L3: contacts that are archived and brought back while they are added are counted", function* () {
    const { caller, contacts, has, list, lists, uuid, uuids } = yield* newList(24)
    const changes = contacts.flatMap((contact, index) => [
      setArchived(contact, true),
      lists.addMembers(caller, uuid, uuids.slice(index, index + 3)),
      ...(index % 2 === 0 ? [Effect.andThen(setArchived(contact, true), setArchived(contact, false))] : [])
    ])
    yield* Effect.all(changes, concurrently)
    for (const [index, contact] of contacts.entries()) yield* setArchived(contact, index % 3 === 0)
    yield* has(uuids)
    yield* agree("The count", yield* countOf(list), 16)
  }),

  check("L2: once a list is archived its members stay: those whose addition was answered before", function* () {
    for (let round = 0; round < 5; round++) {
      const { caller, has, list, lists, uuid, uuids } = yield* newList(24)
      const on: Array<ContactUuid> = []
      const add = (contact: ContactUuid) =>
        lists.addMembers(caller, uuid, [contact]).pipe(
          Effect.map(({ added }) => void on.push(...added)),
          Effect.catchTag("ContactListArchived", () => Effect.void)
        )
      /** Archives the list and reads it. It must not change afterwards. */
      const archive = Effect.andThen(lists.archive(caller, uuid), listRecords.find(list))
      const [archived] = yield* Effect.all([archive, Effect.forEach(uuids, add, concurrently)], concurrently)
      yield* agree("The list in the end", yield* listRecords.find(list), archived)
      yield* holds(
        "It is archived",
        Option.exists(archived, ({ status }) => status === "archived")
      )
      yield* has(on)
    }
  })
]
