import { assert, describe, layer } from "@effect/vitest"
import { FieldType } from "@rollcall/core/storage"
import { Effect } from "effect"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, fieldOf, path } from "./Fixture.ts"

layer(TestApp.layer)("POST /v1/custom-fields", (it) => {
  it.effect("W1: answers 201 with every field; editable, sensitive and icon have their defaults", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const answer = yield* send("POST", path, { token, json: { name: " Shoe size ", field_type: "number:integer" } })
      assert.strictEqual(answer.status, 201)
      const { created_at, updated_at, uuid, workspace_uuid, ...rest } = fieldOf(answer.json)
      assert.deepStrictEqual(rest, {
        name: "Shoe size",
        icon: null,
        field_type: "number:integer",
        field_key: "shoe_size",
        status: "active",
        archived_at: null,
        editable: true,
        sensitive: false
      })
      for (const id of [uuid, workspace_uuid]) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.strictEqual(updated_at, created_at)
    })
  )

  it.effect("W2, W3: takes every name in both cases; unknown fields are ignored", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const more = { name: "Colour", editable: false, sensitive: true, icon: "brush", status: "archived", uuid: 5 }
      const snake = { ...more, field_type: "select", field_key: "colour", select_options: ["Red"] }
      const camel = { ...more, fieldType: "select", fieldKey: "colour", selectOptions: ["Red"] }
      for (const json of [snake, camel]) {
        const answer = yield* send("POST", path, { token: yield* fresh, json })
        assert.strictEqual(answer.status, 201)
        assert.deepInclude(fieldOf(answer.json), {
          name: "Colour",
          field_type: "select",
          field_key: "colour",
          editable: false,
          sensitive: true,
          icon: "brush",
          status: "active"
        })
      }
    })
  )

  it.effect("W2: both spellings of a field are 422, even if they agree", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const json = { name: "Colour", field_type: "text", fieldType: "text", fieldKey: "a", field_key: "b" }
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json })), [
        ["value_error", "body", "field_type"],
        ["value_error", "body", "field_key"]
      ])
    })
  )

  it.effect("null for field_key, icon and select_options is as if absent", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const json = { name: "Colour", field_type: "text", field_key: null, icon: null, select_options: null }
      const answer = yield* send("POST", path, { token: yield* fresh, json })
      assert.deepInclude(fieldOf(answer.json), { field_key: "colour", icon: null })
    })
  )

  it.effect.each(FieldType.literals)("W1: a field of type %s has options or has no such member", (type) =>
    Effect.gen(function* () {
      const { fresh } = yield* TestApp
      const options = type === "select" || type === "multiselect" ? { select_options: ["One", "Two"] } : {}
      const field = yield* define(yield* fresh, type, options)
      assert.strictEqual(field.field_type, type)
      assert.deepStrictEqual(
        field.select_options?.map(({ archived, display_label, field_key }) => [display_label, field_key, archived]),
        "select_options" in options
          ? [
              ["One", "one", false],
              ["Two", "two", false]
            ]
          : undefined
      )
    })
  )

  const names = ["abc", "x".repeat(250), ` ${"x".repeat(250)}\n`]
  it.effect.each(names)("takes a name of 3 and of 250 characters: %.5s", (name) =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const answer = yield* send("POST", path, { token: yield* fresh, json: { name, field_type: "text" } })
      assert.strictEqual(fieldOf(answer.json).name, name.trim())
    })
  )

  describe("field_key", () => {
    it.effect("F1: is made of the name, and suffixed where it is taken", () =>
      Effect.gen(function* () {
        const { fresh } = yield* TestApp
        const token = yield* fresh
        const keyOf = (name: string) => Effect.map(define(token, "text", { name }), ({ field_key }) => field_key)
        assert.strictEqual(yield* keyOf("Größe (Ärmel) №1"), "grosse_armel_no1")
        assert.strictEqual(yield* keyOf("Shoe size"), "shoe_size")
        assert.strictEqual(yield* keyOf("SHOE -- size!"), "shoe_size_2")
        assert.strictEqual(yield* keyOf("shoe_size"), "shoe_size_3")
        assert.strictEqual(yield* keyOf("2nd name"), "field_2nd_name")
        assert.strictEqual(yield* keyOf("金金金"), "field")
        assert.strictEqual(yield* keyOf("x".repeat(250)), "x".repeat(250))
        assert.strictEqual(yield* keyOf("X".repeat(250)), `${"x".repeat(248)}_2`)
      })
    )

    it.effect("F1: one that is made of a name is never that of a predefined field", () =>
      Effect.gen(function* () {
        const { fresh } = yield* TestApp
        const token = yield* fresh
        const email = yield* define(token, "text", { name: "E-mail" })
        assert.strictEqual(email.field_key, "e_mail")
        assert.strictEqual((yield* define(token, "text", { name: "Email" })).field_key, "email_2")
        assert.strictEqual((yield* define(token, "date", { name: "Created at" })).field_key, "created_at_2")
      })
    )

    it.effect.each(["a", "a".repeat(250), "a_1", "constructor", "tostring"])("F1: %.20s is taken as it is", (key) =>
      Effect.gen(function* () {
        const { fresh } = yield* TestApp
        assert.strictEqual((yield* define(yield* fresh, "text", { field_key: key })).field_key, key)
      })
    )

    it.effect("F1, F7: a taken key is 422 already_exists, also when its field is archived; elsewhere it is free", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const first = yield* define(token, "text", { field_key: "tier" })
        const json = { name: "Another tier", field_type: "checkbox", field_key: "tier" }
        const again = yield* send("POST", path, { token, json })
        assert.deepStrictEqual(issuesOf(again), [["already_exists", "body", "field_key"]])
        yield* send("DELETE", `${path}/${first.uuid}`, { token })
        const archived = yield* send("POST", path, { token, json })
        assert.deepStrictEqual(issuesOf(archived), [["already_exists", "body", "field_key"]])
        assert.strictEqual((yield* define(token, "text", { name: "Tier" })).field_key, "tier_2")
        assert.strictEqual((yield* define(yield* fresh, "text", { field_key: "tier" })).field_key, "tier")
      })
    )
  })

  const base = { name: "Colour", field_type: "text" }
  const select = { name: "Colour", field_type: "select" }
  const refused: ReadonlyArray<readonly [json: object, ...issues: ReadonlyArray<readonly [type: string, at: string]>]> =
    [
      [{}, ["missing", "name"], ["missing", "field_type"]],
      [{ name: null, field_type: null }, ["string_type", "name"], ["enum", "field_type"]],
      [{ ...base, name: "ab" }, ["too_short", "name"]],
      [{ ...base, name: "  a  " }, ["too_short", "name"]],
      [{ ...base, name: "x".repeat(251) }, ["too_long", "name"]],
      [{ ...base, name: 500 }, ["string_type", "name"]],
      [{ ...base, name: "a\0b" }, ["value_error", "name"]],
      [{ ...base, name: "abc\ud800" }, ["value_error", "name"]],
      [{ ...base, field_type: "TEXT" }, ["enum", "field_type"]],
      [{ ...base, field_type: "__proto__" }, ["enum", "field_type"]],
      [{ ...base, field_type: ["text"] }, ["enum", "field_type"]],
      [{ ...base, editable: "true" }, ["bool_type", "editable"]],
      [{ ...base, editable: null, sensitive: 0 }, ["bool_type", "editable"], ["bool_type", "sensitive"]],
      [{ ...base, icon: 5 }, ["string_type", "icon"]],
      [{ ...base, icon: "x".repeat(251) }, ["too_long", "icon"]],
      [{ ...base, field_key: "" }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: "Tier" }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: "1st" }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: "_a" }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: "a\n" }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: "a".repeat(251) }, ["string_pattern_mismatch", "field_key"]],
      [{ ...base, field_key: 5 }, ["string_type", "field_key"]],
      [{ ...base, field_key: "phone_number" }, ["value_error", "field_key"]],
      [{ ...base, field_key: "client_reference" }, ["value_error", "field_key"]],
      [{ ...base, select_options: ["Red"] }, ["value_error", "select_options"]],
      [select, ["missing", "select_options"]],
      [{ ...select, select_options: null }, ["missing", "select_options"]],
      [{ ...select, select_options: [] }, ["too_short", "select_options"]],
      [{ ...select, select_options: "Red" }, ["list_type", "select_options"]],
      [
        { ...select, select_options: ["Red", 5, null] },
        ["string_type", "select_options[1]"],
        ["string_type", "select_options[2]"]
      ],
      [{ ...select, select_options: ["Red", "red", " Red "] }, ["value_error", "select_options[2]"]],
      [{ ...select, select_options: ["Red", " "] }, ["too_short", "select_options[1]"]],
      [{ ...select, select_options: ["x".repeat(251)] }, ["too_long", "select_options[0]"]],
      [{ ...select, select_options: Array.from({ length: 1_001 }, String) }, ["too_long", "select_options"]],
      [{ ...select, select_options: ["a\0"] }, ["value_error", "select_options[0]"]]
    ]
  for (const [json, ...issues] of refused) {
    it.effect(`W3, W4, F1: ${JSON.stringify(json).slice(0, 90)} is 422 ${issues.join(" and ")}`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const answer = yield* send("POST", path, { token, json })
        assert.deepStrictEqual(
          issuesOf(answer),
          issues.map(([type, at]) => [type, "body", at])
        )
      })
    )
  }

  it.effect("W4: what cannot be read and what breaks a rule are reported together", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const answer = yield* send("POST", path, {
        token,
        json: { name: "ab", fieldType: "select", fieldKey: "email", icon: 5, selectOptions: ["Red", "Red"] }
      })
      assert.sameDeepMembers(
        [...issuesOf(answer)],
        [
          ["string_type", "body", "icon"],
          ["too_short", "body", "name"],
          ["value_error", "body", "field_key"],
          ["value_error", "body", "select_options[1]"]
        ]
      )
      const untyped = yield* send("POST", path, { token, json: { name: "ab", select_options: ["Red"] } })
      assert.deepStrictEqual(issuesOf(untyped), [
        ["missing", "body", "field_type"],
        ["too_short", "body", "name"]
      ])
    })
  )

  it.effect("W4: a body of too many values, or nested too deep, is refused for that alone", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const many = JSON.stringify({ x: Array.from({ length: 20_001 }, () => 1) })
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, body: many })), [["too_long", "body", ""]])
      const deep = yield* send("POST", path, { token, body: `{"x":${"[".repeat(100)}${"]".repeat(100)}}` })
      assert.match(issuesOf(deep).join(), /^value_error,body,x(\[0\])+$/)
    })
  )

  it.effect("F1: of many that ask for one key at once, one gets it", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const ask = (fields: object) =>
        Effect.all(
          Array.from({ length: 20 }, () => send("POST", path, { token, json: { ...base, ...fields } })),
          { concurrency: "unbounded" }
        )
      const asked = (yield* ask({ field_key: "tier" })).map(({ status }) => status)
      assert.deepStrictEqual(
        asked.sort((a, b) => a - b),
        [201, ...Array.from({ length: 19 }, () => 422)]
      )
      const made = (yield* ask({})).map(({ json }) => fieldOf(json).field_key)
      assert.strictEqual(new Set(made).size, 20)
    })
  )

  it.effect("a name that spells no key at all keeps what it says", () =>
    Effect.gen(function* () {
      const { fresh } = yield* TestApp
      const token = yield* fresh
      for (const name of ["__proto__", "constructor", "'; DROP TABLE contacts;--", "$.a[0]", "\u202e\u200d\ufeffabc"]) {
        const field = yield* define(token, "text", { name })
        assert.strictEqual(field.name, name.trim())
        assert.match(field.field_key, /^[a-z][a-z0-9_]{0,249}$/)
      }
    })
  )

  it.effect("W4: a body that is none is 400", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const answer = yield* send("POST", path, { token, body: "{" })
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(answer.json, envelope("contacts", "400 BAD REQUEST", "The body is not JSON in UTF-8."))
    })
  )
})
