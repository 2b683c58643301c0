import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  Contacts,
  ContactValues,
  type CustomField,
  CustomFields,
  type SearchRequest,
  systemCaller,
  type WorkspaceUuid
} from "@rollcall/core"
import { SelectOptionUuid, slice } from "@rollcall/core/operations"
import { ContactErasure, type Filter, type GivenDefinition } from "@rollcall/core/people"
import { CustomFieldStore } from "@rollcall/core/storage"
import { contactWith, define, everything, newCaller, newDefinition, refusal, services } from "../../Services.ts"

/** How many contacts a search finds. */
const found = (workspace: WorkspaceUuid, request: SearchRequest) =>
  Effect.flatMap(Contacts, (contacts) =>
    Effect.map(contacts.search(systemCaller(workspace), request, everything), ({ total }) => total)
  )

const by = (filter: Filter): SearchRequest => ({ advancedSearch: [filter] })

layer(services)("CustomFields", (it) => {
  it.effect(
    "F1: a key is made from the name, numbered while it is taken (even by an archived field), and never changes",
    () =>
      Effect.gen(function* () {
        const fields = yield* CustomFields
        const caller = yield* newCaller
        const first = yield* define(caller.workspace, { name: "Größe (cm)" })
        const second = yield* define(caller.workspace, { name: "GROSSE cm" })
        yield* fields.archive(caller, second.uuid)
        const third = yield* define(caller.workspace, { name: "grosse__cm" })
        const predefined = yield* define(caller.workspace, { name: "Email" })
        assert.deepStrictEqual(
          [first, second, third, predefined].map(({ fieldKey }) => fieldKey),
          ["grosse_cm", "grosse_cm_2", "grosse_cm_3", "email_2"]
        )
        const changed = yield* fields.replace(caller, first.uuid, { name: "Height", fieldType: "text" })
        assert.deepInclude(changed, { fieldKey: "grosse_cm", name: "Height", editable: true, icon: null })
        for (const fieldKey of ["grosse_cm", "grosse_cm_2"]) {
          assert.deepStrictEqual(yield* refusal(define(caller.workspace, { fieldKey })), ["already_exists fieldKey"])
        }
        assert.strictEqual((yield* fields.list(caller, {}, everything)).total, 3)
      })
  )

  it.effect("F1: fields with one name created concurrently get distinct keys, numbered without a gap", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      const making = Effect.replicateEffect(define(workspace, { name: "Größe" }), 32, { concurrency: "unbounded" })
      const keys = (yield* making).map(({ fieldKey }) => fieldKey)
      assert.sameMembers(
        keys,
        keys.map((_, n) => (n === 0 ? "grosse" : `grosse_${n + 1}`))
      )
    })
  )

  it.effect("F1: of many concurrent requests for a key, one gets it, and each gets a key of its name", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      const atOnce = { concurrency: "unbounded" } as const
      const asked = Effect.replicateEffect(refusal(define(workspace, { fieldKey: "tier" })), 20, atOnce)
      assert.lengthOf(
        (yield* asked).filter(([issue]) => issue === "already_exists fieldKey"),
        19
      )
      const made = yield* Effect.replicateEffect(define(workspace, { name: "Tier" }), 20, atOnce)
      assert.strictEqual(new Set(made.map(({ fieldKey }) => fieldKey)).size, 20)
    })
  )

  it.effect("F3: an option is found by key, uuid or exact label; an archived one is found but cannot be set", () =>
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const caller = yield* newCaller
      const input = newDefinition({ name: "Tier", fieldType: "multiselect" })
      const tier = yield* define(caller.workspace, { ...input, selectOptions: ["Gold", "'; --", "__proto__"] })
      const [gold, sql, proto] = tier.selectOptions ?? []
      const given = [gold?.uuid.toUpperCase(), sql?.displayLabel, proto?.fieldKey]
      const { uuid } = yield* contactWith(caller.workspace, { tier: given })
      const kept = [gold, sql, proto].map((option) => `${option?.fieldKey}`)
      assert.deepStrictEqual(yield* values.get(caller, uuid), { tier: kept })

      const fewer = yield* fields.replace(caller, tier.uuid, { ...input, selectOptions: ["__proto__", "New"] })
      assert.deepStrictEqual(
        fewer.selectOptions?.filter(({ archived }) => archived).map(({ uuid }) => uuid),
        [gold, sql].flatMap((option) => option?.uuid ?? [])
      )
      assert.deepStrictEqual(yield* values.get(caller, uuid), { tier: kept })
      const finds = (value: unknown) => found(caller.workspace, by({ field: "tier", operator: "equals", value }))
      for (const option of tier.selectOptions ?? []) {
        assert.deepStrictEqual([yield* finds(option.displayLabel), yield* finds(option.uuid)], [1, 1])
      }
      assert.strictEqual(yield* finds(["'; --", "__proto__", "Gold"]), 1)
      assert.strictEqual(yield* finds(["__proto__", "Gold"]), 0)
      const set = values.replace(caller, uuid, tier.uuid, ["Gold", "New"])
      assert.deepStrictEqual(yield* set, { tier: ["gold", "new"] })
      const other = yield* contactWith(caller.workspace)
      const setOther = values.replace(caller, other.uuid, tier.uuid, ["Gold", "New"])
      assert.deepStrictEqual(yield* refusal(setOther), ["archived_option customFields.tier"])

      const back = yield* fields.replace(caller, tier.uuid, { ...input, selectOptions: ["New", "Gold"] })
      assert.deepStrictEqual(
        back.selectOptions?.find(({ displayLabel }) => displayLabel === "Gold"),
        gold
      )
      assert.deepStrictEqual(yield* setOther, { tier: ["gold", "new"] })
    })
  )

  it.effect("F3: an option renamed by its uuid keeps its contacts, and is found by its new label", () =>
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const caller = yield* newCaller
      const input = newDefinition({ name: "Phase", fieldType: "select" })
      const phase = yield* define(caller.workspace, { ...input, selectOptions: ["Lead!", "Customer", "Gone"] })
      const { uuid } = yield* contactWith(caller.workspace, { phase: "Lead!" })
      yield* fields.replace(caller, phase.uuid, { ...input, selectOptions: ["Lead!", "Customer"] })
      const [lead, customer, gone] = phase.selectOptions ?? []
      if (lead === undefined || customer === undefined || gone === undefined) assert.fail("three options are defined")
      const renamed = yield* fields.replace(caller, phase.uuid, {
        ...input,
        selectOptions: [{ uuid: lead.uuid, displayLabel: " Hot lead " }, customer, { ...gone, archived: true }]
      })
      assert.deepStrictEqual(renamed.selectOptions, [
        { ...lead, displayLabel: "Hot lead" },
        customer,
        { ...gone, archived: true }
      ])
      assert.deepStrictEqual(yield* values.get(caller, uuid), { phase: "lead" })
      const finds = (value: unknown) => found(caller.workspace, by({ field: "phase", operator: "equals", value }))
      assert.deepStrictEqual([yield* finds("Hot lead"), yield* finds("lead"), yield* finds("Lead!")], [1, 1, 0])

      const refused = (selectOptions: GivenDefinition["selectOptions"]) =>
        refusal(fields.replace(caller, phase.uuid, { ...input, selectOptions }))
      assert.deepStrictEqual(yield* refused([{ uuid: SelectOptionUuid.make(phase.uuid), displayLabel: "x" }]), [
        "unknown_option selectOptions[0].uuid"
      ])
      assert.deepStrictEqual(yield* refused([{ ...lead, displayLabel: "Customer" }, "Customer"]), [
        "value_error selectOptions[1]"
      ])
      assert.deepStrictEqual(yield* refused([lead, { ...lead, displayLabel: "Twice" }]), [
        "value_error selectOptions[1]"
      ])
      assert.deepStrictEqual(
        yield* refusal(
          define(caller.workspace, { ...input, selectOptions: [{ ...lead, displayLabel: "Of another field" }] })
        ),
        ["unknown_option selectOptions[0].uuid"]
      )
    })
  )

  it.effect("F4: a field's type changes only while no contact, archived or not, has a value", () =>
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const erasure = yield* ContactErasure
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const caller = yield* newCaller
      const field = yield* define(caller.workspace, { fieldKey: "size" })
      const retype = fields.replace(caller, field.uuid, newDefinition({ fieldType: "number:integer" }))
      const { uuid } = yield* contactWith(caller.workspace, { size: "9" })
      const erased = yield* contactWith(caller.workspace, { size: "10" })
      assert.deepStrictEqual(yield* refusal(retype), ["value_error fieldType"])
      yield* contacts.archive(caller, uuid)
      yield* erasure.erase(caller, erased.uuid)
      assert.deepStrictEqual(yield* refusal(retype), ["value_error fieldType"])
      assert.deepStrictEqual(yield* fields.get(caller, field.uuid), field)
      const renamed = yield* fields.replace(caller, field.uuid, newDefinition({ name: "Shoe size", sensitive: true }))
      assert.deepInclude(renamed, { name: "Shoe size", sensitive: true })
      yield* values.replace(caller, uuid, field.uuid, null)
      const select = newDefinition({ fieldType: "select", selectOptions: ["Red"] })
      assert.lengthOf((yield* fields.replace(caller, field.uuid, select)).selectOptions ?? [], 1)
      assert.deepInclude(yield* retype, { fieldType: "number:integer", selectOptions: null })
      const text = values.replace(caller, uuid, field.uuid, "9")
      assert.deepStrictEqual(yield* refusal(text), ["value_error customFields.size"])
      yield* values.replace(caller, uuid, field.uuid, 9)
      const less = by({ field: "size", operator: "lt", value: 10, dataType: "long" })
      assert.strictEqual(yield* found(caller.workspace, less), 1)
    })
  )

  it.effect(
    "F5: a non-editable field is set on a new contact, and cannot be set, changed or cleared on an existing one",
    () =>
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const values = yield* ContactValues
        const caller = yield* newCaller
        const { uuid: field } = yield* define(caller.workspace, { fieldKey: "once", editable: false })
        const given = yield* contactWith(caller.workspace, { once: "first" })
        const bare = yield* contactWith(caller.workspace)
        for (const [contact, value] of [
          [given, "second"],
          [given, null],
          [bare, "first"]
        ] as const) {
          const refused = ["not_editable customFields.once"]
          assert.deepStrictEqual(yield* refusal(values.replace(caller, contact.uuid, field, value)), refused)
          const update = contacts.update(caller, contact.uuid, {
            firstName: "Mallory",
            customFields: { once: value }
          })
          assert.deepStrictEqual(yield* refusal(update), refused)
        }
        assert.deepStrictEqual(yield* values.replace(caller, given.uuid, field, "first"), {
          once: "first"
        })
        assert.deepStrictEqual(yield* values.replace(caller, bare.uuid, field, null), {})
        assert.isNull((yield* contacts.get(caller, given.uuid)).firstName)
      })
  )

  it.effect("F6: search terms find no custom value, sensitive or not; filters do", () =>
    Effect.gen(function* () {
      const { workspace } = yield* newCaller
      yield* define(workspace, { fieldKey: "card", sensitive: true })
      yield* define(workspace, { fieldKey: "diet" })
      yield* contactWith(workspace, { card: "4111-1111", diet: "vegan" })
      for (const searchTerm of ["4111", "vegan"]) assert.strictEqual(yield* found(workspace, { searchTerm }), 0)
      const filter = by({ field: "card", operator: "starts_with", value: "4111" })
      assert.strictEqual(yield* found(workspace, filter), 1)
    })
  )

  it.effect("F7: an archived field is not found, set, searched, sorted by or listed; other values stay", () =>
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const caller = yield* newCaller
      const { uuid } = yield* define(caller.workspace, { fieldKey: "diet" })
      const other = yield* define(caller.workspace, { fieldKey: "constructor" })
      const contact = yield* contactWith(caller.workspace, { diet: "vegan", constructor: "Ford" })
      yield* TestClock.adjust("1 minute")
      yield* fields.archive(caller, uuid)
      const search = { ...by({ field: "diet", operator: "exists" }), sortBy: { field: "diet" } }
      const notFound = ["CustomFieldNotFound"]
      const wrongValue = ["unknown_field customFields.diet"]
      assert.deepStrictEqual(yield* refusal(fields.get(caller, uuid)), notFound)
      assert.deepStrictEqual(yield* refusal(fields.replace(caller, uuid, newDefinition())), notFound)
      assert.deepStrictEqual(yield* refusal(fields.archive(caller, uuid)), notFound)
      assert.deepStrictEqual(yield* refusal(values.replace(caller, contact.uuid, uuid, "keto")), notFound)
      assert.deepStrictEqual(yield* refusal(values.replace(caller, contact.uuid, uuid, null)), notFound)
      assert.deepStrictEqual(yield* refusal(values.update(caller, contact.uuid, { diet: "keto" })), wrongValue)
      assert.deepStrictEqual(yield* refusal(contactWith(caller.workspace, { diet: "keto" })), wrongValue)
      assert.deepStrictEqual(yield* refusal(found(caller.workspace, search)), [
        "value_error advancedSearch[0].field",
        "value_error sortBy.field"
      ])
      assert.deepStrictEqual(yield* fields.list(caller, {}, everything), { items: [other], total: 1 })
      const left = yield* contacts.get(caller, contact.uuid)
      assert.deepStrictEqual(left, { ...contact, customFields: { constructor: "Ford" } })
      yield* TestClock.adjust("1 minute")
      const changed = yield* contacts.update(caller, contact.uuid, { firstName: "Ada" })
      assert.deepStrictEqual(changed, { ...left, firstName: "Ada", updatedAt: yield* DateTime.now })
    })
  )
})

