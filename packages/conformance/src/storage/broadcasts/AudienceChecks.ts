import { type Contact, ContactUuid, type StorageError, systemCaller } from "@rollcall/core"
import type { Selection, SelectionPart } from "@rollcall/core/sending"
import { allOf, ContactMerges, withoutLimits } from "@rollcall/core/people"
import { AudienceStore, ContactListStore, ContactStore } from "@rollcall/core/storage"
import { Effect, Option, Stream } from "effect"
import { lockContact, newContact, insertContact, replaceContact, storedContact } from "../fixtures/ContactFixture.ts"
import { addTo, storedContacts, storedList } from "../fixtures/ListFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { newBroadcast, newRecipients, refOf, stage, publish } from "../fixtures/BroadcastFixture.ts"

const all: SelectionPart = { _tag: "Satisfying", condition: allOf([]) }
const everybody: Selection = { include: [all], exclude: [] }

/** Reads all contacts of an audience: the values of each contact, and whether the contact is excluded. */
const walked = Effect.fnUntraced(function* <R = never>(
  workspace: Contact["workspaceUuid"],
  selection: Selection,
  meanwhile: Effect.Effect<void, StorageError, R> = Effect.void
) {
  const store = yield* AudienceStore
  let parts = 0
  const read = store
    .walk(workspace, selection, 4)
    .pipe(Stream.mapEffect((part) => (parts++ === 0 ? Effect.as(meanwhile, part) : Effect.succeed(part))))
  return (yield* Stream.runCollect(read)).flat()
})

const namesOf = (found: ReadonlyArray<{ readonly contact: Contact }>) => found.map(({ contact }) => contact.uuid)

