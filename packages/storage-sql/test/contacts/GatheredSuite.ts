import { assert, describe, it } from "@effect/vitest"
import {
  type Contact,
  Contacts,
  ContactUuid,
  type CustomField,
  CustomFieldUuid,
  type Storage,
  type StorageError,
  systemCaller,
  WorkspaceUuid
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import {
  allOf,
  ContactSettings,
  contactWrite,
  digitForms,
  type GivenContact,
  makeContact,
  newestFirst,
  withoutLimits
} from "@rollcall/core/people"
import {
  applyChanges,
  ContactStore,
  CustomFieldStore,
  EventStore,
  Transaction,
  WorkspaceStore
} from "@rollcall/core/storage"
import { DateTime, Effect, Exit, Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql"

type Ports = Storage | SqlClient.SqlClient

const count = 32

/** One of these is not as the others. */
const unable = 7

const one = <A>(of: A, others: A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, n) => (n === unable ? of : others))

const outcomes = <A, E>(asked: ReadonlyArray<Effect.Effect<A, E>>, nameOf: (error: E) => string) =>
  Effect.map(Effect.forEach(asked, Effect.exit, { concurrency: "unbounded" }), (exits) =>
    exits.map((exit) =>
      Exit.match(exit, {
        onSuccess: (answer) => String(answer),
        onFailure: ({ reasons }) =>
          reasons.map((each) => (each._tag === "Fail" ? nameOf(each.error) : each._tag)).join()
      })
    )
  )

/** A workspace with a text field, and the version of its definitions. */
const fixture = Effect.gen(function* () {
  const fields = yield* CustomFieldStore
  const transaction = yield* Transaction
  const workspace = WorkspaceUuid.make(yield* nextId)
  yield* WorkspaceStore.use(({ ensure }) => ensure(`gathered ${workspace}`, workspace))
  const now = yield* DateTime.now
  const diet: CustomField = {
    uuid: CustomFieldUuid.make(yield* nextId),
    workspaceUuid: workspace,
    name: "Diet",
    icon: null,
    fieldType: "text",
    fieldKey: "diet",
    status: "active",
    editable: true,
    sensitive: false,
    selectOptions: null,
    createdAt: now,
    updatedAt: now,
    archivedAt: null
  }
  yield* fields.insert(diet)
  const versionNow = Effect.map(transaction.run(fields.lockShared(workspace, [])), ({ version }) => version)
  return { workspace, diet, versionNow }
})

const newContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, firstName: string) {
  const uuid = ContactUuid.make(yield* nextId)
  return makeContact({
    uuid,
    workspace,
    fields: { firstName, email: "ada@example.org" },
    customFields: {},
    now: yield* DateTime.now
  })
})

/** Saves contacts at once, each with its name as the value of a field too if there is a version. */
const savedAtOnce = Effect.fnUntraced(function* (
  contacts: ReadonlyArray<Contact>,
  diet: CustomField,
  versionOf: (n: number) => number | null
) {
  const store = yield* ContactStore
  const asked = contacts.map((contact, n) => {
    const version = versionOf(n)
    if (version === null)
      return store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
    const value = contact.firstName ?? ""
    const changes = [{ field: diet.uuid, key: diet.fieldKey, value, entries: [{ text: value }] }]
    const valued = { ...contact, customFields: applyChanges({}, changes) }
    const created = [contactWrite(digitForms, "contact.created", valued, changes)]
    return store.save({ created, changed: [] }, { definitionsVersion: version })
  })
  return yield* outcomes<boolean, StorageError>(asked, ({ reason }) => reason)
})

/** Fails unless a workspace has so many contacts, values and events, of all but the one. */
const holdsOthers = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  field: CustomField | null,
  stored: number = count - 1
) {
  const store = yield* ContactStore
  const events = yield* EventStore
  const page = { limit: 100, offset: 0 }
  const all = { condition: allOf([]), sort: newestFirst }
  const { total } = yield* store.search(workspace, all, page, withoutLimits)
  assert.strictEqual(total, stored)
  if (field !== null) {
    const valued = { condition: { _tag: "ValuePresent", field: field.uuid }, sort: newestFirst } as const
    assert.strictEqual((yield* store.search(workspace, valued, page, withoutLimits)).total, stored)
  }
  const reading = Effect.map(events.read(workspace, { after: null, types: null, limit: 100 }), (reading) =>
    reading._tag === "Read" ? reading.events.length : 0
  )
  // Whatever else runs in a cluster of Postgres delays events.
  const shown = Effect.repeat(Effect.delay(reading, "10 millis"), { until: (length) => length >= stored, times: 2_000 })
  assert.strictEqual(yield* shown, stored)
})

