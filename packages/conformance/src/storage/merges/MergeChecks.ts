import { type Contact, ContactLists, Contacts, Notes, OptOuts, systemCaller } from "@rollcall/core"
import { ContactErasure, ContactMerges, newestFirst } from "@rollcall/core/people"
import { ContactStore, DeliveryStore, MergeStore, OptOutStore } from "@rollcall/core/storage"
import { DateTime, Effect, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import { storedField } from "../fixtures/FieldFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, everything, inTransaction, instantOf, newCaller, uuidsOf } from "../shared/Fixture.ts"
import { stateOf } from "./ContactState.ts"
import { claimedBroadcast } from "../fixtures/AddressedBroadcast.ts"
import { accepted, given, workedOff } from "../fixtures/ImportFixture.ts"
import { readUntil } from "../fixtures/EventFixture.ts"
import { storedList } from "../fixtures/ListFixture.ts"

/** Stores two contacts with every kind of data that a contact can have, and a third contact. */
const newPair = Effect.gen(function* () {
  const caller = yield* newCaller
  const { workspace } = caller
  const [contacts, lists, notes] = [yield* Contacts, yield* ContactLists, yield* Notes]
  const size = yield* storedField({ workspaceUuid: workspace, fieldKey: "shoe_size", fieldType: "number:integer" })
  const name = yield* storedField({ workspaceUuid: workspace, fieldKey: "title", fieldType: "text" })
  const survivor = yield* contacts.create(caller, {
    firstName: "Ada",
    phoneNumber: "+49 170 1111111",
    customFields: { [name.fieldKey]: "Countess" }
  })
  const first = yield* contacts.create(caller, { phoneNumber: "+49 170 3333333" })
  const from = yield* contacts.update(systemCaller(workspace), first.uuid, {
    lastName: "Lovelace",
    email: "ada@example.org",
    phoneNumber: "+49 170 2222222",
    customFields: { [name.fieldKey]: "Lady", [size.fieldKey]: 38 }
  })
  const beside = yield* contacts.create(caller, { email: "bob@example.org" })
  const [both, one, other] = yield* Effect.replicateEffect(storedList({ workspaceUuid: workspace }), 3)
  if (both === undefined || one === undefined || other === undefined) return yield* Effect.die("three were made")
  yield* lists.addMembers(caller, both.uuid, [survivor.uuid, from.uuid, beside.uuid])
  yield* lists.addMembers(caller, one.uuid, [survivor.uuid])
  yield* lists.addMembers(caller, other.uuid, [from.uuid, beside.uuid])
  const noteOn = (contact: Contact, text: string) => notes.create(caller, contact.uuid, { content: { text } })
  yield* noteOn(survivor, "Of the survivor")
  const note = yield* noteOn(from, "Of the other")
  const archived = yield* noteOn(from, "An archived one")
  yield* notes.archive(caller, from.uuid, archived.uuid)
  yield* noteOn(beside, "Of the one beside")
  return { caller, workspace, survivor, from, beside, both, one, other, note, name, size }
})

/** Checks merges and their ports on a store. Core's tests cover the decisions of merges. */
export const mergeChecks: ReadonlyArray<Check> = [
  check("M1, M2: a merged contact has the data of both contacts, once, and its old uuid leads to it", function* () {
    const pair = yield* newPair
    const { beside, both, caller, from, name, note, one, other, size, survivor, workspace } = pair
    const [contacts, merges, lists, notes] = [yield* Contacts, yield* ContactMerges, yield* ContactLists, yield* Notes]
    const untouched = yield* stateOf(workspace, beside.uuid)
    const merged = yield* merges.merge(caller, survivor.uuid, {
      from: from.uuid,
      keep: { phoneNumber: "from", [name.fieldKey]: "from" }
    })
    yield* agree("The contact", merged, {
      ...survivor,
      lastName: from.lastName,
      email: from.email,
      phoneNumber: from.phoneNumber,
      customFields: { [name.fieldKey]: "Lady", [size.fieldKey]: 38 },
      updatedAt: merged.updatedAt
    })
    yield* agree("By its old uuid", yield* contacts.get(systemCaller(workspace), from.uuid), merged)
    const all = yield* contacts.list(systemCaller(workspace), newestFirst, everything)
    yield* agree("All", [all.total, new Set(uuidsOf(all.items))], [2, new Set([survivor.uuid, beside.uuid])])
    const counts = yield* Effect.forEach([both, one, other], ({ uuid }) => lists.get(systemCaller(workspace), uuid))
    yield* agree(
      "Members",
      counts.map(({ count }) => count),
      [2, 1, 2]
    )
    const state = yield* stateOf(workspace, merged.uuid)
    yield* agree("Former addresses", state.formerAddresses, new Set(["491701111111", "491703333333"]))
    yield* agree("Lists", state.memberships.size, 3)
    yield* agree("Notes, archived ones too", state.notes.size, 3)
    yield* agree(
      "A note by the old uuid",
      (yield* notes.get(systemCaller(workspace), from.uuid, note.uuid)).contactUuid,
      merged.uuid
    )
    yield* agree(
      "The contact beside",
      { ...(yield* stateOf(workspace, beside.uuid)), lists: null },
      { ...untouched, lists: null }
    )
    const search = { searchTerm: "lovelace", advancedSearch: [], sortBy: null }
    yield* agree("A search", (yield* contacts.search(systemCaller(workspace), search, everything)).items, [merged])
    const held = yield* inTransaction(
      ContactStore.use((store) => store.lockIdentifiers(workspace, [{ field: "email", value: "ada@example.org" }]))
    )
    yield* agree("Who has the e-mail", held[0]?.contacts, [merged.uuid])
  }),

  check("M4: undoing a merge restores both contacts", function* () {
    const { caller, from, survivor, workspace, name } = yield* newPair
    const [contacts, merges] = [yield* Contacts, yield* ContactMerges]
    const before = { survivor: yield* stateOf(workspace, survivor.uuid), from: yield* stateOf(workspace, from.uuid) }
    yield* merges.merge(caller, survivor.uuid, {
      from: from.uuid,
      keep: { phoneNumber: "from", [name.fieldKey]: "from" }
    })
    const { contact, restored } = yield* merges.undoMerge(caller, from.uuid, {})
    yield* agree("The survivor", yield* stateOf(workspace, contact.uuid), before.survivor)
    yield* agree("The other one", yield* stateOf(workspace, restored.uuid), before.from)
    yield* agree("By its uuid", yield* contacts.get(systemCaller(workspace), from.uuid), restored)
    const found = yield* contacts.search(
      systemCaller(workspace),
      {
        searchTerm: null,
        advancedSearch: [{ field: name.fieldKey, operator: "equals", value: "Lady", dataType: "text" }],
        sortBy: null
      },
      everything
    )
    yield* agree("By its value", uuidsOf(found.items), [from.uuid])
  }),

  check("M2: chains of merges are followed, only in their workspace (A1)", function* () {
    const [contacts, merges, store] = [yield* Contacts, yield* ContactMerges, yield* MergeStore]
    const { survivors } = yield* ContactStore
    const caller = yield* newCaller
    const { workspace } = caller
    const made = yield* Effect.forEach(["a", "b", "c", "d"], (name) =>
      contacts.create(caller, { email: `${name}@example.org` })
    )
    const [a, b, c, d] = made
    if (a === undefined || b === undefined || c === undefined || d === undefined) return
    yield* merges.merge(caller, b.uuid, { from: a.uuid })
    yield* merges.merge(caller, c.uuid, { from: b.uuid })
    yield* merges.merge(caller, c.uuid, { from: d.uuid })
    const named = (yield* survivors(workspace, uuidsOf(made))).map(({ survivor, uuid }) => `${uuid} ${survivor}`)
    yield* agree("Survivors", new Set(named), new Set(uuidsOf(made).map((uuid) => `${uuid} ${c.uuid}`)))
    const all = yield* store.all(workspace, c.uuid)
    yield* agree("All", new Set(all.map(({ from }) => from)), new Set([a.uuid, b.uuid, d.uuid]))
    const merged = all.map(Struct.omit(["state"]))
    yield* agree("All without states", new Set(yield* store.mergedInto(workspace, c.uuid)), new Set(merged))
    const last = Option.getOrThrow(yield* store.last(workspace, c.uuid))
    yield* agree("The last", last, Option.getOrThrow(Option.fromUndefinedOr(all.find(({ from }) => from === d.uuid))))
    yield* agree("What of it is stored", [last.state.from, last.mergedBy], [d, caller.actor])
    const elsewhere = (yield* newCaller).workspace
    yield* agree("Elsewhere", yield* survivors(elsewhere, uuidsOf(made)), [])
    yield* agree("All elsewhere", yield* store.all(elsewhere, c.uuid), [])
    yield* agree("All without states elsewhere", yield* store.mergedInto(elsewhere, c.uuid), [])
    yield* agree("The last elsewhere", yield* store.last(elsewhere, c.uuid), Option.none())
    yield* store.remove(elsewhere, a.uuid)
    yield* agree("After a removal elsewhere", (yield* survivors(workspace, [a.uuid])).length, 1)
  }),

  check("M2, C7: erasing a merged contact also removes its merges, and its uuids lead to no contact", function* () {
    const { caller, from, survivor, workspace } = yield* newPair
    const [merges, store, erasure] = [yield* ContactMerges, yield* MergeStore, yield* ContactErasure]
    const { survivors } = yield* ContactStore
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    const receipt = yield* erasure.erase(systemCaller(workspace), from.uuid)
    yield* agree("What was removed", [receipt.notes, receipt.customFields, receipt.contactLists], [3, 2, 3])
    yield* agree("Survivors", yield* survivors(workspace, [from.uuid, survivor.uuid]), [])
    yield* agree("Merges", yield* store.all(workspace, survivor.uuid), [])
  }),

  check("M3: an opt-out from a merge is replaced by any other opt-out, and is removed with the merge", function* () {
    const { caller, from, survivor, workspace } = yield* newPair
    const [merges, optOuts, store] = [yield* ContactMerges, yield* OptOuts, yield* OptOutStore]
    yield* optOuts.optOut(systemCaller(workspace), from.uuid)
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    const [own, other] = ["491701111111", "491702222222"]
    const sources = Effect.map(store.find(workspace, [own, other]), (found) => [
      found.get(own)?.[0]?.source,
      found.get(other)?.[0]?.source
    ])
    yield* agree("After the merge", yield* sources, ["merge", "request"])
    const again = [{ key: own, isDirect: false, contact: null, address: own }]
    const byMerge = { scope: "all", source: "merge", by: null } as const
    yield* agree("Added by a merge again", yield* store.add(workspace, again, byMerge), [])
    yield* merges.undoMerge(caller, survivor.uuid, {})
    yield* agree("After it was undone", yield* sources, [undefined, "request"])
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    yield* optOuts.optOut(systemCaller(workspace), survivor.uuid)
    yield* merges.undoMerge(caller, survivor.uuid, {})
    yield* agree("After a request", yield* sources, ["request", "request"])
  }),

  check("M2: two crossing merges, and concurrent changes, lose nothing and do not deadlock", function* () {
    const { caller, from, one, other, survivor, workspace } = yield* newPair
    const [contacts, lists, merges, notes] = [yield* Contacts, yield* ContactLists, yield* ContactMerges, yield* Notes]
    const results = yield* Effect.all(
      [
        Effect.exit(merges.merge(caller, survivor.uuid, { from: from.uuid })),
        Effect.exit(merges.merge(caller, from.uuid, { from: survivor.uuid })),
        Effect.exit(lists.addMembers(caller, one.uuid, [from.uuid])),
        Effect.exit(lists.addMembers(caller, other.uuid, [survivor.uuid])),
        Effect.exit(notes.create(systemCaller(workspace), from.uuid, { content: { text: "Beside" } })),
        Effect.exit(contacts.update(systemCaller(workspace), from.uuid, { firstName: "Augusta" }))
      ],
      concurrently
    )
    yield* agree("Which succeed", results.map(({ _tag }) => _tag).toSorted(), [
      "Failure",
      "Success",
      "Success",
      "Success",
      "Success",
      "Success"
    ])
    const merged = yield* contacts.get(systemCaller(workspace), from.uuid)
    yield* agree("By the other uuid", yield* contacts.get(systemCaller(workspace), survivor.uuid), merged)
    const state = yield* stateOf(workspace, merged.uuid)
    yield* agree("Lists and notes", [state.memberships.size, state.notes.size], [3, 4])
  }),

  check("M2, I6: a merge during an import, sends and receipts to the merged contact loses nothing", function* () {
    const [contacts, merges] = [yield* Contacts, yield* ContactMerges]
    for (const lastName of ["First", "Second", "Third"]) {
      const { caller, from, survivor, workspace } = yield* newPair
      const address = "491702222222"
      const { accept, receive, ref, uuids } = yield* claimedBroadcast(workspace, [address, "reference"])
      const row = given({ email: "ada@example.org", lastName })
      const both = [accept(), receive([0, "read", instantOf(5)])]
      const imported = Effect.flatMap(accepted(caller, [row]), (ref) => workedOff(ref))
      const merged = merges.merge(caller, survivor.uuid, { from: from.uuid })
      yield* TestClock.withLive(Effect.all([imported, merged, ...both], concurrently))
      const { items } = yield* contacts.list(systemCaller(workspace), newestFirst, everything)
      yield* agree("Contacts", items.length, 2)
      yield* agree("What was imported", (yield* contacts.get(systemCaller(workspace), from.uuid)).lastName, lastName)
      const person = { workspace, contact: survivor.uuid, mergedFrom: [from.uuid], addresses: [address] }
      const until = DateTime.makeUnsafe("9999-01-01")
      const found = yield* (yield* DeliveryStore).ofPerson({ ...person, until }, 10)
      yield* agree("Its messages", uuidsOf(found), uuids)
      const filter = { broadcast: ref.broadcast, clientReferences: null, updatedAfter: null }
      const sent = yield* (yield* DeliveryStore).recipients(workspace, filter, everything)
      yield* agree(
        "What became of them",
        sent.items.map(({ status }) => status),
        ["read"]
      )
    }
  }),

  check("M2: a merge's event has both contacts", function* () {
    const { caller, from, survivor, workspace } = yield* newPair
    const merges = yield* ContactMerges
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    yield* merges.undoMerge(caller, survivor.uuid, {})
    const types = ["contact.merged", "contact.unmerged"] as const
    const { events: read } = yield* readUntil(workspace, types.length, { types })
    yield* agree(
      "Events",
      read.map(({ at: _at, cursor: _cursor, ...event }) => event),
      types.map((type) => ({
        type,
        workspaceUuid: workspace,
        by: caller.actor,
        actor: caller.actor,
        contactUuid: survivor.uuid,
        mergedContactUuid: from.uuid
      }))
    )
  })
]
