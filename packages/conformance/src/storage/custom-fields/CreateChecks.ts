import type { Contact, CustomField, WorkspaceUuid } from "@rollcall/core"
import { contactWrite, type CustomFieldValue, digitForms, type SaveCondition } from "@rollcall/core/people"
import { applyChanges, ContactStore, type ContactWrite, CustomFieldStore } from "@rollcall/core/storage"
import { Deferred, Effect, Fiber, Option } from "effect"
import { current, found, newContact, storedContact } from "../fixtures/ContactFixture.ts"
import { allEvents, contactsOf, typesOf } from "../fixtures/EventFixture.ts"
import { agree, type Check, check, conflicts } from "../shared/Check.ts"
import { concurrently, inTransaction, instantOf, letOthersRun, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { change, fieldRecords, hasValues, storedField } from "../fixtures/FieldFixture.ts"

/** A new contact with values for some fields. */
const written = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  values: ReadonlyArray<readonly [CustomField, CustomFieldValue]>
) {
  const changes = values.map(([field, value]) => change(field, value))
  const contact: Contact = { ...(yield* newContact({ workspaceUuid })), customFields: applyChanges({}, changes) }
  return contactWrite(digitForms, "contact.created", contact, changes)
})

/** Reads the version of a workspace's field definitions. */
const versionOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const fields = yield* CustomFieldStore
  const { version } = yield* inTransaction(fields.lockShared(workspace, []))
  return version
})

/** Saves a new contact if the definitions have this version. Default: the current version. */
const create = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  values: ReadonlyArray<readonly [CustomField, CustomFieldValue]>,
  version?: number
) {
  const store = yield* ContactStore
  const definitionsVersion = version ?? (yield* versionOf(workspace))
  return yield* store.save({ created: [yield* written(workspace, values)], changed: [] }, { definitionsVersion })
})

const replace = (field: CustomField) =>
  inTransaction(Effect.andThen(fieldRecords.lock(field), fieldRecords.replace(field)))

