import { assert, describe, it } from "@effect/vitest"
import { systemCaller, ContactLists, Contacts, CustomFields } from "@rollcall/core"
import { compareCodePoints } from "@rollcall/core/storage"
import { workbookOf } from "@rollcall/testing/workbooks"
import { parse } from "csv-parse/sync"
import { Effect, Option, Schema } from "effect"
import { TestConsole } from "effect/testing"
import { DatabaseCaller } from "../../src/targets/DatabaseTarget.ts"
import { exportText, importText } from "./Files.ts"
import { prepare, targets } from "./Targets.ts"

const Summary = Schema.fromJsonString(
  Schema.Struct({
    created: Schema.Natural,
    updated: Schema.Natural,
    failed: Schema.Natural,
    warnings: Schema.Record(Schema.String, Schema.Natural)
  })
)
const summaryOf = Schema.decodeUnknownEffect(Summary)

const table = (csv: string): ReadonlyArray<Record<string, string>> => parse(csv, { columns: true, bom: true })

describe.each(targets)("file options, in %s", (_, layer) => {
  it.live("I13: a workbook and a JSON list are imported by their type, and failed rows are written as CSV", () =>
    Effect.gen(function* () {
      yield* prepare
      const book = workbookOf([
        ["E-Mail", "custom_fields.score"],
        ["ada@x.org", "41"],
        ["bob@x.org", "many"]
      ])
      const { failed, summary } = yield* importText(book)
      assert.deepInclude(yield* summaryOf(summary), { created: 1, failed: 1 })
      assert.deepInclude(table(failed)[0], { "E-Mail": "bob@x.org", "custom_fields.score": "many", row_number: "2" })
      const list = yield* importText('[{"email":"cy@x.org"},\n{"email":"di@x.org"}]', { file: "people.json" })
      assert.deepInclude(yield* summaryOf(list.summary), { created: 2, failed: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.live("I11: --lenient leaves out a value that its field rejects; without it the row fails", () =>
    Effect.gen(function* () {
      yield* prepare
      const file = "email,first_name,custom_fields.score\nada@x.org,Ada,many\n"
      const strict = yield* summaryOf((yield* importText(file)).summary)
      assert.deepInclude(strict, { created: 0, failed: 1 })
      const lenient = yield* summaryOf((yield* importText(file, { lenient: true })).summary)
      assert.deepStrictEqual(lenient, { created: 1, updated: 0, failed: 0, warnings: { left_out: 1 } })
      const [ada] = table(yield* exportText({}))
      assert.deepInclude(ada, { email: "ada@x.org", first_name: "Ada", "custom_fields.score": "" })
    }).pipe(Effect.provide(layer))
  )

  it.live("I8: options match in any case; --map-value maps others, or the report says how to map or add them", () =>
    Effect.gen(function* () {
      yield* prepare
      const file = "email,Tags\na@x.org,RED;Blue\nb@x.org,Blue;Grün\n"
      const { failed } = yield* importText(file)
      assert.match(failed, /a@x\.org,RED;Blue,1,"Tags: there is no option ""Blue"""/)
      assert.includeMembers(Array.from(yield* TestConsole.errorLines), [
        "To map them to options of Tags: --map-value 'tags:Blue=,tags:Grün=', each with an option behind its =",
        "To add them: rollcall fields update tags --add-option 'Blue' --add-option 'Grün'"
      ])
      const mapValue = Option.some("Tags:blue=green,tags:Grün=")
      assert.deepInclude(yield* summaryOf((yield* importText(file, { mapValue })).summary), { created: 2, failed: 0 })
      const rows = table(yield* exportText({ for: "spreadsheet" }))
      assert.deepStrictEqual(
        rows.map((row) => row["custom_fields.tags"]),
        ["Red|Green", "Green"]
      )
      const lenient = yield* summaryOf((yield* importText(file.replaceAll("@", "@2"), { lenient: true })).summary)
      assert.deepInclude(lenient, { created: 2, warnings: { left_out: 2 } })
    }).pipe(Effect.provide(layer))
  )

  it.live("I9: --locale sets the format of numbers and dates", () =>
    Effect.gen(function* () {
      yield* prepare
      const file = "email,custom_fields.score\na@x.org,1.234\n"
      yield* importText(file, { locale: Option.some("de-DE") })
      assert.deepStrictEqual(
        table(yield* exportText({})).map((row) => row["custom_fields.score"]),
        ["1234"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("I11: an export contains the contacts' lists, and a field named Constructor causes no error", () =>
    Effect.gen(function* () {
      const { workspace } = yield* prepare
      const caller = systemCaller(workspace)
      const input = { icon: null, editable: true, sensitive: false, selectOptions: null, fieldKey: null }
      yield* CustomFields.use((fields) => fields.create(caller, { ...input, name: "Constructor", fieldType: "text" }))
      yield* ContactLists.use((lists) => lists.create(caller, { name: "VIP, Lyon" }))
      yield* importText('email,lists,Constructor\na@x.org,"all|VIP, Lyon",Ferrari\nb@x.org,,\n')
      const rows = table(yield* exportText({}))
      assert.deepStrictEqual(
        rows.map((row) => [row["email"], row["lists"], row["custom_fields.constructor"]]),
        [
          ["a@x.org", "All|VIP, Lyon", "Ferrari"],
          ["b@x.org", "", ""]
        ]
      )
      const again = yield* importText(yield* exportText({ format: "jsonl" }), { file: "people.jsonl" })
      assert.include(again.summary, '"unchanged":2')
    }).pipe(Effect.provide(layer))
  )

  it.live("I11: an unknown name in the lists column is a warning, and the contact joins the others", () =>
    Effect.gen(function* () {
      const { list, workspace } = yield* prepare
      const { summary } = yield* importText("email,lists\nada@x.org,all|Nowhere\nbob@x.org,Nowhere\n")
      assert.deepStrictEqual((yield* summaryOf(summary)).warnings, { unknown_list: 2 })
      const lists = yield* ContactLists
      assert.strictEqual((yield* lists.get(systemCaller(workspace), list)).count, 1)
    }).pipe(Effect.provide(layer))
  )

  it.live("I12: one unambiguous cell decides how the column writes days and decimals", () =>
    Effect.gen(function* () {
      const { workspace } = yield* prepare
      const fields = yield* CustomFields
      const input = { icon: null, editable: true, sensitive: false, selectOptions: null, fieldKey: null }
      yield* fields.create(systemCaller(workspace), { ...input, name: "Born", fieldType: "date" })
      const header = "email;custom_fields.born;custom_fields.score\n"
      const dayFirst = `${header}ada@x.org;03.04.1979;1.500\nbob@x.org;25.12.1980;2,5\n`
      yield* importText(dayFirst, { delimiter: Option.some(";") })
      assert.deepStrictEqual(
        table(yield* exportText({}))
          .map((row) => `${row["custom_fields.born"]} ${row["custom_fields.score"]}`)
          .toSorted(compareCodePoints),
        ["1979-04-03 1500", "1980-12-25 2.5"]
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("I11: a dry run finds the contacts in a uuid column", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* importText("email,first_name\nada@x.org,Ada\n")
      const [ada] = table(yield* exportText({}))
      const missing = "00000000-0000-7000-8000-0000000000ff"
      const file = `uuid,email,first_name\n${ada?.["uuid"]},new@x.org,Ada\n${missing},bob@x.org,Bob\n`
      const tried = yield* summaryOf((yield* importText(file, { dryRun: true })).summary)
      assert.deepInclude(tried, { created: 1, updated: 1, failed: 0 })
      const caller = yield* DatabaseCaller
      const contacts = yield* Contacts
      assert.strictEqual((yield* contacts.search(caller, {}, { limit: 10, offset: 0 })).total, 1)
      const done = yield* summaryOf((yield* importText(file)).summary)
      assert.deepInclude(done, { created: 1, updated: 1, failed: 0 })
    }).pipe(Effect.provide(layer))
  )

  it.live("I11: an export for a spreadsheet has a BOM and no formulas, and imports as the same contacts", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* importText('email,first_name\nada@x.org,"=HYPERLINK(""http://x.example"",""Zoë"")"\n')
      const exported = yield* exportText({ for: "spreadsheet" })
      assert.strictEqual(exported.at(0), "\ufeff")
      assert.notMatch(exported, /(^|,)"?=/m)
      const again = yield* summaryOf((yield* importText(exported)).summary)
      assert.deepInclude(again, { created: 0, updated: 0, failed: 0 })
    }).pipe(Effect.provide(layer))
  )
})
