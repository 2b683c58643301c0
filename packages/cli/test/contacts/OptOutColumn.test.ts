import { assert, describe, it } from "@effect/vitest"
import { Contacts, CustomFields, OptOuts } from "@rollcall/core"
import { parse } from "csv-parse/sync"
import { Effect, Schema } from "effect"
import { DatabaseCaller } from "../../src/targets/DatabaseTarget.ts"
import { exportText, importText } from "./Files.ts"
import { targets } from "./Targets.ts"

const Line = Schema.Struct({ email: Schema.String, opted_out: Schema.optionalKey(Schema.NullOr(Schema.String)) })
const linesOf = Schema.decodeUnknownSync(Schema.Array(Schema.fromJsonString(Line)))
const everything = { limit: 100, offset: 0 }

const table = (csv: string): ReadonlyArray<Record<string, string>> => parse(csv, { columns: true, bom: true })

/** What each contact is opted out of, by its e-mail address, and how that came. */
const optOuts = Effect.gen(function* () {
  const caller = yield* DatabaseCaller
  const { items } = yield* (yield* Contacts).search(caller, {}, everything)
  const service = yield* OptOuts
  const found = yield* Effect.forEach(items, ({ email, uuid }) =>
    Effect.map(service.get(caller, uuid), ({ optOut }) => [email, optOut?.scope ?? null, optOut?.source ?? null])
  )
  return found.toSorted(([a], [b]) => `${a}`.localeCompare(`${b}`))
})

const people = `email,phone_number,Opted out
all@x.org,+491700000001,all
marketing@x.org,+491700000002,marketing
none@x.org,+491700000003,
`

const expected = [
  ["all@x.org", "all", "import"],
  ["marketing@x.org", "marketing", "import"],
  ["none@x.org", null, null]
]

const exports = [{ format: "csv" }, { for: "spreadsheet" }, { format: "jsonl" }] as const

describe.each(targets)("the column opted_out, in %s", (_, layer) => {
  it.live.each(exports)("I7: of an export (%o) gives another workspace the same opt-outs", (options) =>
    Effect.gen(function* () {
      const file = options === exports[2] ? "people.jsonl" : "people.csv"
      const text = yield* Effect.provide(
        Effect.gen(function* () {
          const { failed } = yield* importText(people)
          assert.lengthOf(failed.split("\n").filter(Boolean).slice(1), 0)
          assert.deepStrictEqual(yield* optOuts, expected)
          return yield* exportText(options)
        }),
        layer
      )
      const shown = options === exports[2] ? linesOf(text.trim().split("\n")) : table(text)
      assert.deepStrictEqual(
        shown.map(({ email, opted_out }) => [email, opted_out || null]),
        expected.map(([email, scope]) => [email, scope])
      )
      yield* Effect.provide(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* optOuts, [])
          yield* importText(text, { file })
          assert.deepStrictEqual(yield* optOuts, expected)
        }),
        layer
      )
    })
  )

  it.live("I7: accepts no other value, and an empty cell opts nobody in", () =>
    Effect.gen(function* () {
      yield* importText(people)
      const empty = people.replaceAll(/,(?:all|marketing)$/gm, ",")
      yield* importText(empty, { empty: "clear" })
      assert.deepStrictEqual(yield* optOuts, expected)
      for (const value of ["yes", "All", "true", "opted out"]) {
        const { failed } = yield* importText(`email,phone_number,opted_out\nnone@x.org,+491700000003,${value}\n`)
        assert.include(failed, "opted_out must be all, marketing or empty")
      }
      const json = `{"email":"none@x.org","opted_out":true}\n{"email":"none@x.org","opted_out":""}\n`
      const { failed } = yield* importText(json, { file: "people.jsonl" })
      assert.strictEqual(failed.trim().split("\n").length, 1)
      assert.deepStrictEqual(yield* optOuts, expected)
    }).pipe(Effect.provide(layer))
  )

  it.live("I7: is the custom field with this key if there is one, in searches, exports and imports", () =>
    Effect.gen(function* () {
      const caller = yield* DatabaseCaller
      const input = { icon: null, editable: true, sensitive: false, selectOptions: null }
      const fields = yield* CustomFields
      yield* fields.create(caller, { ...input, name: "Left", fieldKey: "opted_out", fieldType: "text" })
      yield* importText("email,phone_number,opted_out\na@x.org,+491700000001,all\nb@x.org,+491700000002,no\n")
      assert.deepStrictEqual(yield* optOuts, [
        ["a@x.org", null, null],
        ["b@x.org", null, null]
      ])
      const contacts = yield* Contacts
      const [a, b] = (yield* contacts.search(caller, {}, everything)).items.toSorted((one, other) =>
        `${one.email}`.localeCompare(`${other.email}`)
      )
      assert.deepStrictEqual([a?.customFields, b?.customFields], [{ opted_out: "all" }, { opted_out: "no" }])
      if (b !== undefined) yield* OptOuts.use((service) => service.optOut(caller, b.uuid))

      const csv = yield* exportText({ where: ["opted_out:equals:all"] })
      assert.deepStrictEqual(
        table(csv).map((row) => [row["email"], row["custom_fields.opted_out"], "opted_out" in row]),
        [["a@x.org", "all", false]]
      )
      const json = yield* exportText({ format: "jsonl" })
      assert.isTrue(linesOf(json.trim().split("\n")).every((line) => !("opted_out" in line)))
      for (const [text, file] of [
        [csv, "people.csv"],
        [json, "people.jsonl"]
      ] as const) {
        const { failed } = yield* importText(text, { file })
        assert.notInclude(failed, "x.org")
      }
      assert.deepStrictEqual(yield* optOuts, [
        ["a@x.org", null, null],
        ["b@x.org", "all", "request"]
      ])
    }).pipe(Effect.provide(layer))
  )
})
