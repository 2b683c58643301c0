import { assert, describe, it } from "@effect/vitest"
import { systemCaller, ContactLists, ContactListUuid } from "@rollcall/core"
import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Option } from "effect"
import { CommandRefused, RowsFailed } from "../../src/CommandRefused.ts"
import { DatabaseCaller } from "../../src/targets/DatabaseTarget.ts"
import { exportTo } from "../../src/contacts/export/ExportContacts.ts"
import { exportText, importText } from "./Files.ts"
import { prepare, targets } from "./Targets.ts"

const table = (csv: string): ReadonlyArray<Record<string, string>> => parse(csv, { columns: true })

const messy =
  "\ufeffMail;First Name;custom_fields.score;custom_fields.tags;Notes\r\n" +
  'ada@x.org;"Ada ""the"" L";1.5;Red|Green;x\r\n' +
  ";Someone;;;x\n" +
  "\r\n" +
  'bob@x.org;"two\nlines"\n' +
  "cy@x.org;Cy;many;;\n" +
  "dee@x.org;Dee;1;;;surplus\n" +
  "ADA@x.org;;2;;\n"

const mapped = { delimiter: Option.some(";"), map: Option.some("Mail=email,First Name=first_name") }

describe.each(targets)("%s", (_, layer) => {
  it.live("imports a messy file: contacts, failed rows, reasons, list and export agree", () =>
    Effect.gen(function* () {
      const { list, workspace } = yield* prepare
      const { ended, failed } = yield* importText(messy, { ...mapped, list: Option.some("all") })
      assert.deepStrictEqual(ended, new RowsFailed())
      assert.deepStrictEqual(failed.split("\n").slice(0, 2), [
        "Mail;First Name;custom_fields.score;custom_fields.tags;Notes;row_number;reason",
        ";Someone;;;x;2;external_contact_id, Mail, phone_number, chatapp_id, socialmsg_id: at least one identifier is required"
      ])
      assert.deepStrictEqual(failed.split("\n").slice(2), [
        "cy@x.org;Cy;many;;;4;Score must be a number",
        "dee@x.org;Dee;1;;;5;line 8 has 6 cells, and the header has 5;surplus",
        ""
      ])
      const rows = table(yield* exportText({}))
      assert.deepStrictEqual(
        rows.map((row) => [row["email"], row["first_name"], row["custom_fields.score"], row["custom_fields.tags"]]),
        [
          ["ADA@x.org", 'Ada "the" L', "2", "red|green"],
          ["bob@x.org", "two\nlines", "", ""]
        ]
      )
      const lists = yield* ContactLists
      assert.strictEqual((yield* lists.get(systemCaller(workspace), list)).count, 2)
      assert.strictEqual(table(yield* exportText({ lists: ["ALL"] })).length, 2)
      const filtered = yield* exportText({ lists: ["All"], where: ["email:equals:none@example.org"] })
      assert.strictEqual(table(filtered).length, 0)
    }).pipe(Effect.provide(layer))
  )

  it.live("imports its own export in both formats, without changes", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* importText(messy, mapped)
      const [csv, lines] = [yield* exportText({}), yield* exportText({ format: "jsonl" })]
      assert.isNull((yield* importText(csv)).ended)
      assert.isNull((yield* importText(lines, { file: "people.jsonl" })).ended)
      assert.deepStrictEqual([yield* exportText({}), yield* exportText({ format: "jsonl" })], [csv, lines])
    }).pipe(Effect.provide(layer))
  )

  it.live("imports JSON Lines, and returns failed lines with their reasons", () =>
    Effect.gen(function* () {
      yield* prepare
      const text =
        '{"email":"ada@x.org","customFields":{"score":1}}\n{"email":"bob@x.org","custom_fields":{"score":"x"}}\noops\n'
      const { ended, failed } = yield* importText(text, { file: "people.jsonl" })
      assert.deepStrictEqual(ended, new RowsFailed())
      const lines = failed.trimEnd().split("\n")
      assert.strictEqual(
        lines[0],
        '{"email":"bob@x.org","custom_fields":{"score":"x"},"row_number":2,"reason":"Score must be a number"}'
      )
      assert.match(lines[1] ?? "", /^\{"text":"oops","row_number":3,"reason":"line 3: the row is not JSON: .+"\}$/)
    }).pipe(Effect.provide(layer))
  )

  it.live("exports hundreds of contacts page by page, each once, and only the requested ones", () =>
    Effect.gen(function* () {
      yield* prepare
      const people = Array.from({ length: 545 }, (_, at) => `${at}@x.org,${at % 7 === 0 ? "Zoë" : "Ann"}`)
      assert.isNull((yield* importText(`email,first_name\n${people.join("\n")}`)).ended)
      const all = table(yield* exportText({})).map((row) => row["email"])
      assert.strictEqual(all.length, 545)
      assert.strictEqual(new Set(all).size, 545)
      const filter = JSON.stringify([{ field: "first_name", operator: "equals", value: "zoë" }])
      assert.strictEqual(table(yield* exportText({ filter })).length, 78)
      assert.strictEqual(table(yield* exportText({ search: "ann 544@x.org" })).length, 1)
    }).pipe(Effect.provide(layer))
  )

  it.live("a dry run shows the import's outcome row by row, and changes nothing", () =>
    Effect.gen(function* () {
      const { list } = yield* prepare
      const there =
        "email,phone_number,external_contact_id,custom_fields.score,custom_fields.tags\n" +
        "ada@x.org,+49 (30) 901820,A1,1.5,red|green\nbob@x.org,4930901821,a1,2,\nB2@x.org,030 123,A1,,\n"
      yield* importText(there, { matchOn: Option.none() })
      const before = yield* exportText({ format: "jsonl" })
      const file =
        "email,phone_number,external_contact_id,first_name,custom_fields.score,custom_fields.tags\n" +
        "ADA@x.org,49-30-901820,a1,Ada,1.5,red|green\nnew@x.org,49 30 901820,A1,Ada,,\nnew@x.org,123,a1,,many,\n" +
        "ada@x.org,123,B7,,,blue\nada@x.org,030123,B7,,,\nada@x.org,,,Ada,,\n,,,,,\n,,B8,x,,\n"
      const matches = ["email", "phone_number", "external_contact_id"] as const
      const mergeTypes = ["create_or_update", "create", "update"] as const
      for (const matchOn of matches) {
        for (const mergeType of mergeTypes) {
          const options = { matchOn: Option.some(matchOn), mergeType, list: Option.some(list), dryRun: true }
          assert.include((yield* importText(file, options)).summary, '"rows":7')
        }
      }
      assert.strictEqual(yield* exportText({ format: "jsonl" }), before)
      const lists = yield* ContactLists
      assert.strictEqual((yield* lists.get(yield* DatabaseCaller, list)).count, 0)
      for (const matchOn of [Option.none(), ...matches.map(Option.some)]) {
        const dry = yield* importText(file, { matchOn, dryRun: true })
        assert.deepStrictEqual(dry, yield* importText(file, { matchOn }))
      }
    }).pipe(Effect.provide(layer))
  )

  it.live("a dry run of many requests includes the effects of earlier rows", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* importText("email,first_name\nada@x.org,Ada\n")
      const rowsOf = (count: number, row: (n: number) => string) =>
        Array.from({ length: count }, (_, n) => row(n)).join("\n")
      // Each comes twice, the second time in another request; one comes so often that not all of its rows are in one.
      const twice = rowsOf(2_400, (n) => `a${n % 1_200}@x.org,${n % 1_200 < 600 ? "Ann" : `Ann ${n}`}`)
      const often = rowsOf(1_500, (n) => `ADA@x.org,Ada ${n % 2}`)
      const file = `email,first_name\n${twice}\n${often}\n`
      const dry = yield* importText(file, { dryRun: true })
      for (const count of ['"created":1200', '"updated":2100', '"unchanged":600']) assert.include(dry.summary, count)
      assert.deepStrictEqual(dry, yield* importText(file))
    }).pipe(Effect.provide(layer))
  )

  it.live("rejects an import that cannot begin with one line", () =>
    Effect.gen(function* () {
      yield* prepare
      const unknown = ContactListUuid.make("00000000-0000-7000-8000-000000000001")
      const { ended } = yield* importText("email\na@x.org\n", { list: Option.some(unknown) })
      assert.instanceOf(ended, CommandRefused)
      assert.include(ended.message, unknown)
      const dry = yield* importText("email\na@x.org\n", { list: Option.some(unknown), dryRun: true })
      assert.instanceOf(dry.ended, CommandRefused)
      assert.include(dry.ended.message, unknown)
      assert.strictEqual(table(yield* exportText({})).length, 0)
      const files = yield* FileSystem.FileSystem
      const output = yield* files.makeTempFileScoped()
      yield* files.writeFileString(output, "an earlier export")
      const filter = Option.some('[{"field":"x","operator":"equals","value":"1"}]')
      const request = {
        output: Option.some(output),
        format: Option.none(),
        search: Option.none(),
        filter,
        where: [],
        lists: [],
        segments: [],
        for: Option.none()
      }
      const wrong = yield* Effect.flip(exportTo(request))
      assert.strictEqual(yield* files.readFileString(output), "an earlier export")
      assert.include(wrong.message, 'advanced_search[0].field: "x" is neither a custom field nor one of first_name')
    }).pipe(Effect.provide(layer))
  )
})
