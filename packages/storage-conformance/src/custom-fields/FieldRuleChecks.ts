import { Contacts, ContactValues, CustomFields, type Filter } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { contactWith, define, draftOf, refusal, type ServiceNeeds, valuesOf } from "./ServiceFixture.ts"

const page = { limit: 10, offset: 0 }

/** What the rules of definitions come to in a store. */
export const fieldRuleChecks: ReadonlyArray<Check<ServiceNeeds>> = [
  check(
    "F1: a key is made from the name, numbered while it is taken, an archived field's too, and stays in every change",
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const workspace = yield* newWorkspace
      const first = yield* define(workspace, { name: "Größe (cm)" })
      const second = yield* define(workspace, { name: "GROSSE cm" })
      yield* fields.archive(workspace, second.uuid)
      const third = yield* define(workspace, { name: "grosse__cm" })
      const keys = [first, second, third].map(({ fieldKey }) => fieldKey)
      yield* agree("The keys", keys, ["grosse_cm", "grosse_cm_2", "grosse_cm_3"])
      yield* agree("Of a predefined name", (yield* define(workspace, { name: "Email" })).fieldKey, "email_2")
      const changed = yield* fields.update(workspace, first.uuid, draftOf({ name: "Height" }))
      yield* agree("After a change", [changed.fieldKey, changed.name], ["grosse_cm", "Height"])
      for (const fieldKey of ["grosse_cm", "grosse_cm_2"]) {
        const again = yield* refusal("A taken key", define(workspace, { fieldKey }))
        yield* agree(fieldKey, again, ["already_exists field_key"])
      }
      const { total } = yield* fields.list(workspace, page)
      yield* agree("How many there are", total, 3)
    })
  ),

  check(
    "F3: an option goes by key, uuid or exact label; its uuid stays with its label; an archived one is read, not written",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const workspace = yield* newWorkspace
      const draft = draftOf({ name: "Tier", fieldType: "multiselect" })
      const tier = yield* define(workspace, { ...draft, selectOptions: ["Gold", "'; --", "__proto__"] })
      const [gold, sql, proto] = tier.selectOptions ?? []
      const { uuid } = yield* contactWith(workspace, {
        tier: [gold?.uuid.toUpperCase(), sql?.displayLabel, proto?.fieldKey]
      })
      const kept = [gold?.fieldKey, sql?.fieldKey, proto?.fieldKey]
      yield* agree<unknown>("By uuid, label and key", yield* valuesOf(workspace, uuid), { tier: kept })

      const fewer = yield* fields.update(workspace, tier.uuid, { ...draft, selectOptions: ["__proto__", "New"] })
      const archived = (fewer.selectOptions ?? []).filter((option) => option.archived)
      yield* agree(
        "Those that went",
        archived.map((option) => option.uuid),
        [gold?.uuid, sql?.uuid]
      )
      yield* agree<unknown>("The value", yield* valuesOf(workspace, uuid), { tier: kept })
      const finds = Effect.fnUntraced(function* (value: unknown) {
        const filters: ReadonlyArray<Filter> = [{ field: "tier", operator: "equals", value }]
        return (yield* contacts.search(workspace, { filters }, page)).total
      })
      for (const option of tier.selectOptions ?? []) {
        yield* agree(`Found by ${option.displayLabel}`, yield* finds(option.displayLabel), 1)
        yield* agree(`Found by ${option.uuid}`, yield* finds(option.uuid), 1)
      }
      yield* agree("Found by all", yield* finds(["'; --", "__proto__", "Gold"]), 1)
      yield* agree("Found by some", yield* finds(["__proto__", "Gold"]), 0)
      const write = values.set(workspace, uuid, tier.uuid, ["Gold", "New"])
      yield* agree("A write", yield* refusal("An archived option", write), ["value_error custom_fields.tier"])

      const back = yield* fields.update(workspace, tier.uuid, { ...draft, selectOptions: ["New", "Gold"] })
      const option = (back.selectOptions ?? []).find(({ displayLabel }) => displayLabel === "Gold")
      yield* agree("The one that came back", option, gold)
      yield* agree("A write then", yield* values.set(workspace, uuid, tier.uuid, ["New", "Gold"]), {
        tier: ["new", "gold"]
      })
      yield* agree("Found by what it was", yield* finds("'; --"), 0)
      yield* agree("Found by what it is", yield* finds(["gold", "new"]), 1)
    })
  ),

  check(
    "F4: a type changes only while nobody has a value, an archived contact neither; then values are of the new type",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const workspace = yield* newWorkspace
      const field = yield* define(workspace, { fieldKey: "size" })
      const retype = fields.update(workspace, field.uuid, draftOf({ fieldType: "number:integer" }))
      const { uuid } = yield* contactWith(workspace, { size: "9" })
      const erased = yield* contactWith(workspace, { size: "10" })
      yield* agree("With values", yield* refusal("A change", retype), ["value_error field_type"])
      yield* contacts.setArchived(workspace, uuid, true)
      yield* contacts.erase(workspace, erased.uuid)
      yield* agree("With an archived contact's", yield* refusal("A change", retype), ["value_error field_type"])
      yield* agree("The type", (yield* fields.get(workspace, field.uuid)).fieldType, "text")
      const renamed = yield* fields.update(workspace, field.uuid, draftOf({ name: "Shoe size", sensitive: true }))
      yield* agree("What else may change", [renamed.name, renamed.sensitive], ["Shoe size", true])
      yield* values.set(workspace, uuid, field.uuid, null)
      yield* agree("Without values", (yield* retype).fieldType, "number:integer")
      const text = values.set(workspace, uuid, field.uuid, "9")
      yield* agree("A text then", yield* refusal("A text", text), ["value_error custom_fields.size"])
      yield* agree("A number then", yield* values.set(workspace, uuid, field.uuid, 9), { size: 9 })
      const filters: ReadonlyArray<Filter> = [{ field: "size", operator: "lt", value: 10, dataType: "long" }]
      yield* agree("Found as a number", (yield* contacts.search(workspace, { filters }, page)).total, 1)
    })
  ),

  check(
    "F5: what is not editable is given to a new contact, and to a known one neither first, nor again, nor cleared",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const values = yield* ContactValues
      const workspace = yield* newWorkspace
      const { uuid: field } = yield* define(workspace, { fieldKey: "once", editable: false })
      const given = yield* contactWith(workspace, { once: "first" })
      const bare = yield* contactWith(workspace)
      for (const [contact, value] of [
        [given, "second"],
        [given, null],
        [bare, "first"]
      ] as const) {
        const issues = ["value_error custom_fields.once"]
        const set = values.set(workspace, contact.uuid, field, value)
        yield* agree("By uuid", yield* refusal("A change", set), issues)
        const update = contacts.update(workspace, contact.uuid, { firstName: "Mallory" }, { once: value })
        yield* agree("By key", yield* refusal("A change", update), issues)
      }
      yield* agree("What it has already", yield* values.set(workspace, given.uuid, field, "first"), { once: "first" })
      yield* agree("What it has not", yield* values.set(workspace, bare.uuid, field, null), {})
      yield* agree("The names", (yield* contacts.get(workspace, given.uuid)).firstName, null)
    })
  ),

  check(
    "F6: no search term finds a custom value, sensitive or not; a filter does",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const workspace = yield* newWorkspace
      yield* define(workspace, { fieldKey: "card", sensitive: true })
      yield* define(workspace, { fieldKey: "diet" })
      yield* contactWith(workspace, { card: "4111-1111", diet: "vegan" })
      for (const searchTerm of ["4111", "vegan"]) {
        yield* agree(searchTerm, (yield* contacts.search(workspace, { searchTerm }, page)).total, 0)
      }
      const filters: ReadonlyArray<Filter> = [{ field: "card", operator: "starts_with", value: "4111" }]
      yield* agree("By a filter", (yield* contacts.search(workspace, { filters }, page)).total, 1)
    })
  ),

  check(
    "F7: an archived field is not found any more, nor set, searched, sorted by or listed; values of others stay",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const fields = yield* CustomFields
      const values = yield* ContactValues
      const workspace = yield* newWorkspace
      const { uuid } = yield* define(workspace, { fieldKey: "diet" })
      const other = yield* define(workspace, { fieldKey: "constructor" })
      const contact = yield* contactWith(workspace, { diet: "vegan", constructor: "Ford" })
      yield* TestClock.adjust("1 minute")
      yield* fields.archive(workspace, uuid)
      for (const [what, call, issues] of [
        ["get", fields.get(workspace, uuid), ["not found"]],
        ["update", fields.update(workspace, uuid, draftOf()), ["not found"]],
        ["archive", fields.archive(workspace, uuid), ["not found"]],
        ["set", values.set(workspace, contact.uuid, uuid, "keto"), ["not found"]],
        ["set to null", values.set(workspace, contact.uuid, uuid, null), ["not found"]],
        ["a key", values.update(workspace, contact.uuid, { diet: "keto" }), ["value_error custom_fields.diet"]],
        ["a new contact", contactWith(workspace, { diet: "keto" }), ["value_error custom_fields.diet"]],
        [
          "a search",
          contacts.search(
            workspace,
            { filters: [{ field: "diet", operator: "exists" }], sortBy: { field: "diet" } },
            page
          ),
          ["value_error advanced_search[0].field", "value_error sort_by.field"]
        ]
      ] as const) {
        yield* agree(what, yield* refusal<unknown, unknown, ServiceNeeds>(what, call), issues)
      }
      yield* agree("The listing", yield* fields.list(workspace, page), { items: [other], total: 1 })
      const left = yield* contacts.get(workspace, contact.uuid)
      yield* agree("The contact", left, { ...contact, customFields: { constructor: "Ford" } })
      yield* TestClock.adjust("1 minute")
      const changed = yield* contacts.update(workspace, contact.uuid, { firstName: "Ada" })
      yield* agree("After a change", changed.customFields, { constructor: "Ford" })
      yield* holds("The change is later", DateTime.isGreaterThan(changed.updatedAt, left.updatedAt), changed)
      yield* agree("What is read then", yield* valuesOf(workspace, contact.uuid), { constructor: "Ford" })
    })
  )
]
