import type { Contact, CustomField, WorkspaceUuid } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/contacts"
import type { CustomFieldValue } from "@rollcall/core/custom-fields"
import { applyChanges, ContactStore } from "@rollcall/core/storage"
import { Deferred, Effect, Fiber } from "effect"
import { found, newContact } from "../contacts/Fixture.ts"
import { allEvents, contactsOf, typesOf } from "../events/Fixture.ts"
import { agree, type Check, check, conflicts } from "../shared/Check.ts"
import { concurrently, inTransaction, instantOf, letOthersRun, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { archive, change, fieldRecords, hasValues, newField, storedField } from "./Fixture.ts"

/** A new contact with one value for each of some fields. */
const written = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  values: ReadonlyArray<readonly [CustomField, CustomFieldValue]>
) {
  const changes = values.map(([field, value]) => change(field, value))
  const contact: Contact = { ...(yield* newContact({ workspaceUuid })), customFields: applyChanges({}, changes) }
  return contactWrite(digitForms, "contact.created", contact, changes)
})

const create = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  values: ReadonlyArray<readonly [CustomField, CustomFieldValue]>
) {
  const store = yield* ContactStore
  const write = yield* written(workspace, values)
  return yield* store.create(
    write,
    values.map(([field]) => field)
  )
})

const replace = (field: CustomField) =>
  inTransaction(Effect.andThen(fieldRecords.lock(field), fieldRecords.replace(field)))

const options: CustomField["selectOptions"] = []

/** The contract of `ContactStore.create` for contacts with custom values. */
export const createChecks: ReadonlyArray<Check> = [
  check("F2, E1: create stores a contact with its values and its event, and a taken uuid is a conflict", function* () {
    const store = yield* ContactStore
    const workspace = yield* newWorkspace
    const size = yield* storedField({ workspaceUuid: workspace, fieldKey: "size", fieldType: "number:integer" })
    const diet = yield* storedField({ workspaceUuid: workspace, fieldKey: "diet" })
    const write = yield* written(workspace, [
      [size, 7],
      [diet, "vegan"]
    ])
    yield* agree("With values", yield* store.create(write, [diet, size]), true)
    const one = yield* written(workspace, [[size, 7]])
    yield* agree("In a transaction", yield* inTransaction(store.create(one, [size])), true)
    const none = yield* written(workspace, [])
    yield* agree("Without values", yield* store.create(none, []), true)
    const blank = yield* written(workspace, [])
    yield* agree("Without values, by a definition", yield* store.create(blank, [diet]), true)
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
    yield* agree("Those with the size", new Set(uuidsOf(seven.items)), new Set([write.contact.uuid, one.contact.uuid]))
    for (const { contact } of [write, none]) {
      yield* conflicts(
        "Another one",
        store.create(contactWrite(digitForms, "contact.created", contact, [change(diet, "keto")]), [diet])
      )
    }
    const events = yield* allEvents(workspace)
    yield* agree(
      "The events",
      typesOf(events),
      contacts.map(() => "contact.created")
    )
    yield* agree("Whose they are", new Set(contactsOf(events)), new Set(uuidsOf(contacts)))
  }),

  check(
    "F3, F4, F7: create writes nothing by a definition that is archived, retyped, or has other options",
    function* () {
      const workspace = yield* newWorkspace
      const field = yield* storedField({ workspaceUuid: workspace, fieldType: "select", selectOptions: options })
      const other = yield* storedField({ workspaceUuid: workspace, fieldKey: "other" })
      const refused = (what: string, ...given: ReadonlyArray<CustomField>) =>
        Effect.flatMap(
          create(
            workspace,
            given.map((field) => [field, "x"] as const)
          ),
          (done) => agree(what, done, false)
        )
      const renamed: CustomField = { ...field, name: "Food", editable: false, updatedAt: instantOf(1) }
      yield* replace(renamed)
      yield* agree("Renamed", yield* create(workspace, [[field, "x"]]), true)
      yield* refused("Of another type", { ...field, fieldType: "multiselect" })
      yield* refused("Without options", { ...field, selectOptions: null })
      yield* refused("Unknown", yield* newField({ workspaceUuid: workspace, fieldKey: "new" }))
      yield* refused("One of two", other, { ...field, fieldType: "text" })
      yield* archive(other, 2)
      yield* refused("Archived", other)
      yield* refused("One of two that is archived", field, other)
      yield* agree("How many there are", (yield* found(workspace)).total, 1)
      yield* agree("How many events", (yield* allEvents(workspace)).length, 1)
      yield* agree("Has values", [yield* hasValues(field), yield* hasValues(other)], [true, false])
    }
  ),

  check("F4: of many that are created at once those are stored whose definitions are so", function* () {
    const workspace = yield* newWorkspace
    const field = yield* storedField({ workspaceUuid: workspace })
    const elsewhere = yield* storedField()
    const stale: CustomField = { ...field, fieldType: "number:integer" }
    const given = Array.from({ length: 24 }, (_, n) =>
      n % 3 === 0
        ? create(workspace, [[stale, 7]])
        : n % 3 === 1
          ? create(workspace, [[field, "x"]])
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
    "F4: create waits for those that have locked its definition, and writes nothing if they changed it",
    function* () {
      for (const isChanged of [true, false]) {
        const field = yield* storedField()
        const locked = yield* Deferred.make<void>()
        const others = yield* Effect.replicateEffect(
          Effect.forkChild(Effect.andThen(Deferred.await(locked), create(field.workspaceUuid, [[field, "x"]]))),
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

  check("F4: a definition is locked only after those that were created by it", function* () {
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
