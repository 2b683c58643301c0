import { Contacts, ContactValues, CustomFieldStore, FieldType, hasOptions } from "@rollcall/core"
import { Effect } from "effect"
import { agree, type Check, check } from "../kernel/Check.ts"
import { hostileTexts } from "../kernel/TextArbitrary.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"
import { hostileKeys } from "./FieldArbitrary.ts"
import { contactWith, define, refusal, type ServiceNeeds, valuesOf } from "./ServiceFixture.ts"

const user = "0197a000-0000-7000-8000-00000000000a"

interface Samples {
  /** Values that the type takes; where one is kept in another form, that form. */
  readonly good: ReadonlyArray<readonly [given: unknown, kept?: unknown]>
  readonly bad: ReadonlyArray<unknown>
}

/** What a field of each type takes and does not take (F2, F3). */
const samples: { readonly [Type in FieldType]: Samples } = {
  text: {
    good: [["vegan"], [" x\n😀 "], ["x".repeat(10_000)], ["ﷺ".repeat(600)], ["İ%_\\'\""]],
    bad: [5, true, ["a"], {}, "x".repeat(10_001), "a\0b", "\ud800"]
  },
  "number:integer": {
    good: [[0], [-0, 0], [2 ** 53 - 1], [1 - 2 ** 53]],
    bad: [0.5, 2 ** 53, "1", true, Infinity, NaN]
  },
  "number:decimal": {
    good: [[0.1], [1.7976931348623157e308], [5e-324], [-1e-7], [0.1 + 0.2]],
    bad: ["0.1", Infinity, NaN, [1]]
  },
  "number:percentage": { good: [[12.5], [-3], [250]], bad: ["50%", {}] },
  checkbox: { good: [[false], [true]], bad: ["true", 0, 1, [true]] },
  date: { good: [["2024-02-29"], ["0001-01-01"], ["9999-12-31"]], bad: ["2023-02-29", "2024-2-9", " 2024-02-29", 0] },
  "date:relative": { good: [["2024-02-29"]], bad: ["today", "2024-02-29T00:00:00Z"] },
  "date:date_time": {
    good: [["2024-02-29T00:30:00.001+05:45"], ["2024-02-29T23:59Z"]],
    bad: ["2024-02-29T00:30:00", "2024-02-29", 0]
  },
  "date:time": { good: [["09:30"], ["23:59:59"]], bad: ["24:00", "9:30", "09:30Z", 930] },
  select: { good: [["Very gold", "very_gold"], ["gold"]], bad: ["GOLD", "Silver", ["gold"], "", "__proto__", 0] },
  multiselect: {
    good: [
      [
        ["Very gold", "Gold"],
        ["very_gold", "gold"]
      ],
      [["gold"]]
    ],
    bad: ["gold", ["gold", "Gold"], ["gold", "none"], [["gold"]], { 0: "gold" }]
  },
  user: { good: [[user], [user.toUpperCase(), user]], bad: ["ada", `${user}0`, [user]] }
}

