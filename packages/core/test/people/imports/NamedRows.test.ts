import { assert } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import { Effect } from "effect"
import { ContactLists, ContactListUuid, Contacts, ContactValues } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { contactsOf, contactWith, define, everything, newCaller, services } from "../../Services.ts"
import { imported, row } from "./Import.ts"
import { suite } from "../../Suite.ts"

const [ada, bob, cyd, dan] = ["ada@x.org", "bob@x.org", "cyd@x.org", "dan@x.org"] as const

suite(services)("entities that an import row names", (test) => {
  test("I3: by uuid are its contact, whatever the match field; otherwise the field decides", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    const own = yield* contacts.create(caller, { chatappId: "491701" })
    const other = yield* contacts.create(caller, { email: bob })
    const foreign = yield* contacts.create(yield* newCaller, { email: cyd })
    const rows = [
      { ...row({ email: bob, lastName: "Own" }), uuid: own.uuid },
      { ...row({ email: bob.toUpperCase(), lastName: "Other" }), uuid: foreign.uuid },
      { ...row({ email: cyd, lastName: "New" }), uuid: foreign.uuid }
    ]
    const byUuid = yield* imported(caller, rows, { matchOnField: "uuid" })
    assert.deepStrictEqual(byUuid.short, ["updated", "created", "created"])
    const made = byUuid.receipts.map(({ result }) => result?.contactUuid)
    assert.strictEqual(made[0], own.uuid)
    assert.notInclude(made.slice(1), foreign.uuid)
    const updating = { matchOnField: "uuid", mergeType: "update" } as const
    const none = "skipped no_match uuid"
    assert.deepStrictEqual((yield* imported(caller, rows, updating)).short, ["unchanged", none, none])
    yield* ContactErasure.use(({ erase }) => erase(caller, other.uuid))
    const byEmail = yield* imported(caller, rows, { mergeType: "update" })
    assert.deepStrictEqual(byEmail.short, ["unchanged", "failed ambiguous_match email", "unchanged"])
    yield* imported(caller, [{ ...row({ email: dan }), uuid: own.uuid }], { matchOnField: null })
    assert.lengthOf(yield* contactsOf(caller.workspace), 4)
  })

  test("I4: as lists get its contact as member; an unknown or archived list fails the row", function* () {
    const lists = yield* ContactLists
    const caller = yield* newCaller
    const list = Effect.map(lists.create(caller, { name: "Regulars" }), ({ uuid }) => uuid)
    const [a, b, gone] = [yield* list, yield* list, yield* list]
    yield* lists.archive(caller, gone)
    const rows = [
      { ...row({ email: ada }), contactListUuids: [a, b] },
      { ...row({ email: bob }), contactListUuids: [b] },
      { ...row({ email: cyd }), contactListUuids: [a, gone] },
      { ...row({ email: dan }), contactListUuids: [ContactListUuid.make(yield* nextId)] },
      row({ email: "eve@x.org" })
    ]
    const { receipts } = yield* imported(caller, rows, { contactListUuid: a })
    assert.deepStrictEqual(
      receipts.map(({ result }) => [result?.outcome, ...(result?.issues ?? []).map(({ path }) => path)]),
      [["created"], ["created"], ["failed", ["contactListUuids", 1]], ["failed", ["contactListUuids", 0]], ["created"]]
    )
    const totals = yield* Effect.forEach([a, b], (uuid) => lists.members(caller, uuid, {}, everything))
    assert.deepStrictEqual(
      totals.map(({ total }) => total),
      [3, 2]
    )
  })

  test("F2: as options to add are added to the contact's options; other options stay unchanged", function* () {
    const caller = yield* newCaller
    yield* define(caller.workspace, { fieldKey: "likes", fieldType: "multiselect", selectOptions: ["A", "B", "C"] })
    const { uuid } = yield* contactWith(caller.workspace, { likes: ["B", "A"] })
    const { short } = yield* imported(caller, [
      row({ email: "ada@example.org" }, { likes: { add: ["C", "A"] } }),
      row({ email: bob }, { likes: { add: ["C"] } }),
      row({ email: cyd }, { likes: { add: ["D"] } }),
      row({ email: dan }, { likes: { add: ["A"], remove: ["B"] } })
    ])
    assert.deepStrictEqual(short, [
      "updated",
      "created",
      "failed unknown_option customFields.likes",
      "failed value_error customFields.likes"
    ])
    const values = yield* ContactValues
    assert.deepStrictEqual(yield* values.get(caller, uuid), { likes: ["b", "a", "c"] })
  })
})
