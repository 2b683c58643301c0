import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Contacts, ContactValues } from "@rollcall/core"
import { isFieldKey } from "@rollcall/core/people"
import { CustomFieldStore } from "@rollcall/core/storage"
import { contactWith, define, everything, newCaller, refusal, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

suite(services)("the values of a contact", (test) => {
  test("F2: are set by uuid or by key and cleared by null; one rejected value rejects all", function* () {
    const values = yield* ContactValues
    const caller = yield* newCaller
    const size = yield* define(caller.workspace, { fieldKey: "size", fieldType: "number:integer" })
    yield* define(caller.workspace, { fieldKey: "diet" })
    const { uuid } = yield* contactWith(caller.workspace, { diet: "vegan" })
    assert.deepStrictEqual(yield* values.replace(caller, uuid, size.uuid, 9), {
      diet: "vegan",
      size: 9
    })
    assert.deepStrictEqual(yield* values.update(caller, uuid, { diet: null, size: 10 }), {
      size: 10
    })
    const refused = values.update(caller, uuid, { diet: "keto", size: "11" })
    assert.deepStrictEqual(yield* refusal(refused), ["value_error customFields.size"])
    assert.deepStrictEqual(yield* values.get(caller, uuid), { size: 10 })
    assert.deepStrictEqual(yield* values.replace(caller, uuid, size.uuid, null), {})
  })

  test("F2: of one contact set concurrently are all kept", function* () {
    const values = yield* ContactValues
    const caller = yield* newCaller
    const keys = Array.from({ length: 20 }, (_, n) => `key_${n}`)
    yield* Effect.forEach(keys, (fieldKey) => define(caller.workspace, { fieldKey }))
    const { uuid } = yield* contactWith(caller.workspace)
    yield* Effect.forEach(keys, (key) => values.update(caller, uuid, { [key]: key }), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(yield* values.get(caller, uuid), Object.fromEntries(keys.map((key) => [key, key])))
  })

  test("F2, S7: with unknown keys are rejected by name, and a string that is no key is not looked up in the store", function* () {
    const store = yield* CustomFieldStore
    const caller = yield* newCaller
    yield* define(caller.workspace, { fieldKey: "x" })
    const { uuid } = yield* contactWith(caller.workspace, { x: "stays" })
    const asked: Array<string> = []
    const watched = CustomFieldStore.of({
      ...store,
      named: (workspace, keys) => (asked.push(...keys), store.named(workspace, keys)),
      lockShared: (workspace, keys) => (asked.push(...keys), store.lockShared(workspace, keys))
    })
    yield* Effect.gen(function* () {
      const contacts = yield* Contacts
      for (const key of ["y", "__proto__", "toString", "a\0b", "\ud800", "$.x", "x' OR '1'='1", "%", "X", " x", ""]) {
        const given = Object.fromEntries([[key, "Mallory"]])
        assert.deepStrictEqual(yield* refusal(contacts.update(caller, uuid, { customFields: given })), [
          `unknown_field customFields.${key}`
        ])
        const search = { advancedSearch: [{ field: key, operator: "exists" as const }], sortBy: { field: key } }
        assert.deepStrictEqual(yield* refusal(contacts.search(caller, search, everything)), [
          "value_error advancedSearch[0].field",
          "value_error sortBy.field"
        ])
      }
      assert.deepStrictEqual((yield* contacts.get(caller, uuid)).customFields, { x: "stays" })
    }).pipe(Effect.provide(Contacts.layer, { local: true }), Effect.provideService(CustomFieldStore, watched))
    assert.isNotEmpty(asked)
    assert.deepStrictEqual(
      asked.filter((key) => !isFieldKey(key)),
      []
    )
  })
})
