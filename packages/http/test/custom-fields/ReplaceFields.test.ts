import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { define, fieldOf, newContactPath, path, valuesOf, whole } from "./Fixture.ts"

layer(TestApp.layer)("PATCH /v1/custom-fields/{custom_field_uuid}", (it) => {
  it.effect(
    "W1, W2: answers 200 with the whole definition replaced, names in both cases; null takes the icon away",
    () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const field = yield* define(token, "text", { icon: "star" })
        const snake = { name: " New name ", field_type: "date", editable: false, sensitive: true, icon: null }
        const camel = { name: "New name", fieldType: "date", editable: false, sensitive: true, icon: null }
        for (const json of [snake, camel]) {
          const answer = yield* send("PATCH", `${path}/${field.uuid}`, { token, json })
          assert.strictEqual(answer.status, 200)
          const { updated_at, ...rest } = fieldOf(answer.json)
          const { updated_at: before, ...was } = field
          assert.deepStrictEqual(rest, { ...was, ...snake, name: "New name" })
          assert.isAtLeast(Date.parse(updated_at), Date.parse(before))
        }
        const read = yield* send("GET", `${path}/${field.uuid}`, { token })
        assert.deepInclude(fieldOf(read.json), { name: "New name", field_type: "date" })
      })
  )

  it.effect("F1, W3: the key never changes: one that is given is an unknown field like others", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const field = yield* define(token, "text", { field_key: "fixed_key" })
      for (const more of [{ field_key: "other" }, { fieldKey: "email" }, { field_key: 5 }, { status: "archived" }]) {
        const answer = yield* send("PATCH", `${path}/${field.uuid}`, { token, json: { ...whole, ...more } })
        assert.deepInclude(fieldOf(answer.json), { field_key: "fixed_key", status: "active" })
      }
    })
  )

  it.effect("W4: it takes the full object: every missing field is named at once", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { uuid } = yield* define(token, "text")
      const all = ["name", "field_type", "editable", "sensitive", "icon"].map((at) => ["missing", "body", at] as const)
      assert.deepStrictEqual(issuesOf(yield* send("PATCH", `${path}/${uuid}`, { token, json: {} })), all)
      const select = yield* send("PATCH", `${path}/${uuid}`, { token, json: { field_type: "select" } })
      assert.deepStrictEqual(issuesOf(select), [
        ...all.filter(([, , at]) => at !== "field_type"),
        ["missing", "body", "select_options"]
      ])
      for (const name of Object.keys(whole)) {
        const json = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
        const answer = yield* send("PATCH", `${path}/${uuid}`, { token, json })
        assert.deepStrictEqual(issuesOf(answer), [["missing", "body", name]])
      }
    })
  )

  it.effect("W4: what is wrong with the path and with the body is reported together", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const answer = yield* send("PATCH", `${path}/none`, { token, json: { ...whole, name: 5, icon: false } })
      assert.deepStrictEqual(issuesOf(answer), [
        ["uuid_parsing", "path", "custom_field_uuid"],
        ["string_type", "body", "name"],
        ["string_type", "body", "icon"]
      ])
    })
  )

  it.effect("F3, W2: an option is renamed by its uuid, in both cases; what was read may be sent back", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { select_options = [], uuid } = yield* define(token, "select", { select_options: ["Lead", "Customer"] })
      const update = (options: ReadonlyArray<unknown>) =>
        send("PATCH", `${path}/${uuid}`, { token, json: { ...whole, field_type: "select", select_options: options } })
      const [lead, customer] = select_options
      const contact = yield* newContactPath(token, { a_field_of_select: "Lead" })
      const renamed = yield* update([{ uuid: lead?.uuid, display_label: "Hot lead" }, "Customer"])
      const after = [{ ...lead, display_label: "Hot lead" }, customer]
      assert.deepStrictEqual<unknown>(fieldOf(renamed.json).select_options, after)
      assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { a_field_of_select: "lead" })
      const camel = yield* update([{ uuid: lead?.uuid, displayLabel: "Lead" }, customer])
      assert.deepStrictEqual<unknown>(fieldOf(camel.json).select_options, select_options)
      assert.deepStrictEqual(issuesOf(yield* update([{ uuid: unknownUuid, display_label: "x" }])), [
        ["value_error", "body", "select_options[0].uuid"]
      ])
      assert.deepStrictEqual(issuesOf(yield* update([5])), [["string_type", "body", "select_options[0]"]])
      assert.deepStrictEqual(issuesOf(yield* update([{ uuid: lead?.uuid }])), [
        ["missing", "body", "select_options[0].display_label"]
      ])
    })
  )

  const refused: ReadonlyArray<readonly [more: object, type: string, at: string]> = [
    [{ name: "ab" }, "too_short", "name"],
    [{ name: "x".repeat(251) }, "too_long", "name"],
    [{ name: null }, "string_type", "name"],
    [{ field_type: "money" }, "enum", "field_type"],
    [{ editable: null }, "bool_type", "editable"],
    [{ sensitive: "no" }, "bool_type", "sensitive"],
    [{ icon: 5 }, "string_type", "icon"],
    [{ select_options: ["Red"] }, "value_error", "select_options"],
    [{ field_type: "multiselect" }, "missing", "select_options"],
    [{ field_type: "multiselect", selectOptions: [] }, "too_short", "select_options"],
    [{ field_type: "select", select_options: ["a", "b", "a"] }, "value_error", "select_options[2]"],
    [{ select_options: null, selectOptions: null }, "value_error", "select_options"]
  ]
  for (const [more, type, at] of refused) {
    it.effect(`W3, W4: ${JSON.stringify(more).slice(0, 70)} is 422 ${type} and changes nothing`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const field = yield* define(token, "text")
        const answer = yield* send("PATCH", `${path}/${field.uuid}`, { token, json: { ...whole, ...more } })
        assert.deepStrictEqual(issuesOf(answer), [[type, "body", at]])
        assert.deepStrictEqual(fieldOf((yield* send("GET", `${path}/${field.uuid}`, { token })).json), field)
      })
    )
  }

  it.effect("names of 3 and of 250 characters are taken", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { uuid } = yield* define(token, "text")
      for (const name of ["abc", "x".repeat(250)]) {
        const answer = yield* send("PATCH", `${path}/${uuid}`, { token, json: { ...whole, name } })
        assert.strictEqual(fieldOf(answer.json).name, name)
      }
    })
  )

  it.effect("answers 404 for one that does not exist", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const answer = yield* send("PATCH", `${path}/${unknownUuid}`, { token, json: whole })
      assert.strictEqual(answer.status, 404)
      assert.deepStrictEqual(
        answer.json,
        envelope("contacts", "404 NOT FOUND", `There is no custom field ${unknownUuid}.`)
      )
    })
  )

  it.effect(
    "F3: an option whose label stays keeps its uuid, one that goes is archived, one that comes back restored",
    () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        const field = yield* define(token, "select", { field_key: "tier", select_options: ["Gold", "Silver"] })
        const contact = yield* newContactPath(token, { tier: "Gold" })
        const replace = (select_options: ReadonlyArray<string>) =>
          Effect.map(
            send("PATCH", `${path}/${field.uuid}`, { token, json: { ...whole, field_type: "select", select_options } }),
            ({ json }) => fieldOf(json).select_options ?? []
          )
        const [gold, silver] = field.select_options ?? []

        const [bronze, kept, gone] = yield* replace([" Bronze ", "Silver"])
        assert.deepInclude(bronze, { display_label: "Bronze", field_key: "bronze", archived: false })
        assert.deepStrictEqual(kept, silver)
        assert.deepStrictEqual(gone, gold && { ...gold, archived: true })
        assert.deepStrictEqual(valuesOf((yield* send("GET", contact, { token })).json), { tier: "gold" })
        const other = yield* newContactPath(token)
        for (const name of ["gold", "Gold", gold?.uuid]) {
          const answer = yield* send("PATCH", other, { token, json: { custom_fields: { tier: name } } })
          assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "custom_fields.tier"]])
        }

        const back = yield* replace(["Gold", "Silver", "Bronze"])
        assert.deepStrictEqual<ReadonlyArray<unknown>>(back, [gold, silver, bronze])
        const written = yield* send("PATCH", other, { token, json: { custom_fields: { tier: "Gold" } } })
        assert.deepStrictEqual(valuesOf(written.json), { tier: "gold" })
      })
  )

  it.effect("F4: the type changes only while no contact has a value", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const { uuid } = yield* define(token, "text", { field_key: "size" })
      const retype = (field_type: string) =>
        send("PATCH", `${path}/${uuid}`, { token, json: { ...whole, field_type, name: "ab" } })
      const contact = yield* newContactPath(token, { size: "41" })
      assert.deepStrictEqual(issuesOf(yield* retype("number:integer")), [
        ["too_short", "body", "name"],
        ["value_error", "body", "field_type"]
      ])
      yield* send("DELETE", `${contact}/custom-fields/${uuid}`, { token })
      const json = { ...whole, field_type: "number:integer" }
      const answer = yield* send("PATCH", `${path}/${uuid}`, { token, json })
      assert.deepInclude(fieldOf(answer.json), { field_type: "number:integer", field_key: "size" })
      const written = yield* send("PATCH", contact, { token, json: { custom_fields: { size: 41 } } })
      assert.deepStrictEqual(valuesOf(written.json), { size: 41 })
    })
  )

  it.effect("W1: a select that becomes a text has no options any more", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { uuid } = yield* define(token, "select", { select_options: ["Red"] })
      const answer = yield* send("PATCH", `${path}/${uuid}`, { token, json: whole })
      assert.notProperty(fieldOf(answer.json), "select_options")
    })
  )
})
