import { assert, layer } from "@effect/vitest"
import { FieldType } from "@rollcall/core/storage"
import { Effect } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, newContactPath, valuesOf } from "./Fixture.ts"

const user = "0197a000-0000-7000-8000-00000000000a"

/** What a field of each type takes, and how it is returned where that differs; and what it does not take. */
const types: {
  readonly [Type in FieldType]: {
    readonly good: ReadonlyArray<readonly [given: string, kept?: string]>
    readonly bad: ReadonlyArray<string>
  }
} = {
  text: {
    good: [['"a"'], ['" a\\nb "'], ['"😀"'], [`"${"x".repeat(10_000)}"`], ['""', "null"], ['" \\t"', "null"]],
    bad: ["5", "true", '["a"]', '{"a":1}', `"${"x".repeat(10_001)}"`]
  },
  "number:integer": {
    good: [["0"], ["-0", "0"], ["41.0", "41"], ["1e2", "100"], ["9007199254740991"], ["-9007199254740991"]],
    bad: ["4.5", "9007199254740992", "-9007199254740993", "1e400", '"41"', "true", "[41]", "{}"]
  },
  "number:decimal": {
    good: [["0.1"], ["-4"], ["1e308"], ["5e-324"], ["-0.0", "0"]],
    bad: ["1e400", "-1e400", '"0.1"', '"NaN"', "false", "[0.1]"]
  },
  "number:percentage": { good: [["50"], ["-12.5"], ["250"]], bad: ['"50%"', "1e999", "[]", "{}"] },
  checkbox: { good: [["true"], ["false"]], bad: ['"true"', "0", "1", '""', "[true]"] },
  date: {
    good: [['"2026-02-28"'], ['"2024-02-29"'], ['"0001-01-01"'], ['"9999-12-31"']],
    bad: [
      '"2026-02-29"',
      '"2026-2-1"',
      '"28.02.2026"',
      '"2026-02-28T00:00:00Z"',
      '" 2026-02-28"',
      '"today"',
      "20260228",
      '""'
    ]
  },
  "date:relative": {
    good: [['"2026-02-28"']],
    bad: ['"2026-02-30"', '"+1 day"', '"2026-02-28T00:00:00Z"', "0"]
  },
  "date:date_time": {
    good: [['"2026-02-28T10:30:00Z"'], ['"2026-02-28T10:30:00.123+05:45"'], ['"2026-02-28t10:30-0800"']],
    bad: ['"2026-02-28T10:30:00"', '"2026-02-28"', '"2026-02-30T10:30:00Z"', '"2026-02-28T24:00:00Z"', "1772274600000"]
  },
  "date:time": {
    good: [['"00:00"'], ['"23:59:59"']],
    bad: ['"24:00"', '"9:30"', '"10:60"', '"10:30:60"', '"10:30Z"', '"10:30:00.5"', "1030"]
  },
  select: {
    good: [['"Gold"', '"gold"'], ['"gold"'], ['"Very gold"', '"very_gold"']],
    bad: ['"GOLD"', '" Gold"', '"Silver"', '["Gold"]', "0", '""', '"__proto__"', '"constructor"']
  },
  multiselect: {
    good: [
      ['["Gold","very_gold"]', '["gold","very_gold"]'],
      ['["Very gold","Gold"]', '["very_gold","gold"]'],
      ["[]", "null"]
    ],
    bad: ['"Gold"', '["Gold","gold"]', '["Gold","Silver"]', '["Gold",null]', '[["Gold"]]', '{"0":"Gold"}', '["length"]']
  },
  user: {
    good: [[`"${user}"`], [`"${user.toUpperCase()}"`, `"${user}"`]],
    bad: ['"zoe"', `"${user}0"`, '""', `["${user}"]`, "5"]
  }
}

