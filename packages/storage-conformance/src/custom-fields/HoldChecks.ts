import { type CustomField, CustomFieldStore, Transaction } from "@rollcall/core"
import { Deferred, Effect, Equal, Fiber, Option } from "effect"
import { current } from "../contacts/Fixture.ts"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import type { PortNeeds } from "./DefinitionChecks.ts"
import { change, instantOf, revalue, storedField, valuedContact } from "./Fixture.ts"

const run = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const transaction = yield* Transaction
  return yield* transaction.run(effect)
})

const lock = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: CustomField) {
  const store = yield* CustomFieldStore
  return yield* Effect.flatMap(store.lock(workspaceUuid, uuid), Effect.fromOption)
})

/** What holding and locking promise those that ask while others do. */
export const holdChecks: ReadonlyArray<Check<PortNeeds>> = [
  check(
    "F4: nobody changes or archives a definition that is held, until the one that holds it is done",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const field = yield* storedField()
      const { fieldKey, uuid, workspaceUuid } = field
      for (const change of [
        Effect.flatMap(lock(field), (found) => store.replace({ ...found, fieldType: "number:integer" })),
        Effect.flatMap(lock(field), (found) =>
          store.replace({ ...found, status: "archived", archivedAt: instantOf(1), updatedAt: instantOf(1) })
        )
      ]) {
        const before = yield* store.find(workspaceUuid, uuid)
        const held = yield* Deferred.make<void>()
        const other = yield* Effect.forkChild(Effect.andThen(Deferred.await(held), run(change)))
        yield* run(
          Effect.gen(function* () {
            const definitions = yield* store.lockShared(workspaceUuid, [fieldKey])
            yield* agree("What is held", definitions, Option.toArray(before))
            yield* Deferred.succeed(held, undefined)
            // Each of these gives the other one a chance to go on, if nothing keeps it.
            for (let look = 0; look < 10; look++) {
              yield* Effect.yieldNow
              yield* agree("While it is held", yield* store.named(workspaceUuid, [fieldKey]), definitions)
            }
          })
        )
        yield* Fiber.join(other)
        const after = yield* store.find(workspaceUuid, uuid)
        yield* holds("It changes in the end", !Equal.equals(after, before), after)
      }
      const archived: CustomField = {
        ...field,
        fieldType: "number:integer",
        status: "archived",
        archivedAt: instantOf(1),
        updatedAt: instantOf(1)
      }
      yield* agree("The definition in the end", yield* store.find(workspaceUuid, uuid), Option.some(archived))
    })
  ),

  check(
    "F4: those that hold a definition while it is locked see it as it is when the lock is gone",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const field = yield* storedField()
      const { fieldKey, workspaceUuid } = field
      const changed: CustomField = { ...field, fieldType: "number:integer", updatedAt: instantOf(1) }
      const locked = yield* Deferred.make<void>()
      const holders = yield* Effect.forEach(Array.from({ length: 4 }), () =>
        Effect.forkChild(Effect.andThen(Deferred.await(locked), run(store.lockShared(workspaceUuid, [fieldKey]))))
      )
      yield* run(
        Effect.gen(function* () {
          yield* lock(field)
          yield* Deferred.succeed(locked, undefined)
          for (let look = 0; look < 10; look++) {
            yield* Effect.yieldNow
            yield* agree("While it is locked", yield* store.named(workspaceUuid, [fieldKey]), [field])
          }
          yield* store.replace(changed)
        })
      )
      for (const holder of holders) yield* agree("What is held", yield* Fiber.join(holder), [changed])
    })
  ),

  check(
    "lock keeps those away that would change the definition, so that no change is lost",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      const field = yield* storedField({ name: "0" })
      const increment = Effect.gen(function* () {
        const found = yield* lock(field)
        yield* Effect.yieldNow
        yield* store.replace({ ...found, name: `${Number(found.name) + 1}` })
      })
      yield* Effect.all(
        Array.from({ length: 20 }, () => run(increment)),
        { concurrency: "unbounded", discard: true }
      )
      const found = yield* store.find(field.workspaceUuid, field.uuid)
      yield* agree("The definition", found, Option.some({ ...field, name: "20" }))
    })
  ),

  check(
    "F4: of those that write a value for what they hold and one that locks and asks for values, each is right",
    Effect.gen(function* () {
      const store = yield* CustomFieldStore
      for (let round = 0; round < 6; round++) {
        const field = yield* storedField()
        const { fieldKey, uuid, workspaceUuid } = field
        const contact = yield* valuedContact(workspaceUuid, [])
        const write = Effect.gen(function* () {
          const [held] = yield* store.lockShared(workspaceUuid, [fieldKey])
          if (held === undefined) return
          yield* revalue(contact, [change(held, held.fieldType === "text" ? "9" : 9)])
        })
        const retype = Effect.gen(function* () {
          const found = yield* lock(field)
          if (yield* store.hasValues(workspaceUuid, uuid)) return
          yield* store.replace({ ...found, fieldType: "number:integer" })
        })
        const both = round % 2 === 0 ? [run(write), run(retype)] : [run(retype), run(write)]
        yield* Effect.all(both, { concurrency: "unbounded", discard: true })
        const type = Option.map(yield* store.find(workspaceUuid, uuid), ({ fieldType }) => fieldType)
        const values = Option.map(yield* current(contact), ({ customFields }) => customFields)
        const diet = Option.contains(type, "text") ? "9" : 9
        yield* agree("The value", values, Option.some({ diet }))
      }
    })
  )
]