layer(services)("archived definitions", (it) => {
  it.effect("F7: a restored field is found, set and searched again, with its former values", () =>
    Effect.gen(function* () {
      const [contacts, fields, values] = [yield* Contacts, yield* CustomFields, yield* ContactValues]
      const caller = yield* newCaller
      const field = yield* define(caller.workspace, { fieldKey: "diet" })
      const contact = yield* contactWith(caller.workspace, { diet: "vegan" })
      yield* fields.archive(caller, field.uuid)
      yield* contacts.update(caller, contact.uuid, { firstName: "Ada" })
      yield* TestClock.adjust("1 minute")
      const restored = yield* fields.restore(caller, field.uuid)
      assert.deepStrictEqual(restored, { ...field, updatedAt: restored.updatedAt })
      assert.isTrue(DateTime.isGreaterThan(restored.updatedAt, field.updatedAt))
      assert.deepStrictEqual(yield* fields.restore(caller, field.uuid), restored)
      assert.deepStrictEqual(yield* values.get(caller, contact.uuid), { diet: "vegan" })
      assert.strictEqual(yield* found(caller.workspace, by({ field: "diet", operator: "equals", value: "vegan" })), 1)
      assert.deepStrictEqual(yield* values.update(caller, contact.uuid, { diet: "keto" }), { diet: "keto" })
      assert.deepStrictEqual(yield* refusal(fields.restore(yield* newCaller, field.uuid)), ["CustomFieldNotFound"])
    })
  )

  it.effect("F7: listing pages contain each active or archived definition once, in order, with the total", () =>
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const caller = yield* newCaller
      const active: Array<CustomField> = []
      const archived: Array<CustomField> = []
      for (let n = 0; n < 12; n++) {
        yield* TestClock.adjust("1 millis")
        const field = yield* define(caller.workspace, {})
        if (n % 3 !== 0) active.push(field)
        else {
          const archivedAt = yield* DateTime.now
          yield* fields.archive(caller, field.uuid)
          archived.push({ ...field, status: "archived", archivedAt, updatedAt: archivedAt })
        }
      }
      for (const limit of [1, 3, active.length, 100]) {
        for (let offset = 0; offset < active.length + limit; offset += limit) {
          const page = { limit, offset }
          assert.deepStrictEqual(yield* fields.list(caller, {}, page), slice(active, page))
          assert.deepStrictEqual(yield* fields.list(caller, { status: "archived" }, page), slice(archived, page))
        }
      }
    })
  )

  it.effect("F7: definitions are archived at a time that is not before their last change", () =>
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const store = yield* CustomFieldStore
      const caller = yield* newCaller
      yield* TestClock.setTime(7_000)
      const field = yield* define(caller.workspace, {})
      yield* TestClock.setTime(5_000)
      yield* fields.archive(caller, field.uuid)
      const { updatedAt } = field
      const archived: CustomField = { ...field, status: "archived", archivedAt: updatedAt, updatedAt }
      assert.deepStrictEqual(yield* store.find(caller.workspace, field.uuid), Option.some(archived))
    })
  )
})