/** What values promise, of every type and whatever they spell. */
export const valueChecks: ReadonlyArray<Check<ServiceNeeds>> = [
  ...FieldType.literals.map((fieldType) =>
    check(
      `F2, F3: a ${fieldType} is set, read and cleared, on a new contact and a known one, and stays when it is refused`,
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const definitions = yield* CustomFieldStore
        const values = yield* ContactValues
        const workspace = yield* newWorkspace
        const { bad, good } = samples[fieldType]
        const selectOptions = hasOptions(fieldType) ? ["Gold", "Very gold"] : null
        const { uuid: field } = yield* define(workspace, { fieldType, selectOptions, fieldKey: "key" })
        const beside = yield* define(workspace, { fieldKey: "beside" })
        const known = yield* contactWith(workspace, { [beside.fieldKey]: "stays" })
        for (const [given, kept = given] of good) {
          const fresh = yield* contactWith(workspace, { key: given })
          yield* agree<unknown>("Of a new contact", yield* valuesOf(workspace, fresh.uuid), { key: kept })
          yield* contacts.erase(workspace, fresh.uuid)
          const expected = { beside: "stays", key: kept }
          yield* agree<unknown>("Set by uuid", yield* values.set(workspace, known.uuid, field, given), expected)
          yield* agree<unknown>("Read", yield* valuesOf(workspace, known.uuid), expected)
          yield* agree("Cleared", yield* values.set(workspace, known.uuid, field, null), { beside: "stays" })
          yield* agree("Read when cleared", yield* valuesOf(workspace, known.uuid), { beside: "stays" })
          yield* agree<unknown>("Given by key", yield* values.update(workspace, known.uuid, { key: given }), expected)
          yield* agree("Whether there is one", yield* definitions.hasValues(workspace, field), true)
        }
        const before = yield* valuesOf(workspace, known.uuid)
        for (const value of bad) {
          const set = values.set(workspace, known.uuid, field, value)
          yield* agree("By uuid", yield* refusal("A wrong value", set), ["value_error custom_fields.key"])
          const both = values.update(workspace, known.uuid, { key: value, beside: "changed" })
          yield* agree("By key", yield* refusal("A wrong value", both), ["value_error custom_fields.key"])
        }
        yield* agree("After refusals", yield* valuesOf(workspace, known.uuid), before)
        const cleared = yield* contacts.update(workspace, known.uuid, {}, { key: null })
        yield* agree("Cleared by key", cleared.customFields, { beside: "stays" })
        yield* agree("Whether there is one", yield* definitions.hasValues(workspace, field), false)
      })
    )
  ),

  check(
    "F1, F2: fields whose keys mean something to JavaScript, SQL or JSON hold their own values and no other",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const workspace = yield* newWorkspace
      for (const fieldKey of hostileKeys)
        yield* define(workspace, { fieldKey, name: `'; DROP TABLE ${fieldKey}`.slice(0, 250) })
      const bare = yield* contactWith(workspace)
      const all = Object.fromEntries(hostileKeys.map((key, n) => [key, hostileTexts[n] ?? key]))
      const full = yield* contactWith(workspace, all)
      yield* agree("Of a contact without any", yield* valuesOf(workspace, bare.uuid), {})
      yield* agree("Of one with all", yield* valuesOf(workspace, full.uuid), all)
      for (const key of hostileKeys) {
        const one = yield* contactWith(workspace, { [key]: "one" })
        yield* agree("Of one with one", yield* valuesOf(workspace, one.uuid), { [key]: "one" })
        const about = { field: key, operator: "equals", value: "ONE" } as const
        const found = yield* contacts.search(workspace, { filters: [about] }, { limit: 10, offset: 0 })
        yield* agree("What is found", found, { items: [one], total: 1 })
        const sorted = { sortBy: { field: key }, filters: [{ field: key, operator: "exists" } as const] }
        yield* agree("How many have one", (yield* contacts.search(workspace, sorted, { limit: 1, offset: 0 })).total, 2)
        yield* contacts.update(workspace, one.uuid, {}, { [key]: null })
      }
      yield* agree("In the end", yield* valuesOf(workspace, full.uuid), all)
    })
  ),

  check(
    "F2, S7: keys that no field has are refused by name, whatever they spell, and name none in a search",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const workspace = yield* newWorkspace
      yield* define(workspace, { fieldKey: "x" })
      const contact = yield* contactWith(workspace, { x: "stays" })
      for (const key of [
        "__proto__",
        "toString",
        "a\0b",
        "\ud800",
        "$.x",
        "x' OR '1'='1",
        "x.y",
        '{"x":1}',
        "%",
        "X",
        " x",
        ""
      ]) {
        const given = Object.fromEntries([[key, "Mallory"]])
        const update = contacts.update(workspace, contact.uuid, {}, given)
        yield* agree(key, yield* refusal(key, update), [`value_error custom_fields.${key}`])
        const filter = { field: key, operator: "exists" } as const
        const search = contacts.search(
          workspace,
          { filters: [filter], sortBy: { field: key } },
          { limit: 1, offset: 0 }
        )
        const issues = ["value_error advanced_search[0].field", "value_error sort_by.field"]
        yield* agree(key, yield* refusal(key, search), issues)
      }
      yield* agree("The values", yield* valuesOf(workspace, contact.uuid), { x: "stays" })
    })
  )
]
