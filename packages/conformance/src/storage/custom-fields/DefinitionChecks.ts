import { type CustomField, CustomFieldUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { compareCodePoints, CustomFieldStore } from "@rollcall/core/storage"
import { DateTime, Deferred, Effect, Fiber, Option } from "effect"
import { current } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { concurrently, inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import { isolatedRecordChecks, lockCheck } from "../shared/RecordLaws.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { hostileKeys } from "../fixtures/FieldArbitrary.ts"
import {
  archive,
  change,
  fieldRecords,
  hasValues,
  newField,
  storedField,
  valuedContact
} from "../fixtures/FieldFixture.ts"

/** Fails unless both ways to read definitions by key return these definitions. */
const named = Effect.fnUntraced(function* (
  workspace: CustomField["workspaceUuid"],
  keys: ReadonlyArray<string>,
  expected: ReadonlyArray<CustomField>
) {
  const store = yield* CustomFieldStore
  yield* agree("named", yield* store.named(workspace, keys), expected)
  yield* agree("lockShared", (yield* inTransaction(store.lockShared(workspace, keys))).definitions, expected)
})

/** Repeats a read for as long as an operation without lock waits takes. */
const meanwhile = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.replicateEffect(Effect.andThen(Effect.yieldNow, read), 10, { discard: true })

export const definitionChecks: ReadonlyArray<Check> = [
  ...isolatedRecordChecks(fieldRecords),

  lockCheck(fieldRecords, { of: ({ name }) => Number(name), set: (field, n) => ({ ...field, name: `${n}` }) }),

  check("F1, F7: a key is unique in its workspace, even if its definition is archived", function* () {
    const store = yield* CustomFieldStore
    const first = yield* storedField()
    const { workspaceUuid } = first
    const second = yield* newField({ workspaceUuid })
    yield* agree("A second one", yield* store.insert(second), false)
    yield* agree("What there is", yield* store.all(workspaceUuid), [first])
    const archived = yield* archive(first, 1)
    yield* agree("Once the first is archived", yield* store.insert(second), false)
    yield* agree("What there is then", yield* store.all(workspaceUuid), [archived])
    yield* agree("Another key", yield* store.insert({ ...second, fieldKey: "diet_2" }), true)
    yield* agree("The key in another workspace", yield* store.insert(yield* newField()), true)
  }),

  check("F1: only one of many concurrent inserts of a key succeeds", function* () {
    const store = yield* CustomFieldStore
    const workspaceUuid = yield* newWorkspace
    const fields = yield* Effect.replicateEffect(newField({ workspaceUuid }), 16)
    const inserted = yield* Effect.forEach(fields, store.insert, concurrently)
    yield* agree("Who does", inserted.filter(Boolean), [true])
    yield* agree(
      "What there is",
      yield* store.all(workspaceUuid),
      fields.filter((_, n) => inserted[n])
    )
  }),

  check(
    "F7: only all returns archived definitions, named and lockShared do not; the order is oldest first, then uuid",
    function* () {
      const store = yield* CustomFieldStore
      const workspaceUuid = yield* newWorkspace
      const uuids = yield* Effect.replicateEffect(nextId, 23)
      const stored: Array<CustomField> = []
      for (const [n, uuid] of uuids.entries()) {
        const field = yield* storedField({
          workspaceUuid,
          uuid: CustomFieldUuid.make(uuids[(n * 7) % uuids.length] ?? uuid),
          fieldKey: hostileKeys[n] ?? `key_${n}`,
          createdAt: instantOf(n % 4)
        })
        stored.push(n % 3 === 0 ? yield* archive(field, 9) : field)
      }
      const fields = stored.toSorted(
        (a, b) => DateTime.Order(a.createdAt, b.createdAt) || compareCodePoints(a.uuid, b.uuid)
      )
      yield* agree("all", yield* store.all(workspaceUuid), fields)
      const some = fields.filter((_, n) => n % 4 !== 0)
      const keys = some.map(({ fieldKey }) => fieldKey).toReversed()
      const active = some.filter(({ status }) => status === "active")
      yield* named(workspaceUuid, [...keys, ...keys.slice(0, 2), "unknown"], active)
      yield* named(workspaceUuid, [], [])
    }
  ),

  check(
    "F1: a string that is no key finds no definition, even if a database or JavaScript interprets it",
    function* () {
      const { workspaceUuid } = yield* storedField({ fieldKey: "x" })
      const texts = hostileTexts.filter((text) => !/^[a-z][a-z0-9_]*$/.test(text))
      yield* named(workspaceUuid, [...texts, "", "X", "x ", "%x", "' OR ''='"], [])
    }
  ),

  check("A1: workspaces share no definitions or values, even with the same uuid and key", function* () {
    const store = yield* CustomFieldStore
    const field = yield* storedField()
    const namesake = yield* storedField({ uuid: field.uuid })
    const { fieldKey, uuid, workspaceUuid } = field
    const contact = yield* valuedContact(workspaceUuid, [change(field, "vegan")])
    const archived = yield* archive(namesake, 1)
    yield* agree("Has values", [yield* hasValues(field), yield* hasValues(namesake)], [true, false])
    yield* agree("In a third workspace", yield* store.hasValues(yield* newWorkspace, uuid), false)
    yield* agree("all", yield* store.all(workspaceUuid), [field])
    yield* agree("all of the namesake's", yield* store.all(namesake.workspaceUuid), [archived])
    yield* named(workspaceUuid, [fieldKey], [field])
    yield* agree("The contact", yield* current(contact), Option.some(contact))
  }),

  check("F4: changing or archiving a definition waits for transactions with lockShared", function* () {
    const store = yield* CustomFieldStore
    const field = yield* storedField()
    const { fieldKey, workspaceUuid } = field
    const retyped: CustomField = { ...field, fieldType: "number:integer" }
    const archived: CustomField = { ...retyped, status: "archived", archivedAt: instantOf(1) }
    for (const [before, after] of [
      [field, retyped],
      [retyped, archived]
    ] as const) {
      const locked = yield* Deferred.make<void>()
      const change = inTransaction(Effect.andThen(fieldRecords.lock(field), fieldRecords.replace(after)))
      const other = yield* Effect.forkChild(Effect.andThen(Deferred.await(locked), change))
      yield* inTransaction(
        Effect.gen(function* () {
          yield* agree("What is locked", (yield* store.lockShared(workspaceUuid, [fieldKey])).definitions, [before])
          yield* Deferred.succeed(locked, undefined)
          const read = Effect.flatMap(fieldRecords.find(field), (found) =>
            agree("Meanwhile", found, Option.some(before))
          )
          yield* meanwhile(read)
        })
      )
      yield* Fiber.join(other)
      yield* agree("Afterwards", yield* fieldRecords.find(field), Option.some(after))
    }
  }),

  check("F4: lockShared waits for lock, and returns the definition in its new state", function* () {
    const store = yield* CustomFieldStore
    const field = yield* storedField()
    const { fieldKey, workspaceUuid } = field
    const changed: CustomField = { ...field, fieldType: "number:integer", updatedAt: instantOf(1) }
    const locked = yield* Deferred.make<void>()
    const lockShared = inTransaction(store.lockShared(workspaceUuid, [fieldKey]))
    const others = yield* Effect.replicateEffect(
      Effect.forkChild(Effect.andThen(Deferred.await(locked), lockShared)),
      4
    )
    yield* inTransaction(
      Effect.gen(function* () {
        yield* fieldRecords.lock(field)
        yield* Deferred.succeed(locked, undefined)
        yield* meanwhile(
          Effect.flatMap(store.named(workspaceUuid, [fieldKey]), (found) => agree("Meanwhile", found, [field]))
        )
        yield* store.replace(changed)
      })
    )
    for (const other of others) yield* agree("What is locked", (yield* Fiber.join(other)).definitions, [changed])
  })
]