/**
 * Registers what holds on every database of contacts that are saved at once, of which one fails. `refuse` makes the
 * database refuse rows of a table whose column is `refused`, and `refusal` is how that fails.
 */
export const gatheredSuite = (
  run: <A, E>(test: Effect.Effect<A, E, Ports>) => Effect.Effect<A, unknown, Scope.Scope>,
  refuse: (table: string, column: string) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>,
  refusal: StorageError["reason"]
): void => {
  const inDatabase = (title: string, test: () => Generator<Effect.Effect<unknown, unknown, Ports>, void, never>) =>
    it.live(title, () => run(Effect.gen(test)))

  describe("32 contacts saved concurrently, one of which fails, do not affect each other", () => {
    for (const hasValues of [false, true]) {
      const how = hasValues ? "with values" : "without values"

      inDatabase(`${how}: its uuid is taken`, function* () {
        const { diet, versionNow, workspace } = yield* fixture
        const contacts = yield* Effect.forEach(one("Ada", "Bob"), (name) => newContact(workspace, name))
        const version = hasValues ? yield* versionNow : null
        assert.deepStrictEqual(yield* savedAtOnce(contacts.slice(unable, unable + 1), diet, () => version), ["true"])
        assert.deepStrictEqual(yield* savedAtOnce(contacts, diet, () => version), one("Conflict", "true"))
        yield* holdsOthers(workspace, hasValues ? diet : null, count)
      })

      inDatabase(`${how}: a constraint refuses it`, function* () {
        const { diet, versionNow, workspace } = yield* fixture
        yield* hasValues ? refuse("contact_values", "text") : refuse("contacts", "first_name")
        const contacts = yield* Effect.forEach(one("refused", "Bob"), (name) => newContact(workspace, name))
        const version = hasValues ? yield* versionNow : null
        assert.deepStrictEqual(yield* savedAtOnce(contacts, diet, () => version), one(refusal, "true"))
        yield* holdsOthers(workspace, hasValues ? diet : null)
      })
    }

    inDatabase("its values were read by an earlier version of the definitions", function* () {
      const { diet, versionNow, workspace } = yield* fixture
      const fields = yield* CustomFieldStore
      const transaction = yield* Transaction
      const before = yield* versionNow
      const change = Effect.andThen(fields.lock(workspace, diet.uuid), fields.replace({ ...diet, name: "Food" }))
      yield* transaction.run(change)
      const version = yield* versionNow
      const contacts = yield* Effect.forEach(one("Ada", "Bob"), (name) => newContact(workspace, name))
      const saved = yield* savedAtOnce(contacts, diet, (n) => (n === unable ? before : version))
      assert.deepStrictEqual(saved, one("false", "true"))
      yield* holdsOthers(workspace, diet)
    })

    inDatabase("its text cannot be stored, its value is none, or its identifier is taken", function* () {
      const create = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        given: ReadonlyArray<GivenContact>,
        isUnique: boolean
      ) {
        const settings = Layer.succeed(ContactSettings, { uniqueIdentifiers: isUnique })
        const ports = yield* Effect.context<Storage>()
        const built = Layer.provide(Contacts.layer, [settings, Layer.succeedContext(ports)])
        const contacts = yield* Effect.provide(Contacts, Layer.fresh(built))
        const asked = given.map((contact) => Effect.as(contacts.create(systemCaller(workspace), contact), true))
        return yield* outcomes(asked, ({ _tag }) => _tag)
      })
      const email = (n: number) => ({ email: `${n}@example.org` })
      for (const wrong of [{ firstName: "a\0b" }, { customFields: { unknown: "x" } }, { email: null }]) {
        const { workspace } = yield* fixture
        const given = one<GivenContact>(wrong, {}).map((fields, n) => ({
          ...email(n),
          customFields: { diet: "vegan" },
          ...fields
        }))
        assert.deepStrictEqual(yield* create(workspace, given, false), one("InvalidInput", "true"))
        assert.deepStrictEqual(yield* create(workspace, given, false), one("InvalidInput", "true"))
        yield* holdsOthers(workspace, null, 2 * (count - 1))
      }
      const { workspace } = yield* fixture
      assert.deepStrictEqual(yield* create(workspace, [email(unable)], true), ["true"])
      const given = one({}, {}).map((_, n) => email(n))
      assert.deepStrictEqual(yield* create(workspace, given, true), one("InvalidInput", "true"))
      yield* holdsOthers(workspace, null, count)
    })
  })
}
