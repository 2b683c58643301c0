import { assert } from "@effect/vitest"
import {
  ContactLists,
  Contacts,
  ContactSettings,
  ContactValues,
  CustomFields,
  Notes,
  systemCaller
} from "@rollcall/core"
import { layerAddressedRecipients } from "@rollcall/core/sending"
import { ContactMerges } from "@rollcall/core/people"
import { Effect, Layer } from "effect"
import { define, everything, newCaller, newDefinition, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

const merging = Layer.provide(ContactMerges.layer, layerAddressedRecipients)

const newPair = Effect.gen(function* () {
  const contacts = yield* Contacts
  const caller = yield* newCaller
  const survivor = yield* contacts.create(caller, { email: "ada@example.org" })
  const from = yield* contacts.create(caller, { email: "lovelace@example.org", lastName: "Lovelace" })
  return { caller, contacts, from, survivor, workspace: caller.workspace }
})

suite(Layer.provideMerge(merging, services))("merges of contacts", (test) => {
  test("M1: a merge with the same contact, an unknown contact, an unknown name or without an identifier is rejected", function* () {
    const merges = yield* ContactMerges
    const { caller, from, survivor, workspace } = yield* newPair
    const other = yield* newPair
    const merge = (...[uuid, request]: [typeof survivor.uuid, Parameters<typeof merges.merge>[2]]) =>
      refusal(merges.merge(caller, uuid, request))
    assert.deepStrictEqual(yield* merge(survivor.uuid, { from: survivor.uuid }), ["value_error from"])
    assert.deepStrictEqual(yield* merge(survivor.uuid, { from: other.from.uuid }), ["ContactNotFound"])
    assert.deepStrictEqual(yield* merge(other.survivor.uuid, { from: from.uuid }), ["ContactNotFound"])
    const keep = { email: "from", emial: "from", shoe_size: "this", archived: "from" } as const
    assert.deepStrictEqual(yield* merge(survivor.uuid, { from: from.uuid, keep }), [
      "unknown_field keep.emial",
      "unknown_field keep.shoe_size",
      "unknown_field keep.archived"
    ])
    const nameless = yield* (yield* Contacts).create(systemCaller(workspace), { socialmsgId: "ada" })
    const cleared = { email: "from", socialmsgId: "this" } as const
    assert.lengthOf(yield* merge(survivor.uuid, { from: nameless.uuid, keep: cleared }), 5)
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    assert.deepStrictEqual(yield* merge(survivor.uuid, { from: from.uuid }), ["value_error from"])
    assert.deepStrictEqual(yield* merge(from.uuid, { from: survivor.uuid }), ["value_error from"])
  })

  test("M1: archived options and non-editable fields are merged too", function* () {
    const [merges, fields, values] = [yield* ContactMerges, yield* CustomFields, yield* ContactValues]
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    const fixed = yield* define(workspace, { name: "Fixed", editable: false })
    const colours = { name: "Colours", fieldType: "multiselect", selectOptions: ["red", "green"] } as const
    const colour = yield* define(workspace, colours)
    const third = yield* contacts.create(systemCaller(workspace), {
      email: "third@example.org",
      customFields: { [fixed.fieldKey]: "Of the third", [colour.fieldKey]: ["red"] }
    })
    yield* values.update(systemCaller(workspace), from.uuid, { [colour.fieldKey]: ["green"] })
    yield* fields.replace(systemCaller(workspace), colour.uuid, newDefinition({ ...colours, selectOptions: ["green"] }))
    const merged = yield* merges.merge(caller, survivor.uuid, { from: third.uuid })
    assert.deepStrictEqual(merged.customFields, { fixed: "Of the third", colours: ["red"] })
    const again = yield* merges.merge(caller, merged.uuid, { from: from.uuid, keep: { colours: "from" } })
    assert.deepStrictEqual(again.customFields, { fixed: "Of the third", colours: ["green"] })
  })

  test("M2: every service finds the contact by an old uuid, and returns list members under the given uuid", function* () {
    const [merges, lists, notes, values] = [
      yield* ContactMerges,
      yield* ContactLists,
      yield* Notes,
      yield* ContactValues
    ]
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    const field = yield* define(workspace, { name: "Diet" })
    const list = yield* lists.create(caller, { name: "Regulars" })
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    const updated = yield* contacts.update(systemCaller(workspace), from.uuid, { firstName: "Ada" })
    assert.deepInclude(updated, { uuid: survivor.uuid, firstName: "Ada", lastName: "Lovelace" })
    assert.strictEqual((yield* contacts.archive(systemCaller(workspace), from.uuid)).uuid, survivor.uuid)
    assert.deepStrictEqual(yield* values.replace(systemCaller(workspace), from.uuid, field.uuid, "vegan"), {
      diet: "vegan"
    })
    assert.deepStrictEqual(yield* values.get(systemCaller(workspace), from.uuid), { diet: "vegan" })
    const note = yield* notes.create(systemCaller(workspace), from.uuid, { content: { text: "Call" } })
    assert.strictEqual(note.contactUuid, survivor.uuid)
    yield* notes.replace(systemCaller(workspace), from.uuid, note.uuid, { title: "Call", content: { text: "Call" } })
    assert.lengthOf((yield* notes.list(systemCaller(workspace), from.uuid, everything)).items, 1)
    yield* notes.archive(systemCaller(workspace), from.uuid, note.uuid)
    assert.deepStrictEqual(yield* lists.addMembers(caller, list.uuid, [from.uuid, survivor.uuid]), {
      added: [from.uuid],
      warnings: [{ uuid: survivor.uuid, message: "contact is given more than once" }]
    })
    assert.lengthOf((yield* lists.ofContact(systemCaller(workspace), from.uuid, {}, everything)).items, 1)
    yield* lists.removeMembers(caller, list.uuid, [from.uuid])
    assert.lengthOf((yield* lists.ofContact(systemCaller(workspace), survivor.uuid, {}, everything)).items, 0)
  })

  test("M4: a later change prevents the undo of a merge, until it is reversed", function* () {
    const [merges, lists, notes, values] = [
      yield* ContactMerges,
      yield* ContactLists,
      yield* Notes,
      yield* ContactValues
    ]
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    const { fieldKey } = yield* define(workspace, { name: "Diet" })
    const list = yield* lists.create(caller, { name: "Regulars" })
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    yield* contacts.update(systemCaller(workspace), survivor.uuid, { firstName: "Ada" })
    yield* contacts.archive(systemCaller(workspace), survivor.uuid)
    yield* values.update(systemCaller(workspace), survivor.uuid, { [fieldKey]: "vegan" })
    yield* lists.addMembers(caller, list.uuid, [survivor.uuid])
    yield* notes.create(systemCaller(workspace), survivor.uuid, { content: { text: "Call" } })
    const error = yield* Effect.flip(merges.undoMerge(caller, survivor.uuid, {}))
    assert.deepInclude(error, {
      _tag: "MergeNotUndoable",
      changed: ["fields", "custom_fields", "archived", "contact_lists", "notes"]
    })
    const next = yield* newPair
    yield* merges.merge(next.caller, next.survivor.uuid, { from: next.from.uuid })
    yield* next.contacts.update(next.caller, next.survivor.uuid, { firstName: "Ada" })
    assert.deepStrictEqual(yield* refusal(merges.undoMerge(next.caller, next.survivor.uuid, {})), ["MergeNotUndoable"])
    yield* next.contacts.update(next.caller, next.survivor.uuid, { firstName: null })
    const { restored } = yield* merges.undoMerge(next.caller, next.survivor.uuid, {})
    assert.deepInclude(restored, { uuid: next.from.uuid, email: next.from.email })
  })

  test("M4: the last of several merges is undone first, also through chains", function* () {
    const merges = yield* ContactMerges
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    const third = yield* contacts.create(systemCaller(workspace), { email: "third@example.org" })
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    yield* merges.merge(caller, third.uuid, { from: survivor.uuid })
    const undo = (given: { readonly from?: typeof from.uuid }) => merges.undoMerge(caller, from.uuid, given)
    assert.deepInclude(yield* Effect.flip(undo({ from: from.uuid })), {
      _tag: "MergeNotUndoable",
      later: survivor.uuid
    })
    assert.deepStrictEqual(yield* refusal(undo({ from: third.uuid })), ["MergeNotFound"])
    assert.strictEqual((yield* undo({ from: survivor.uuid })).contact.uuid, third.uuid)
    assert.strictEqual((yield* contacts.get(systemCaller(workspace), from.uuid)).uuid, survivor.uuid)
    assert.strictEqual((yield* undo({})).restored.uuid, from.uuid)
    assert.deepStrictEqual(yield* refusal(undo({})), ["MergeNotFound"])
    assert.strictEqual((yield* contacts.get(systemCaller(workspace), from.uuid)).email, from.email)
  })

  test("M4, C2: an undo is rejected for an identifier that another contact now has, if identifiers are unique", function* () {
    const unique = Layer.provide(merging, Layer.succeed(ContactSettings, { uniqueIdentifiers: true }))
    const merges = yield* Effect.provide(ContactMerges, unique, { local: true })
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    const other = yield* contacts.create(systemCaller(workspace), { email: "Lovelace@example.org" })
    assert.deepStrictEqual(yield* refusal(merges.undoMerge(caller, survivor.uuid, {})), ["already_exists email"])
    yield* contacts.update(systemCaller(workspace), other.uuid, { email: "other@example.org" })
    yield* merges.undoMerge(caller, survivor.uuid, {})
  })

  test("M4, F7: a value moved by the merge is given back once its archived field is restored", function* () {
    const [merges, fields] = [yield* ContactMerges, yield* CustomFields]
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    const diet = yield* define(workspace, { name: "Diet" })
    const own = yield* define(workspace, { name: "Own" })
    yield* contacts.update(caller, from.uuid, { customFields: { diet: "vegan" } })
    yield* contacts.update(caller, survivor.uuid, { customFields: { own: "kept" } })
    yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    yield* fields.archive(caller, own.uuid)
    yield* fields.archive(caller, diet.uuid)
    assert.deepStrictEqual(yield* refusal(merges.undoMerge(caller, survivor.uuid, {})), ["MergeNotUndoable"])
    yield* fields.restore(caller, diet.uuid)
    const { contact, restored } = yield* merges.undoMerge(caller, survivor.uuid, {})
    assert.deepStrictEqual([contact.customFields, restored.customFields], [{}, { diet: "vegan" }])
    yield* fields.restore(caller, own.uuid)
    assert.deepStrictEqual((yield* contacts.get(caller, survivor.uuid)).customFields, { own: "kept" })
  })

  test("M1, M4: options are united, unless one side is kept, and given back by an undo", function* () {
    const merges = yield* ContactMerges
    const { caller, contacts, from, survivor, workspace } = yield* newPair
    yield* define(workspace, { name: "Tags", fieldType: "multiselect", selectOptions: ["c", "b", "a"] })
    const [tags, others] = [{ tags: ["b", "a"] }, { tags: ["c", "b"] }]
    yield* contacts.update(caller, survivor.uuid, { customFields: tags })
    yield* contacts.update(caller, from.uuid, { customFields: others })
    const keep = { tags: "this" } as const
    assert.deepStrictEqual((yield* merges.merge(caller, survivor.uuid, { from: from.uuid, keep })).customFields, tags)
    yield* merges.undoMerge(caller, survivor.uuid, {})
    const merged = yield* merges.merge(caller, survivor.uuid, { from: from.uuid })
    assert.deepStrictEqual(merged.customFields, { tags: ["b", "a", "c"] })
    const { contact, restored } = yield* merges.undoMerge(caller, survivor.uuid, {})
    assert.deepStrictEqual([contact.customFields, restored.customFields], [tags, others])
  })
})
