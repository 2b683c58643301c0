import { Contacts, CustomFields, type ImportRow, type CustomFieldStore, type WorkspaceUuid } from "@rollcall/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { define } from "../custom-fields/ServiceFixture.ts"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import {
  accepted,
  given,
  imported,
  type ImportNeeds,
  newCaller,
  receiptsOf,
  shortOf,
  workedOff
} from "./ImportWorld.ts"

type Needs = ImportNeeds | CustomFields | CustomFieldStore

const ada = "ada@example.org"

/** The fields that the rows below give values for. */
const defined = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const diet = yield* define(workspace, { name: "Diet", fieldKey: "diet" })
  yield* define(workspace, { name: "Age", fieldKey: "age", fieldType: "number:integer", sensitive: true })
  yield* define(workspace, { name: "Born", fieldKey: "born", fieldType: "date", editable: false })
  yield* define(workspace, {
    name: "Level",
    fieldKey: "level",
    fieldType: "select",
    selectOptions: ["Low one", "High one"]
  })
  return diet
})

/** What is promised of the custom values of rows (F1-F7). */
export const valueRuleChecks: ReadonlyArray<Check<Needs>> = [
  check(
    "F2, F3: values are read as everywhere; null and blank ones clear, absent ones stay, what is the same changes nothing",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      yield* defined(caller.workspace)
      const { receipts, short } = yield* imported(caller, [
        given({ email: ada }, { diet: "fish", age: 30, level: "High one" }),
        given({ email: ada }, { diet: "fish", level: "high_one" }),
        given({ email: ada }, { diet: null, age: 31 }),
        given({ email: ada }, { level: "low_one", diet: " " })
      ])
      yield* agree("The outcomes", short, ["created", "unchanged", "updated", "updated"])
      const uuid = yield* Effect.fromNullishOr(receipts[0]?.result?.contactUuid)
      const { items } = yield* contacts.search(
        caller.workspace,
        {
          filters: [
            { field: "age", operator: "equals", value: 31, dataType: "long" },
            { field: "level", operator: "equals", value: "low_one" },
            { field: "diet", operator: "not_exists" }
          ]
        },
        { limit: 10, offset: 0 }
      )
      yield* agree(
        "The contact",
        items.map(({ customFields, uuid }) => ({ customFields, uuid })),
        [{ uuid, customFields: { age: 31, level: "low_one" } }]
      )
      for (const value of [30, 32]) {
        const filter = { field: "age", operator: "equals", value, dataType: "long" } as const
        const found = yield* contacts.search(caller.workspace, { filters: [filter] }, { limit: 10, offset: 0 })
        yield* agree(`By ${value}`, found.total, 0)
      }
    })
  ),

  check(
    "W4: every value that is wrong is an issue that names its key, and nothing of the row is written",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      yield* defined(caller.workspace)
      const before = yield* contacts.create(caller.workspace, { email: ada })
      const hostile: ImportRow["customFields"] = Object.fromEntries<ImportRow["original"]>([
        ["__proto__", { diet: "x" }],
        ["a\0b", 1],
        ["\ud800", 1],
        ["'; --", 1]
      ])
      const { short } = yield* imported(caller, [
        given({ email: ada, firstName: "x" }, { diet: 5, age: "30", born: "yesterday", level: "No", nothing: null }),
        given({ email: "bob@example.org" }, hostile),
        given({ firstName: "Nobody" }, { age: 1.5 })
      ])
      yield* agree("The outcomes", short, [
        `failed ${["diet", "age", "born", "level", "nothing"].map((key) => `value_error custom_fields.${key}`).join(" ")}`,
        `failed ${Object.keys(hostile)
          .map((key) => `value_error custom_fields.${key}`)
          .join(" ")}`,
        "failed missing external_contact_id value_error custom_fields.age"
      ])
      yield* agree("The contact", yield* contacts.get(caller.workspace, before.uuid), before)
    })
  ),

  check(
    "F6: what is wrong with a sensitive value is told without the value",
    Effect.gen(function* () {
      const caller = yield* newCaller
      yield* defined(caller.workspace)
      const secret = "hunter2"
      const { receipts, short } = yield* imported(caller, [given({ email: ada }, { age: secret })])
      yield* agree("The outcome", short, ["failed value_error custom_fields.age"])
      const told = JSON.stringify(receipts.map(({ result }) => result))
      yield* holds("The value is not told", !told.includes(secret), told)
    })
  ),

  check(
    "F5: a field that is not editable takes a value from the row that creates, and no other one from a later row",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      yield* defined(caller.workspace)
      const rows = [
        given({ email: ada }, { born: "2000-01-01" }),
        given({ email: ada }, { born: "2000-01-01" }),
        given({ email: ada, firstName: "x" }, { born: "2000-01-02" }),
        given({ email: ada, firstName: "x" }, { born: null }),
        given({ email: "bob@example.org" }),
        given({ email: "bob@example.org" }, { born: "2000-01-01" })
      ]
      const refused = "failed value_error custom_fields.born"
      for (const batch of [1, 100]) {
        const own = batch === 1 ? caller : yield* newCaller
        if (own !== caller) yield* defined(own.workspace)
        const { receipts, short } = yield* imported(own, rows, { batch })
        yield* agree("The outcomes", short, ["created", "unchanged", refused, refused, "created", refused])
        const uuid = yield* Effect.fromNullishOr(receipts[0]?.result?.contactUuid)
        const { customFields, firstName } = yield* contacts.get(own.workspace, uuid)
        yield* agree(
          "The contact",
          { customFields, firstName },
          { customFields: { born: "2000-01-01" }, firstName: null }
        )
      }
    })
  ),

  check(
    "F7: a field that is archived after the import was accepted is none any more for the rows still to come",
    Effect.gen(function* () {
      const fields = yield* CustomFields
      const caller = yield* newCaller
      const diet = yield* defined(caller.workspace)
      const rows = [given({ email: ada }, { diet: "fish" }), given({ email: "bob@example.org" })]
      const ref = yield* accepted(caller, rows)
      yield* TestClock.adjust("1 second")
      yield* fields.archive(caller.workspace, diet.uuid)
      yield* workedOff(ref)
      yield* agree("The outcomes", shortOf(yield* receiptsOf(ref)), [
        "failed value_error custom_fields.diet",
        "created"
      ])
    })
  )
]
