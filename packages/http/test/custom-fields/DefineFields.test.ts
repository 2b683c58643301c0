import { assert, describe } from "@effect/vitest"
import type { CustomField } from "@rollcall/core"
import { SelectOptionUuid } from "@rollcall/core/operations"
import { DateTime } from "effect"
import { caller, makeAskedApp, SharedApp, unknownUuid, uuid, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { customField } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"
import { suite, test } from "../../../core/test/Suite.ts"

const path = "/v1/custom-fields"
const one = `${path}/${uuid}`

const option = { uuid: SelectOptionUuid.make(unknownUuid), displayLabel: "Red", fieldKey: "red", archived: true }
const select: CustomField = { ...customField, fieldType: "select", selectOptions: [option] }

const fieldJson = {
  uuid,
  workspace_uuid: workspace,
  name: "Shoe size",
  icon: null,
  field_type: "number:integer",
  field_key: "shoe_size",
  status: "active",
  created_at: DateTime.formatIso(customField.createdAt),
  updated_at: DateTime.formatIso(customField.updatedAt),
  archived_at: null,
  editable: true,
  sensitive: false
}
const optionsJson = [{ uuid: unknownUuid, display_label: "Red", field_key: "red", archived: true }]
const selectJson = { ...fieldJson, field_type: "select", select_options: optionsJson }

/** An application that answers with one definition, and what it was asked for. */
const answering = (field: CustomField) =>
  makeAskedApp((answer) => ({
    customFields: {
      create: answer(field),
      get: answer(field),
      replace: answer(field),
      archive: answer(undefined),
      list: answer({ items: [field], total: 7 })
    }
  }))

/** The whole of a definition, as an update takes it. */
const whole = { name: "Colour", field_type: "text", editable: true, sensitive: false, icon: null }

describe("custom fields", () => {
  test.each([
    ["POST", path, 201],
    ["PATCH", one, 200],
    ["GET", `${path}/${uuid.toUpperCase()}`, 200]
  ] as const)("W1: %s %s returns %i with every field; only a type with options has that member", function* (request) {
    const [method, at, status] = request
    for (const [field, json] of [
      [customField, fieldJson],
      [select, selectJson]
    ] as const) {
      const { send } = yield* answering(field)
      const answer = yield* send(method, at, method === "GET" ? {} : { json: whole })
      assert.deepStrictEqual([answer.status, answer.json], [status, json])
    }
  })

  test("are listed page by page, and archived with 204 and no body", function* () {
    const { asked, send } = yield* answering(select)
    const { json } = yield* send("GET", `${path}?limit=1&offset=2&status=archived`)
    assert.deepStrictEqual(json, { custom_fields: [selectJson], pagination: { limit: 1, offset: 2, total: 7 } })
    const archived = yield* send("DELETE", one)
    assert.deepStrictEqual([archived.status, archived.text], [204, ""])
    assert.deepStrictEqual(asked, [
      [caller, { status: "archived" }, { limit: 1, offset: 2 }],
      [caller, uuid]
    ])
  })

  test("W2, W3: accept every name in both cases, also in options, and ignore unknown fields and a changed key", function* () {
    const { asked, send } = yield* answering(select)
    const ignored = { status: "archived", uuid: 5 }
    const same = { name: "Colour", editable: false, sensitive: true, icon: "brush", ...ignored }
    const snake = { field_type: "select", select_options: ["Red", { uuid: unknownUuid, display_label: "Blue" }] }
    const camel = { fieldType: "select", selectOptions: ["Red", { uuid: unknownUuid, displayLabel: "Blue" }] }
    for (const json of [
      { ...same, ...snake, field_key: "colour" },
      { ...same, ...camel, fieldKey: "colour" }
    ]) {
      yield* send("POST", path, { json })
      yield* send("PATCH", one, { json })
    }
    const definition = {
      ...{ name: "Colour", fieldType: "select", editable: false, sensitive: true, icon: "brush" },
      selectOptions: ["Red", { uuid: unknownUuid, displayLabel: "Blue" }]
    }
    const [created, updated] = [
      [caller, { ...definition, fieldKey: "colour" }],
      [caller, uuid, definition]
    ]
    assert.deepStrictEqual(asked, [created, updated, created, updated])
  })

  test("get defaults when created, for null and for missing members", function* () {
    const { asked, send } = yield* answering(customField)
    const given = { name: "Colour", field_type: "text" }
    yield* send("POST", path, { json: given })
    yield* send("POST", path, { json: { ...given, field_key: null, icon: null, select_options: null } })
    const filled = { name: "Colour", fieldType: "text", editable: true, sensitive: false }
    assert.deepStrictEqual(asked, [
      [caller, { ...filled, selectOptions: null }],
      [caller, { ...filled, icon: null, selectOptions: null, fieldKey: null }]
    ])
  })
})

type Issue = readonly [type: string, at: string]

const refused: ReadonlyArray<readonly [json: object, ...issues: ReadonlyArray<Issue>]> = [
  [{ ...whole, name: null, field_type: null }, ["string_type", "name"], ["enum", "field_type"]],
  [{ ...whole, name: 500, icon: 5 }, ["string_type", "name"], ["string_type", "icon"]],
  [{ ...whole, name: "abc\ud800" }, ["value_error", "name"]],
  [{ ...whole, field_type: "TEXT" }, ["enum", "field_type"]],
  [{ ...whole, field_type: "__proto__" }, ["enum", "field_type"]],
  [{ ...whole, field_type: ["text"] }, ["enum", "field_type"]],
  [{ ...whole, editable: null, sensitive: 0 }, ["bool_type", "editable"], ["bool_type", "sensitive"]],
  [{ ...whole, field_type: "select", select_options: "Red" }, ["list_type", "select_options"]],
  [
    { ...whole, field_type: "select", select_options: ["Red", 5, null] },
    ["string_type", "select_options[1]"],
    ["string_type", "select_options[2]"]
  ],
  [
    { ...whole, field_type: "select", select_options: [{ uuid: unknownUuid }] },
    ["missing", "select_options[0].display_label"]
  ],
  [
    { ...whole, fieldType: "text", selectOptions: [], select_options: [] },
    ["value_error", "field_type"],
    ["value_error", "select_options"]
  ],
  // What cannot be read and what breaks a rule of core are reported together.
  [
    { ...whole, name: "ab", field_type: "select", icon: 5, selectOptions: ["Red", "Red"] },
    ["string_type", "icon"],
    ["too_short", "name"],
    ["value_error", "select_options[1]"]
  ]
]

suite(SharedApp.layerOf(agreeing))("a rejected field definition", (test) => {
  test.each(refused)("W2, W3, W4: returns 422 for %j, on creation and replacement", function* ([json, ...issues]) {
    const send = yield* SharedApp
    const expected = issues.map(([type, at]) => [type, "body", at] as const)
    assert.sameDeepMembers([...issuesOf(yield* send("POST", path, { json }))], expected)
    assert.sameDeepMembers([...issuesOf(yield* send("PATCH", one, { json }))], expected)
  })

  test("W4: needs a name and a type if it is new, and its key is checked together with invalid types", function* () {
    const send = yield* SharedApp
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json: { select_options: ["Red"] } })), [
      ["missing", "body", "name"],
      ["missing", "body", "field_type"]
    ])
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json: { ...whole, fieldKey: "email", icon: 5 } })), [
      ["string_type", "body", "icon"],
      ["value_error", "body", "field_key"]
    ])
    assert.deepStrictEqual(issuesOf(yield* send("POST", path, { json: { ...whole, field_key: 5 } })), [
      ["string_type", "body", "field_key"]
    ])
  })

  test("W4: must be complete as a replacement: every missing field is reported at once", function* () {
    const send = yield* SharedApp
    const all = Object.keys(whole).map((name) => ["missing", "body", name] as const)
    assert.deepStrictEqual(issuesOf(yield* send("PATCH", one, { json: {} })), all)
    assert.deepStrictEqual(issuesOf(yield* send("PATCH", one, { json: { field_type: "select" } })), [
      ...all.filter(([, , name]) => name !== "field_type"),
      ["missing", "body", "select_options"]
    ])
  })
})
