import { assert } from "@effect/vitest"
import { ContactLists, Contacts, CustomFields, Notes, OptOuts } from "@rollcall/core"
import { ContactErasure, ContactMerges, ImportUndos } from "@rollcall/core/people"
import { EventStore, HistoryStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer } from "effect"
import { contactsOf, define, newCaller, refusal } from "../../Services.ts"
import { accepted, imported, row, stateOf } from "../../people/imports/Import.ts"
import { suite } from "../../Suite.ts"
import { address, broadcastIn } from "../erasure/Fixture.ts"
import { withTimeline } from "../timeline/Fixture.ts"

const [ada, bob, cyd] = ["ada@x.org", "bob@x.org", "cyd@x.org"] as const

suite(Layer.provideMerge(ImportUndos.layer, withTimeline))("undoing an import", (test) => {
  const undo = (ref: Effect.Success<ReturnType<typeof accepted>>, caller: Effect.Success<typeof newCaller>) =>
    ImportUndos.use((undos) => undos.undo(caller, ref.contactImport))

  /** What is left of each row: the codes and places of its issues; null for a row that did nothing. */
  const leftOf = Effect.fnUntraced(function* (ref: Effect.Success<ReturnType<typeof accepted>>) {
    const { receipts } = yield* stateOf(ref)
    return receipts.map(({ undo }) => undo?.map(({ message, path }) => [...path, message].join(" ")) ?? null)
  })

  test("I14: restores former values, and keeps what changed since", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    yield* define(caller.workspace, { fieldKey: "diet" })
    const old = yield* define(caller.workspace, { fieldKey: "old" })
    const known = yield* contacts.create(caller, { email: ada, firstName: "Ada", customFields: { diet: "vegan" } })
    const given = row(
      { email: ada, firstName: "A.", lastName: "L.", chatappId: "4917011111" },
      { diet: null, old: "x" }
    )
    const { ref } = yield* imported(caller, [given, row({ email: bob })])
    yield* contacts.update(caller, known.uuid, { lastName: "Lovelace" })
    yield* CustomFields.use((fields) => fields.archive(caller, old.uuid))
    const { undo: outcome } = yield* undo(ref, caller)
    assert.deepStrictEqual(outcome, { status: "completed", undone: 1, left: 1 })
    const [contact, ...others] = yield* contactsOf(caller.workspace)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(contact, {
      ...{ firstName: "Ada", lastName: "Lovelace", chatappId: null },
      customFields: { diet: "vegan" }
    })
    assert.deepStrictEqual(yield* leftOf(ref), [
      ["lastName was changed after the import", "customFields old is archived"],
      []
    ])
    assert.deepStrictEqual((yield* undo(ref, caller)).undo, outcome)
  })

  test("I14: keeps a created contact if somebody has changed or used it since", function* () {
    const [contacts, lists, merges, notes] = [yield* Contacts, yield* ContactLists, yield* ContactMerges, yield* Notes]
    const caller = yield* newCaller
    const list = yield* lists.create(caller, { name: "Regulars" })
    const emails = ["changed", "archived", "noted", "listed", "survivor", "merged", "erased", "same"]
    const { receipts, ref } = yield* imported(caller, [
      ...emails.map((name) => row({ email: `${name}@x.org` })),
      row({ phoneNumber: `+${address}` })
    ])
    yield* broadcastIn(caller.workspace)
    const uuids = receipts.flatMap(({ result }) => result?.contactUuid ?? [])
    const [changed, archived, noted, listed, survivor, merged, erased] = uuids
    if (!changed || !archived || !noted || !listed || !survivor || !merged || !erased) return assert.fail()
    yield* contacts.update(caller, changed, { firstName: "Ada" })
    yield* contacts.archive(caller, archived)
    yield* notes.create(caller, noted, { content: { text: "Called" } })
    yield* lists.addMembers(caller, list.uuid, [listed])
    yield* merges.merge(caller, survivor, { from: merged })
    yield* ContactErasure.use((erasure) => erasure.erase(caller, erased))
    assert.deepStrictEqual((yield* undo(ref, caller)).undo, { status: "completed", undone: 1, left: 7 })
    assert.sameMembers(
      (yield* contactsOf(caller.workspace)).map(({ uuid }) => uuid),
      [changed, archived, noted, listed, survivor, receipts.at(-1)?.result?.contactUuid]
    )
    assert.deepStrictEqual(yield* leftOf(ref), [
      ["firstName was changed after the import"],
      ["the contact was archived"],
      ["the contact has a note"],
      ["the contact was added to another list"],
      ["another contact was merged into the contact"],
      ["the contact no longer exists"],
      null,
      [],
      ["the contact was sent a message"]
    ])
  })

  test("I14, T3, E1: removes list members and archives again, with history and events, and keeps opt-outs", function* () {
    const [contacts, lists, optOuts] = [yield* Contacts, yield* ContactLists, yield* OptOuts]
    const caller = yield* newCaller
    const own = yield* lists.create(caller, { name: "Own" })
    const other = yield* lists.create(caller, { name: "Archived since" })
    const known = yield* contacts.create(caller, { email: ada })
    yield* contacts.archive(caller, known.uuid)
    const rows = [
      { ...row({ email: ada }), contactListUuids: [own.uuid, other.uuid] },
      { ...row({ email: cyd, phoneNumber: "+49 170 11111" }), optedOut: "all" as const }
    ]
    const { ref } = yield* imported(caller, rows, { archivedContacts: "restore" })
    yield* lists.archive(caller, other.uuid)
    assert.deepStrictEqual((yield* undo(ref, caller)).undo, { status: "completed", undone: 1, left: 1 })
    assert.deepStrictEqual(yield* leftOf(ref), [["contactListUuids the list is archived"], []])
    assert.isTrue((yield* contacts.get(caller, known.uuid)).archived)
    const of = yield* lists.ofContact(caller, known.uuid, {}, { limit: 9, offset: 0 })
    assert.deepStrictEqual(
      of.items.map(({ name }) => name),
      ["Archived since"]
    )
    const history = yield* HistoryStore
    const end = { at: DateTime.makeUnsafe(8_000_000_000_000_000), kind: "", uuid: "" }
    const kinds = ["archived", "list_removed", "unarchived", "updated"] as const
    const entries = yield* history.before(caller.workspace, [known.uuid], kinds, end, 9)
    assert.sameMembers(
      entries.map(({ kind }) => kind),
      ["archived", "unarchived", "list_removed", "archived"]
    )
    const reading = yield* EventStore.use((store) =>
      store.read(caller.workspace, { after: null, types: ["contact.erased", "contact.archived"], limit: 9 })
    )
    assert.lengthOf(reading._tag === "Read" ? reading.events : [], 3)
    const again = yield* contacts.create(caller, { phoneNumber: "+4917011111" })
    assert.strictEqual((yield* optOuts.get(caller, again.uuid)).optOut?.source, "import")
  })

  test("I14: is rejected while rows remain, and for an unknown import", function* () {
    const caller = yield* newCaller
    const ref = yield* accepted(caller, [row({ email: ada })])
    assert.deepStrictEqual(yield* refusal(undo(ref, caller)), ["ImportNotOver"])
    assert.deepStrictEqual(yield* refusal(undo(ref, yield* newCaller)), ["ContactImportNotFound"])
  })
})
