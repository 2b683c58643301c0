import type { Contact, CustomField } from "@rollcall/core"
import { fold, SelectOptionUuid } from "@rollcall/core/operations"
import { type CustomFieldValue, FieldType, hasOptions } from "@rollcall/core/people"
import { applyChanges, ContactListStore, ContactStore, type ValueTest } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { current, found, replaceContacts } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything, inTransaction, newWorkspace } from "../shared/Fixture.ts"
import { hostileTexts } from "../shared/TextArbitrary.ts"
import { addTo, membersOf, storedList } from "../fixtures/ListFixture.ts"
import { hostileKeys } from "../fixtures/FieldArbitrary.ts"
import {
  archive,
  change,
  fieldRecords,
  hasValues,
  revalue,
  storedField,
  valuedContact
} from "../fixtures/FieldFixture.ts"

/** Stored values of each type, at the type's limits. */
const samples: { readonly [Type in FieldType]: ReadonlyArray<CustomFieldValue> } = {
  text: ["vegan", " x\n😀 ", "x".repeat(10_000), "ﷺ".repeat(600), "İ%_\\'\""],
  "number:integer": [0, 2 ** 53 - 1, 1 - 2 ** 53],
  "number:decimal": [0.1, 1.7976931348623157e308, 5e-324, -1e-7, 0.1 + 0.2],
  "number:percentage": [12.5, -3, 250],
  checkbox: [false, true],
  date: ["2024-02-29", "0001-01-01", "9999-12-31"],
  "date:relative": ["2024-02-29"],
  "date:date_time": ["2024-02-29T00:30:00.001+05:45", "2024-02-29T23:59Z"],
  "date:time": ["09:30", "23:59:59"],
  select: ["very_gold", "gold"],
  multiselect: [["very_gold", "gold"], ["gold"]],
  user: ["0197a000-0000-7000-8000-00000000000a"]
}

const options = ["gold", "very_gold"].map((fieldKey, n) => ({
  uuid: SelectOptionUuid.make(`00000000-0000-4000-8000-00000000000${n}`),
  displayLabel: fieldKey,
  fieldKey,
  archived: false
}))

/** A contact with two values, on a list. */
const listed = Effect.gen(function* () {
  const field = yield* storedField()
  const { workspaceUuid } = field
  const other = yield* storedField({ workspaceUuid, fieldKey: "constructor", fieldType: "multiselect" })
  const contact = yield* valuedContact(workspaceUuid, [change(field, "vegan"), change(other, ["b", "a"])])
  const list = yield* storedList({ workspaceUuid })
  yield* addTo(list, contact)
  return { contact, field, list, other }
})

/** Fails unless every way to read the contact returns this contact. */
const everywhere = Effect.fnUntraced(function* ({ list }: Effect.Success<typeof listed>, contact: Contact) {
  const { uuid, workspaceUuid } = contact
  const lists = yield* ContactListStore
  const byName = { field: { kind: "text", name: "firstName" }, direction: "asc" } as const
  const listing = { includeArchived: false, sort: byName }
  const seen = [
    Option.toArray(yield* current(contact)),
    yield* inTransaction(ContactStore.use((store) => store.lock(workspaceUuid, [uuid]))),
    (yield* found(workspaceUuid)).items,
    (yield* found(workspaceUuid, { _tag: "TextPresent", field: "email" })).items,
    (yield* lists.members(workspaceUuid, list.uuid, listing, everything)).items,
    yield* membersOf(list)
  ]
  for (const contacts of seen) yield* agree("Everywhere", contacts, [contact])
})

