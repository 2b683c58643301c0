import { assert } from "@effect/vitest"
import { type Caller, ContactLists, Contacts, ContactUuid, ContactValues, Notes, systemCaller } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { ContactErasure } from "@rollcall/core/people"
import { EventStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { imported, row } from "../../people/imports/Import.ts"
import { define, newCaller, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

/** The types of the events that an effect leads to, in their order, and the contacts or imports that they are about. */
const eventsOf = Effect.fnUntraced(function* <A, E, R>({ workspace }: Caller, effect: Effect.Effect<A, E, R>) {
  const store = yield* EventStore
  const read = (after: string | null) => store.read(workspace, { after, types: null, limit: 1_000 })
  const before = yield* read(null)
  const exit = yield* Effect.exit(effect)
  const after = yield* read(before._tag === "Read" ? before.next : null)
  return { exit, events: after._tag === "Read" ? after.events : [] }
})

const types = ({ events }: { readonly events: ReadonlyArray<{ readonly type: string }> }) =>
  events.map(({ type }) => type)

const unknown = Effect.map(nextId, (id) => ContactUuid.make(id))

suite(services)("the events of contacts and imports", (test) => {
  test("E1, E5: each change of a contact writes its event, and nothing else writes an event", function* () {
    const contacts = yield* Contacts
    const erasure = yield* ContactErasure
    const values = yield* ContactValues
    const caller = yield* newCaller
    const { workspace } = caller
    const expect = Effect.fnUntraced(function* <A, E, R>(
      what: string,
      effect: Effect.Effect<A, E, R>,
      expected: ReadonlyArray<string>
    ) {
      assert.deepStrictEqual(types(yield* eventsOf(caller, effect)), expected, what)
    })
    const { fieldKey, uuid: field } = yield* define(workspace, {})
    const { uuid } = yield* contacts.create(caller, { email: "ada@example.org" })
    const missing = yield* unknown

    yield* expect("create", contacts.create(caller, { email: "bob@example.org" }), ["contact.created"])
    const valued = contacts.create(caller, { email: "eve@example.org", customFields: { [fieldKey]: "vegan" } })
    yield* expect("create with a value", valued, ["contact.created"])
    yield* expect("a refused create", contacts.create(caller, { firstName: "Ada" }), [])
    yield* expect("update", contacts.update(systemCaller(workspace), uuid, { firstName: "Ada" }), ["contact.updated"])
    yield* expect("a refused update", contacts.update(systemCaller(workspace), uuid, { email: null }), [])
    yield* expect("update of none", contacts.update(systemCaller(workspace), missing, {}), [])
    yield* expect("archive", contacts.archive(systemCaller(workspace), uuid), ["contact.archived"])
    yield* expect("archive again", contacts.archive(systemCaller(workspace), uuid), [])
    yield* expect("unarchive", contacts.restore(systemCaller(workspace), uuid), ["contact.unarchived"])
    yield* expect("set a value", values.replace(systemCaller(workspace), uuid, field, "vegan"), ["contact.updated"])
    yield* expect("set values", values.update(systemCaller(workspace), uuid, { [fieldKey]: null }), ["contact.updated"])
    yield* expect("a refused value", values.replace(systemCaller(workspace), uuid, field, 7), [])
    yield* expect("read", Effect.andThen(contacts.get(caller, uuid), values.get(caller, uuid)), [])
    const note = Notes.use(({ create }) => create(caller, uuid, { content: { text: "Likes dots." } }))
    yield* expect("a note", note, [])
    const list = ContactLists.use((lists) => lists.create(caller, { name: "Friends", emoji: null }))
    yield* expect("a list", list, [])
    const { events } = yield* eventsOf(caller, erasure.erase(caller, uuid))
    assert.deepStrictEqual(
      events.map(({ at: _at, cursor: _cursor, ...event }) => event),
      [{ type: "contact.erased", workspaceUuid: workspace, contactUuid: uuid, by: null, actor: null }]
    )
    yield* expect("erase again", erasure.erase(caller, uuid), [])
  })

  test("E1, E5: an import writes an event for each contact it wrote, and one event when it is over", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    const { uuid } = yield* contacts.create(caller, { email: "ada@example.org" })
    const rows = [
      row({ email: "ada@example.org", firstName: "Ada" }),
      row({ email: "bob@example.org" }),
      row({ email: "bob@example.org", firstName: "Bob" }),
      row({ email: "ada@example.org", firstName: "Ada" }),
      row({ firstName: "Anonymous" })
    ]
    const { events } = yield* eventsOf(caller, imported(caller, rows, { batch: 2 }))
    const ofAda = events.filter((event) => "contactUuid" in event && event.contactUuid === uuid)
    const others = events.filter((event) => !ofAda.includes(event))
    assert.deepStrictEqual(types({ events: ofAda }), ["contact.updated"])
    assert.deepStrictEqual(types({ events: others }), ["contact.created", "contact.updated", "import.completed"])
  })

  test("I5, E5: an import with only failed rows ends with `import.failed`", function* () {
    const caller = yield* newCaller
    const result = yield* eventsOf(caller, imported(caller, [row({ firstName: "Anonymous" })]))
    assert.deepStrictEqual(types(result), ["import.failed"])
  })

  test("E1: an import row that changes a contact created by the batch is part of the contact's creation", function* () {
    const caller = yield* newCaller
    const rows = [row({ email: "bob@example.org" }), row({ email: "bob@example.org", firstName: "Bob" })]
    const result = yield* eventsOf(caller, imported(caller, rows, { batch: 10 }))
    assert.deepStrictEqual(types(result), ["contact.created", "import.completed"])
  })
})