export const createChecks: ReadonlyArray<Check> = [
  check(
    "F2, E1: a conditional save stores a contact with its values and event; an existing uuid is a conflict",
    function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const size = yield* storedField({ workspaceUuid: workspace, fieldKey: "size", fieldType: "number:integer" })
      const diet = yield* storedField({ workspaceUuid: workspace, fieldKey: "diet" })
      const write = yield* written(workspace, [
        [size, 7],
        [diet, "vegan"]
      ])
      const onlyIf = { definitionsVersion: yield* versionOf(workspace) }
      const save = (one: ContactWrite, condition?: SaveCondition) =>
        store.save({ created: [one], changed: [] }, condition)
      yield* agree("With values", yield* save(write, onlyIf), true)
      const one = yield* written(workspace, [[size, 7]])
      yield* agree("In a transaction", yield* inTransaction(save(one, onlyIf)), true)
      const none = yield* written(workspace, [])
      yield* agree("Without values", yield* save(none), true)
      const blank = yield* written(workspace, [])
      yield* agree("Without values, on the condition", yield* save(blank, onlyIf), true)
      const contacts = [write, one, none, blank].map(({ contact }) => contact)
      const stored = yield* found(workspace)
      yield* agree(
        "The contacts",
        new Map(stored.items.map((contact) => [contact.uuid, contact])),
        new Map(contacts.map((contact) => [contact.uuid, contact]))
      )
      const seven = yield* found(workspace, {
        _tag: "ValueMatches",
        field: size.uuid,
        test: { _tag: "NumberWithin", interval: { min: { value: 7, inclusive: true } } }
      })
      yield* agree(
        "Those with the size",
        new Set(uuidsOf(seven.items)),
        new Set([write.contact.uuid, one.contact.uuid])
      )
      for (const { contact } of [write, none]) {
        const another = contactWrite(digitForms, "contact.created", contact, [change(diet, "keto")])
        yield* conflicts("Another one", save(another, onlyIf))
      }
      const events = yield* allEvents(workspace)
      yield* agree(
        "The events",
        typesOf(events),
        contacts.map(() => "contact.created")
      )
      yield* agree("Whose they are", new Set(contactsOf(events)), new Set(uuidsOf(contacts)))
    }
  ),

  check("F3, F4, F7: save writes nothing after a definition of the workspace was changed or archived", function* () {
    const store = yield* ContactStore
    const workspace = yield* newWorkspace
    const field = yield* storedField({ workspaceUuid: workspace, fieldType: "select", selectOptions: [] })
    const other = yield* storedField({ workspaceUuid: workspace, fieldKey: "other" })
    const known = yield* storedContact({ workspaceUuid: workspace })
    const elsewhere = yield* storedField()
    const version = yield* versionOf(elsewhere.workspaceUuid)
    const changes = [
      { ...field, name: "Food", editable: false, updatedAt: instantOf(1) },
      { ...field, fieldType: "multiselect" },
      { ...field, fieldType: "text", selectOptions: null },
      { ...other, status: "archived", archivedAt: instantOf(2) }
    ] satisfies ReadonlyArray<CustomField>
    for (const [n, changed] of changes.entries()) {
      const before = yield* versionOf(workspace)
      yield* agree("Before", yield* create(workspace, [[field, "x"]], before), true)
      yield* replace(changed)
      yield* agree("One", yield* create(workspace, [[field, "x"]], before), false)
      yield* agree("In a transaction", yield* inTransaction(create(workspace, [[field, "x"]], before)), false)
      const writes = {
        created: [yield* written(workspace, [[field, "x"]]), yield* written(workspace, [])],
        changed: [contactWrite(digitForms, "contact.updated", { ...known, firstName: `${n}` })]
      }
      const stale = { definitionsVersion: before }
      yield* agree("Several", yield* store.save(writes, stale), false)
      yield* agree("Several new ones", yield* store.save({ ...writes, changed: [] }, stale), false)
      yield* agree("A changed one", yield* store.save({ ...writes, created: [] }, stale), false)
      yield* agree("By the version as it is", yield* create(workspace, [[field, "x"]]), true)
    }
    yield* agree("How many there are", (yield* found(workspace)).total, 1 + 2 * changes.length)
    yield* agree("How many events", (yield* allEvents(workspace)).length, 1 + 2 * changes.length)
    yield* agree("The known one", yield* current(known), Option.some(known))
    yield* agree("Of another workspace", yield* create(elsewhere.workspaceUuid, [[elsewhere, "x"]], version), true)
    yield* storedField({ workspaceUuid: elsewhere.workspaceUuid, fieldKey: "new" })
    yield* agree("With a new one", yield* create(elsewhere.workspaceUuid, [[elsewhere, "x"]], version), true)
  }),

  check("F4: rolling back a change of a definition leaves the version unchanged", function* () {
    const field = yield* storedField()
    const before = yield* versionOf(field.workspaceUuid)
    const change = Effect.andThen(replace({ ...field, fieldType: "number:integer" }), Effect.fail("refused"))
    yield* Effect.flip(inTransaction(change))
    yield* agree("Is stored", yield* create(field.workspaceUuid, [[field, "x"]], before), true)
  }),

  check("F2, E1: contacts saved concurrently are stored like contacts saved in one step", function* () {
    const store = yield* ContactStore
    const values = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
      const size = yield* storedField({ workspaceUuid, fieldKey: "size", fieldType: "number:integer" })
      const diet = yield* storedField({ workspaceUuid, fieldKey: "diet" })
      const writes = yield* Effect.forEach(Array.from({ length: 12 }), (_, n) =>
        written(workspaceUuid, [
          ...(n % 2 === 0 ? [[size, n] as const] : []),
          ...(n % 3 === 0 ? [[diet, "vegan"] as const] : [])
        ])
      )
      return { size, diet, writes, onlyIf: { definitionsVersion: yield* versionOf(workspaceUuid) } }
    })
    const outcomeOf = Effect.fnUntraced(function* (
      workspace: WorkspaceUuid,
      { diet, size, writes }: Effect.Success<ReturnType<typeof values>>
    ) {
      const placeOf = new Map<string, number>(writes.map(({ contact }, n) => [contact.uuid, n]))
      const places = (uuids: ReadonlyArray<string>) => new Set(uuids.map((uuid) => placeOf.get(uuid)))
      const having = (field: CustomField) =>
        Effect.map(found(workspace, { _tag: "ValuePresent", field: field.uuid }), ({ items }) => places(uuidsOf(items)))
      const { items } = yield* found(workspace)
      const events = yield* allEvents(workspace)
      return {
        contacts: new Map(items.map(({ customFields, uuid }) => [placeOf.get(uuid), customFields])),
        withDiet: yield* having(diet),
        withSize: yield* having(size),
        events: [places(contactsOf(events)), new Set(typesOf(events)), events.length]
      }
    })
    const [one, other] = [yield* newWorkspace, yield* newWorkspace]
    const [atOnce, together] = [yield* values(one), yield* values(other)]
    const save = (write: ContactWrite) => store.save({ created: [write], changed: [] }, atOnce.onlyIf)
    const saved = yield* Effect.forEach(atOnce.writes, save, concurrently)
    yield* agree("At once", new Set(saved), new Set([true]))
    const step = store.save({ created: together.writes, changed: [] }, together.onlyIf)
    yield* agree("In one step", yield* step, true)
    const outcome = yield* outcomeOf(one, atOnce)
    yield* agree("How many with a size", outcome.withSize.size, 6)
    yield* agree("What is stored", outcome, yield* outcomeOf(other, together))
  }),

  check("F4: of many concurrent saves, those with the definitions' current version are stored", function* () {
    const field = yield* storedField()
    const workspace = field.workspaceUuid
    const elsewhere = yield* storedField()
    yield* replace({ ...field, name: "Food" })
    const version = yield* versionOf(workspace)
    const given = Array.from({ length: 24 }, (_, n) =>
      n % 3 === 0
        ? create(workspace, [[field, "x"]], version - 1)
        : n % 3 === 1
          ? create(workspace, [[field, "x"]], version)
          : create(elsewhere.workspaceUuid, [[elsewhere, "x"]])
    )
    const done = yield* Effect.all(given, concurrently)
    yield* agree(
      "Which are stored",
      done,
      given.map((_, n) => n % 3 !== 0)
    )
    yield* agree(
      "How many there are",
      [(yield* found(workspace)).total, (yield* found(elsewhere.workspaceUuid)).total],
      [8, 8]
    )
  }),

  check(
    "F4: save waits for transactions that locked the definitions, and writes nothing if they changed one",
    function* () {
      for (const isChanged of [true, false]) {
        const field = yield* storedField()
        const version = yield* versionOf(field.workspaceUuid)
        const locked = yield* Deferred.make<void>()
        const others = yield* Effect.replicateEffect(
          Effect.forkChild(
            Effect.andThen(Deferred.await(locked), create(field.workspaceUuid, [[field, "x"]], version))
          ),
          4
        )
        yield* inTransaction(
          Effect.gen(function* () {
            yield* fieldRecords.lock(field)
            yield* Deferred.succeed(locked, undefined)
            yield* letOthersRun
            yield* agree("Has values", yield* hasValues(field), false)
            if (isChanged) yield* fieldRecords.replace({ ...field, fieldType: "number:integer" })
          })
        )
        for (const other of others) yield* agree("Is stored", yield* Fiber.join(other), !isChanged)
        yield* agree("Has values then", yield* hasValues(field), !isChanged)
      }
    }
  ),

  check("F4: locking a definition waits for the saves that use its version", function* () {
    const field = yield* storedField()
    const created = yield* Deferred.make<void>()
    const change = inTransaction(Effect.andThen(fieldRecords.lock(field), hasValues(field)))
    const other = yield* Effect.forkChild(Effect.andThen(Deferred.await(created), change))
    yield* inTransaction(
      Effect.gen(function* () {
        yield* agree("Is stored", yield* create(field.workspaceUuid, [[field, "x"]]), true)
        yield* Deferred.succeed(created, undefined)
        yield* letOthersRun
      })
    )
    yield* agree("Has values", yield* Fiber.join(other), true)
  })
]