/** Checks the store's contract for custom values, of every type and with hostile strings. */
export const valueChecks: ReadonlyArray<Check> = [
  check("F2-F4: values of every type are returned unchanged until they are cleared", function* () {
    const workspaceUuid = yield* newWorkspace
    const beside = yield* storedField({ workspaceUuid, fieldKey: "beside" })
    for (const [n, fieldType] of FieldType.literals.entries()) {
      const selectOptions = hasOptions(fieldType) ? options : null
      const field = yield* storedField({ workspaceUuid, fieldType, selectOptions, fieldKey: `key_${n}` })
      let known = yield* valuedContact(workspaceUuid, [change(beside, "stays")])
      yield* agree(`${fieldType} without values`, yield* hasValues(field), false)
      for (const value of samples[fieldType]) {
        const fresh = yield* valuedContact(workspaceUuid, [change(field, value)], { archived: true })
        yield* agree("A new contact", yield* current(fresh), Option.some(fresh))
        yield* agree("Has values, of an archived contact", yield* hasValues(field), true)
        yield* ContactStore.use((store) => store.erase(workspaceUuid, fresh.uuid))
        known = yield* revalue(known, change(field, value))
        yield* agree("A known contact", yield* current(known), Option.some(known))
        yield* agree("Has values", yield* hasValues(field), true)
      }
      known = yield* revalue(known, change(field, null))
      yield* agree("When it is cleared", yield* current(known), Option.some(known))
      yield* agree("Has values then", yield* hasValues(field), false)
    }
    yield* agree("Beside them", yield* hasValues(beside), true)
  }),

  check("F2, S4: a replaced value is found by its new string, and not by the old one", function* () {
    const workspaceUuid = yield* newWorkspace
    const text = yield* storedField({ workspaceUuid, fieldKey: "text" })
    const list = yield* storedField({
      workspaceUuid,
      fieldKey: "list",
      fieldType: "multiselect",
      selectOptions: options
    })
    const first = [change(text, "alpine meadow"), change(list, ["gold", "very_gold"])]
    const contact = yield* valuedContact(workspaceUuid, first)
    const finds = (field: CustomField, test: ValueTest) =>
      Effect.map(found(workspaceUuid, { _tag: "ValueMatches", field: field.uuid, test }), ({ total }) => total)
    const agreeOn = Effect.fnUntraced(function* (whole: string, part: string, count: number) {
      yield* agree(whole, yield* finds(text, { _tag: "TextEquals", text: whole }), count)
      yield* agree(`Contains ${part}`, yield* finds(text, { _tag: "TextContains", text: part }), count)
      yield* agree(`Begins as ${whole}`, yield* finds(text, { _tag: "TextStartsWith", text: whole.slice(0, 5) }), count)
      yield* agree(`Ends as ${whole}`, yield* finds(text, { _tag: "TextEndsWith", text: whole.slice(-5) }), count)
    })
    yield* agreeOn("alpine meadow", "ine mea", 1)
    yield* revalue(contact, change(text, "coral reef"), change(list, ["very_gold"]))
    yield* agreeOn("alpine meadow", "ine mea", 0)
    yield* agreeOn("coral reef", "ral ree", 1)
    yield* agree("An option that stays", yield* finds(list, { _tag: "TextEquals", text: "very_gold" }), 1)
    yield* agree("An option that is gone", yield* finds(list, { _tag: "TextEquals", text: "gold" }), 0)
  }),

  check("F1, F2: keys with a meaning in JavaScript, SQL or JSON hold their own values", function* () {
    const workspaceUuid = yield* newWorkspace
    const fields = yield* Effect.forEach(hostileKeys, (fieldKey) => storedField({ workspaceUuid, fieldKey }))
    const all = yield* valuedContact(
      workspaceUuid,
      fields.map((field, n) => change(field, hostileTexts[n] ?? "x"))
    )
    for (const field of fields) {
      const one = yield* valuedContact(workspaceUuid, [change(field, "ONE")])
      yield* agree("Of one with one", yield* current(one), Option.some(one))
      const test = { _tag: "TextEquals", text: fold("one") } as const
      const equal = yield* found(workspaceUuid, { _tag: "ValueMatches", field: field.uuid, test })
      yield* agree("What is found by it", equal, { items: [one], total: 1, next: null })
      const present = yield* found(workspaceUuid, { _tag: "ValuePresent", field: field.uuid })
      yield* agree("How many have one", present.total, 2)
      yield* revalue(one, change(field, null))
    }
    yield* agree("Of one with all", yield* current(all), Option.some(all))
  }),

  check("F7: an archived definition hides its values in all reads of contacts, and updates no contact", function* () {
    const made = yield* listed
    const { contact, field, other } = made
    yield* everywhere(made, contact)
    const archived = yield* archive(field, 7)
    yield* agree("The definition", yield* fieldRecords.find(field), Option.some(archived))
    const hidden: Contact = { ...contact, customFields: { constructor: ["b", "a"] } }
    yield* everywhere(made, hidden)
    const changed = yield* revalue(hidden, change(other, ["c"]))
    yield* everywhere(made, changed)
    yield* everywhere(made, yield* revalue({ ...changed, firstName: "Ada" }, change(other, null)))
  }),

  check("F7: a restored definition shows its values unchanged, and searches find them again", function* () {
    const workspaceUuid = yield* newWorkspace
    const beside = yield* storedField({ workspaceUuid, fieldKey: "beside" })
    for (const [n, fieldType] of FieldType.literals.entries()) {
      const selectOptions = hasOptions(fieldType) ? options : null
      const field = yield* storedField({ workspaceUuid, fieldType, selectOptions, fieldKey: `key_${n}` })
      const cases = samples[fieldType].flatMap((value) => [
        { value, before: "stays", after: undefined },
        { value, before: "old", after: "new" },
        { value, before: "old", after: null }
      ])
      const contacts = yield* Effect.forEach(cases, ({ before, value }) =>
        valuedContact(workspaceUuid, [change(field, value), change(beside, before)])
      )
      yield* archive(field, 7)
      const written = yield* Effect.forEach(contacts, (contact, at) => {
        const after = cases[at]?.after
        const hidden = { ...contact, customFields: applyChanges(contact.customFields, [change(field, null)]) }
        return after === undefined ? Effect.succeed(hidden) : revalue(hidden, change(beside, after))
      })
      yield* replaceContacts(...written.filter((_, at) => at % 2 === 0))
      yield* inTransaction(Effect.andThen(fieldRecords.lock(field), fieldRecords.replace(field)))
      for (const [at, contact] of written.entries()) {
        const value = cases[at]?.value ?? null
        const expected = { ...contact, customFields: applyChanges(contact.customFields, [change(field, value)]) }
        yield* agree(fieldType, yield* current(contact), Option.some(expected))
        yield* agree("And once more", yield* current(yield* revalue(expected)), Option.some(expected))
      }
      const valued = yield* found(workspaceUuid, { _tag: "ValuePresent", field: field.uuid })
      yield* agree(`How many have a ${fieldType}`, valued.total, cases.length)
    }
  })
]