layer(TestApp.layer)("values", (it) => {
  for (const type of FieldType.literals) {
    const { bad, good } = types[type]
    const options = type === "select" || type === "multiselect" ? { select_options: ["Gold", "Very gold"] } : {}

    /** A field of the type, a contact, and a way to say what its value becomes. */
    const made = Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const field = yield* define(token, type, { field_key: "key", ...options })
      const contact = yield* newContactPath(token)
      const set = (value: string) =>
        send("PATCH", `${contact}/custom-fields`, { token, body: `{"custom_fields":{"key":${value}}}` })
      return { contact, field, send, set, token }
    })

    it.effect(`F2, F3: a field of type ${type} takes what it should, and returns it everywhere alike`, () =>
      Effect.gen(function* () {
        const { contact, field, send, set, token } = yield* made
        for (const [given, kept = given] of good) {
          const value: unknown = JSON.parse(kept)
          const expected = value === null ? {} : { key: value }
          const answer = yield* set(given)
          assert.strictEqual(answer.status, 200, given.slice(0, 100))
          assert.deepStrictEqual<unknown>(valuesOf(answer.json), expected)
          assert.deepStrictEqual<unknown>(valuesOf((yield* send("GET", contact, { token })).json), expected)
          const body = `{"custom_field_uuid":"${field.uuid}","value":${given}}`
          const again = yield* send("POST", `${contact}/custom-fields`, { token, body })
          assert.deepStrictEqual<unknown>(valuesOf(again.json), expected)
          const made = yield* send("POST", "/v1/contacts", {
            token,
            body: `{"email":"a@b.c","customFields":{"key":${given}}}`
          })
          assert.strictEqual(made.status, 201)
          assert.deepStrictEqual<unknown>(valuesOf(made.json), expected)
        }
        const cleared = yield* set("null")
        assert.deepStrictEqual(valuesOf(cleared.json), {})
      })
    )

    it.effect(`F2: a field of type ${type} refuses everything else, and keeps what it has`, () =>
      Effect.gen(function* () {
        const { contact, send, set, token } = yield* made
        const [given = ""] = good[0] ?? []
        const before = valuesOf((yield* set(given)).json)
        for (const value of bad) {
          const answer = yield* set(value)
          assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "custom_fields.key"]], value.slice(0, 100))
          const created = yield* send("POST", "/v1/contacts", {
            token,
            body: `{"email":"a@b.c","custom_fields":{"key":${value}}}`
          })
          assert.deepStrictEqual(issuesOf(created), [["value_error", "body", "custom_fields.key"]])
        }
        assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), before)
      })
    )
  }

  it.effect("F3: an option is named by its key, its uuid in any case, or its exact label", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const select_options = ["Gold", "gold", "金", "silver card", "Silver card"]
      const field = yield* define(token, "select", { field_key: "tier", select_options })
      const contact = yield* newContactPath(token)
      const options = field.select_options ?? []
      assert.deepStrictEqual(
        options.map(({ field_key }) => field_key),
        ["gold", "gold_2", "field", "silver_card", "silver_card_2"]
      )
      const set = (tier: string | null) =>
        Effect.map(send("PATCH", contact, { token, json: { custom_fields: { tier } } }), ({ json }) => valuesOf(json))
      for (const { display_label, field_key, uuid } of options) {
        for (const name of [display_label, uuid, uuid.toUpperCase()]) {
          yield* set(null)
          assert.deepStrictEqual(yield* set(name), { tier: field_key })
        }
        // What a contact has may be sent back as it was read, also where the key is the label of another option.
        assert.deepStrictEqual(yield* set(field_key), { tier: field_key })
        // On other contacts a key that is also the label of another option means that one.
        const meant = field_key === "gold" ? "gold_2" : field_key
        const other = yield* send("POST", "/v1/contacts", {
          token,
          json: { email: "b@c.d", custom_fields: { tier: field_key } }
        })
        assert.deepStrictEqual(valuesOf(other.json), { tier: meant })
      }
    })
  )
})
