import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ContactLists, ContactListUuid, Contacts } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { type MergeType, noRows } from "@rollcall/core/people"
import { EventStore, HistoryStore, identifierFields } from "@rollcall/core/storage"
import { contactsOf, everything, newCaller, refusal, services } from "../../Services.ts"
import { accepted, imported, row, stateOf, worked } from "./Import.ts"
import { suite } from "../../Suite.ts"

const [ada, bob, cyd, dan, eve] = ["ada@x.org", "bob@x.org", "cyd@x.org", "dan@x.org", "eve@x.org"] as const
const unidentified = row({ firstName: "Anon" })
const noIdentifier = ["failed", ...identifierFields.map((field) => `missing ${field}`)].join(" ")

suite(services)("an import's list", (test) => {
  const list = Effect.fnUntraced(function* () {
    const lists = yield* ContactLists
    const [caller, { actor }] = [yield* newCaller, yield* newCaller]
    const owner = { ...caller, actor }
    const { uuid } = yield* lists.create(owner, { name: "Regulars" })
    const members = Effect.map(
      lists.members(caller, uuid, { includeArchived: true, sort: "added_last_first" }, everything),
      ({ items }) => items.map(({ email }) => `${email}`).toSorted()
    )
    return { caller, get: lists.get(caller, uuid), lists, members, owner, uuid }
  })

  const exists = "skipped match_exists email"
  const missing = "skipped no_match email"
  const archived = "contact_archived "

  test.each<[MergeType, outcomes: ReadonlyArray<string>, members: ReadonlyArray<string>]>([
    [
      "create_or_update",
      ["created", "updated", "unchanged", noIdentifier, "created", "updated", `unchanged ${archived}`],
      [ada, bob, cyd, dan, eve]
    ],
    [
      "create",
      ["created", exists, exists, noIdentifier, "created", exists, `${exists} ${archived}`],
      [ada, bob, cyd, dan, eve]
    ],
    [
      "update",
      [missing, "updated", "unchanged", "skipped no_match_value email", missing, missing, `unchanged ${archived}`],
      [bob, cyd, dan]
    ]
  ])(
    "I3, I4, L3: every contact that a row of %s resolved to is added, and no other contact",
    function* ([mergeType, outcomes, joined]) {
      const contacts = yield* Contacts
      const { caller, get, lists, members, owner, uuid } = yield* list()
      yield* contacts.create(caller, { email: bob })
      const known = yield* contacts.create(caller, { email: cyd })
      const archived = yield* contacts.create(caller, { email: dan })
      yield* contacts.archive(caller, archived.uuid)
      yield* lists.addMembers(owner, uuid, [known.uuid])
      yield* TestClock.adjust("1 minute")
      const rows = [
        row({ email: ada }),
        row({ email: bob, firstName: "Bob" }),
        row({ email: cyd }),
        unidentified,
        row({ email: eve }),
        row({ email: ada, firstName: "Ada" }),
        row({ email: dan })
      ]
      const { short } = yield* imported(caller, rows, { mergeType, contactListUuid: uuid, batch: 3 })
      assert.deepStrictEqual(short, outcomes)
      assert.deepStrictEqual(yield* members, joined)
      const changed = { count: joined.length - 1, updatedAt: yield* DateTime.now, updatedBy: caller.actor }
      assert.deepInclude(yield* get, changed)
    }
  )

  test("I2, L3, T3: a restored archived contact counts as added, has its event and its history entry", function* () {
    const contacts = yield* Contacts
    const { caller, get, uuid } = yield* list()
    const made = yield* Effect.forEach([ada, bob], (email) => contacts.create(caller, { email }))
    for (const contact of made) yield* contacts.archive(caller, contact.uuid)

    const rows = [row({ email: ada }), row({ email: bob, firstName: "Bob" }), row({ email: ada })]
    const options = { archivedContacts: "restore", contactListUuid: uuid } as const
    const { short } = yield* imported(caller, rows, options)
    assert.deepStrictEqual(short, ["updated", "updated", "unchanged"])
    assert.strictEqual((yield* get).count, 2)
    const history = yield* HistoryStore
    const end = { at: DateTime.makeUnsafe(8_000_000_000_000_000), kind: "", uuid: "" }
    const uuids = made.map((contact) => contact.uuid)
    const entries = yield* history.before(caller.workspace, uuids, ["unarchived", "updated"], end, 9)
    assert.sameMembers(
      entries.map(({ kind }) => kind),
      ["unarchived", "unarchived", "updated"]
    )
    const reading = yield* EventStore.use((store) =>
      store.read(caller.workspace, { after: null, types: ["contact.unarchived"], limit: 9 })
    )
    assert.lengthOf(reading._tag === "Read" ? reading.events : [], 2)
  })

  test("L3: does not change if every contact is already a member", function* () {
    const { caller, get, owner, uuid } = yield* list()
    const rows = [row({ email: ada }), row({ email: bob })]
    yield* imported(caller, rows, { contactListUuid: uuid })
    const before = yield* get
    yield* TestClock.adjust("1 minute")
    const { short } = yield* imported(owner, rows, { contactListUuid: uuid })
    assert.deepStrictEqual(short, ["unchanged", "unchanged"])
    assert.deepStrictEqual(yield* get, before)
  })

  test("I4, A1, L2: an unknown list, another workspace's list and an archived list are rejected, and nothing is imported", function* () {
    const { caller, lists, uuid } = yield* list()
    const theirs = yield* list()
    yield* lists.archive(caller, uuid)
    for (const [contactListUuid, expected] of [
      [ContactListUuid.make(yield* nextId), "ContactListNotFound"],
      [theirs.uuid, "ContactListNotFound"],
      [uuid, "ContactListArchived"]
    ] as const) {
      const refused = yield* refusal(accepted(caller, [row({ email: ada })], { contactListUuid }))
      assert.deepStrictEqual(refused, [expected])
    }
    assert.deepStrictEqual(yield* contactsOf(caller.workspace), [])
  })

  test("L2, I5: archiving the list fails the remaining rows, and writes nothing of them", function* () {
    const { caller, lists, members, uuid } = yield* list()
    const ref = yield* accepted(caller, [row({ email: ada }), row({ email: bob })], { contactListUuid: uuid })
    yield* lists.archive(caller, uuid)
    for (let turn = 0; turn < 2; turn++) {
      yield* worked(ref)
      const { contactImport, short } = yield* stateOf(ref)
      assert.deepStrictEqual(short, Array<string>(2).fill("failed list_archived contactListUuid"))
      assert.deepInclude(contactImport, { status: "failed", counts: { ...noRows, failed: 2 } })
    }
    assert.deepStrictEqual(yield* contactsOf(caller.workspace), [])
    assert.deepStrictEqual(yield* members, [])
  })
})