export const audienceChecks: ReadonlyArray<Check> = [
  check("R2: reading an audience ignores every write that happens during the read", function* () {
    const contacts = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const stored = yield* storedContacts(workspaceUuid, 24)
    const list = yield* storedList({ workspaceUuid })
    yield* addTo(list, ...stored.slice(0, 12))
    const member: SelectionPart = { _tag: "Satisfying", condition: { _tag: "MemberOf", set: list.uuid } }
    const selection: Selection = { include: [all], exclude: [member] }
    const before = yield* walked(workspaceUuid, selection)
    const last = stored.at(-1)
    const first = stored[0]
    if (last === undefined || first === undefined) return yield* Effect.die("some were stored")
    const writes = Effect.gen(function* () {
      for (const one of stored.slice(4)) yield* replaceContact({ ...one, firstName: "Changed", archived: true })
      yield* contacts.erase(workspaceUuid, last.uuid)
      yield* insertContact(yield* newContact({ workspaceUuid, createdAt: instantOf(2) }))
      const lists = yield* ContactListStore
      yield* lists.removeMembers(workspaceUuid, list.uuid, [first.uuid], list.createdBy, instantOf(2))
      yield* addTo(list, ...stored.slice(12, 20))
    })
    const during = yield* walked(workspaceUuid, selection, writes)
    yield* agree("While others write", during, before)
    const after = yield* walked(workspaceUuid, selection)
    yield* agree("How many there are then", after.length, 24)
    yield* agree("Who is excluded then", after.filter(({ isExcluded }) => isExcluded).length, 19)
  }),

  check("R2: reading an audience in a transaction sees the transaction's writes, and does not end it", function* () {
    const workspaceUuid = yield* newWorkspace
    const stored = yield* storedContacts(workspaceUuid, 9)
    const found = yield* inTransaction(
      Effect.gen(function* () {
        const first = Option.getOrThrow(yield* lockContact(workspaceUuid, stored[0]?.uuid ?? missing))
        yield* replaceContact({ ...first, firstName: "Within" })
        const within = yield* walked(workspaceUuid, everybody)
        yield* insertContact(yield* newContact({ workspaceUuid }))
        return within
      })
    )
    yield* agree("How many", found.length, 9)
    yield* agree("The changed one", found.filter(({ contact }) => contact.firstName === "Within").length, 1)
    yield* agree("What is there afterwards", (yield* walked(workspaceUuid, everybody)).length, 10)
  }),

  check("R2: an audience that is read only in part blocks no other work", function* () {
    const store = yield* AudienceStore
    const workspaceUuid = yield* newWorkspace
    const stored = yield* storedContacts(workspaceUuid, 30)
    for (let round = 0; round < 15; round++) {
      const some = yield* Stream.runCollect(Stream.take(store.walk(workspaceUuid, everybody, 2), 2))
      yield* agree("The first ones", some.flat().length, 4)
    }
    yield* Effect.forEach(stored, (one) => replaceContact(one), { discard: true })
    yield* agree("All", (yield* walked(workspaceUuid, everybody)).length, 30)
  }),

  check("R2, M2: a merged contact that is named, or tied to recipients, is replaced by its survivor", function* () {
    const [merges, store] = [yield* ContactMerges, yield* AudienceStore]
    const workspaceUuid = yield* newWorkspace
    const at = (n: number) => ({ workspaceUuid, createdAt: instantOf(n), email: `${n}@example.org` })
    const [into, from, third, fourth] = yield* Effect.forEach([0, 1, 2, 3], (n) => storedContact(at(n)))
    if (into === undefined || from === undefined || third === undefined || fourth === undefined) {
      return yield* Effect.die("four were stored")
    }
    const broadcast = yield* newBroadcast({ workspaceUuid })
    const [one, two, refused, untied] = yield* newRecipients(2, 2)
    if (one === undefined || two === undefined || refused === undefined || untied === undefined) {
      return yield* Effect.die("four were made")
    }
    const ties = [
      { ...one, contact: from.uuid },
      { ...two, contact: third.uuid },
      { ...refused, contact: fourth.uuid },
      { ...untied, contact: null }
    ]
    yield* stage(broadcast, ties)
    const recipients = (...statuses: ReadonlyArray<"pending" | "rejected">): SelectionPart => ({
      _tag: "Recipients",
      broadcast: broadcast.uuid,
      statuses
    })
    const selects = Effect.fnUntraced(function* (part: SelectionPart) {
      const included = yield* walked(workspaceUuid, { include: [part], exclude: [] })
      const excluded = yield* walked(workspaceUuid, { include: [all], exclude: [part] })
      yield* agree("Who is excluded", namesOf(excluded.filter(({ isExcluded }) => isExcluded)), namesOf(included))
      yield* agree(
        "The size",
        yield* store.size(workspaceUuid, { include: [part], exclude: [] }, withoutLimits),
        included.length
      )
      return namesOf(included)
    })
    yield* agree("Of a staged broadcast", yield* selects(recipients("pending", "rejected")), [])
    yield* publish(refOf(broadcast))
    yield* agree("Pending", yield* selects(recipients("pending")), [from.uuid, third.uuid])
    yield* merges.merge(systemCaller(workspaceUuid), into.uuid, { from: from.uuid })
    yield* merges.merge(systemCaller(workspaceUuid), third.uuid, { from: into.uuid })
    yield* agree("Pending, merged", yield* selects(recipients("pending")), [third.uuid])
    // The two recipients have become one person, so one of them is rejected and the person gets one message.
    yield* agree("Rejected", yield* selects(recipients("rejected")), [third.uuid, fourth.uuid])
    yield* agree("Both", yield* selects(recipients("pending", "rejected")), [third.uuid, fourth.uuid])
    const named: SelectionPart = { _tag: "Named", uuids: [from.uuid, into.uuid, fourth.uuid, missing] }
    yield* agree("Named", yield* selects(named), [third.uuid, fourth.uuid])
    yield* agree("None", yield* selects({ _tag: "Named", uuids: [] }), [])
  }),

  check("A1, R2: an audience selects no contact from another workspace", function* () {
    const [mine, theirs] = [yield* newWorkspace, yield* newWorkspace]
    const [own] = yield* storedContacts(mine, 1)
    const others = yield* storedContacts(theirs, 2)
    const broadcast = yield* newBroadcast({ workspaceUuid: theirs })
    const [recipient] = yield* newRecipients(1)
    if (own === undefined || recipient === undefined) return yield* Effect.die("one was made")
    yield* stage(broadcast, [{ ...recipient, contact: own.uuid }])
    yield* publish(refOf(broadcast))
    const named: SelectionPart = { _tag: "Named", uuids: others.map(({ uuid }) => uuid) }
    const tied: SelectionPart = { _tag: "Recipients", broadcast: broadcast.uuid, statuses: ["pending"] }
    yield* agree("Named and tied", yield* walked(mine, { include: [named, tied], exclude: [] }), [])
    yield* agree("All", namesOf(yield* walked(mine, everybody)), [own.uuid])
  })
]

const missing = ContactUuid.make("00000000-0000-4000-8000-000000000000")
