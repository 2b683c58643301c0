import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { actor, makeApp, makeAskedApp, SharedApp, uuid, caller, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson, segment } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"
import { suite, test } from "../../../core/test/Suite.ts"

const path = "/v1/segments"
const one = `${path}/${uuid}`

const segmentJson = {
  uuid,
  name: "VIPs",
  status: "active",
  search: {
    search_term: null,
    advanced_search: [
      { field: "phone_number", operator: "exists", value: null, data_type: "text" },
      { field: "shoe_size", operator: "gt", value: 40, data_type: "long" }
    ]
  },
  broken: null,
  workspace_uuid: workspace,
  created_by: actor,
  updated_by: actor,
  created_at: "2026-03-01T10:00:00.000Z",
  updated_at: "2026-03-01T10:00:01.000Z"
}

const answering = makeAskedApp((answer) => ({
  segments: {
    list: answer({ items: [segment], total: 7 }),
    create: answer(segment),
    get: answer(segment),
    update: answer(segment),
    archive: answer(undefined),
    contacts: answer({ items: [contact], total: 7, next: "after-it" }),
    contains: answer(true)
  }
}))

describe("segments", () => {
  test("A1, W1, W2: are created, read and changed with every field, by the token's actor", function* () {
    const { asked, send } = yield* answering
    const search = { advancedSearch: [{ field: "phone_number", operator: "exists" }] }
    for (const [method, at, status, json] of [
      ["POST", path, 201, { name: " VIPs ", search, colour: "red" }],
      ["PATCH", one, 200, { name: "VIPs" }],
      ["PATCH", one, 200, { search: segmentJson.search }],
      ["GET", one, 200, undefined]
    ] as const) {
      const answer = yield* send(method, at, { json })
      assert.deepStrictEqual([answer.status, answer.json], [status, segmentJson])
    }
    const archived = yield* send("DELETE", one)
    assert.deepStrictEqual([archived.status, archived.text], [204, ""])
    const filter = { field: "phoneNumber", operator: "exists", value: undefined, dataType: "text" }
    const whole = [
      { ...filter, value: null },
      { field: "shoe_size", operator: "gt", value: 40, dataType: "long" }
    ]
    assert.deepStrictEqual(asked, [
      [caller, { name: " VIPs ", search: { searchTerm: null, advancedSearch: [filter] } }],
      [caller, uuid, { name: "VIPs" }],
      [caller, uuid, { search: { searchTerm: null, advancedSearch: whole } }],
      [caller, uuid],
      [caller, uuid]
    ])
  })

  test("are listed as the query specifies, and so are their contacts", function* () {
    const { asked, send } = yield* answering
    const { json } = yield* send("GET", path)
    assert.deepStrictEqual(json, { segments: [segmentJson], pagination: { limit: 50, offset: 0, total: 7 } })
    yield* send("GET", `${path}?status=archived&sort_field=created_at&sort_order=desc&search=%20x&limit=2&offset=3`)
    const contacts = yield* send("GET", `${one}/contacts`)
    const pagination = { limit: 50, offset: 0, total: 7, next: "after-it" }
    assert.deepStrictEqual(contacts.json, { contacts: [contactJson], pagination })
    yield* send("GET", `${one}/contacts?order_field=last_name&order=asc&limit=2&offset=3`)
    const [first, second] = [
      { limit: 50, offset: 0 },
      { limit: 2, offset: 3 }
    ]
    assert.deepStrictEqual(asked, [
      [caller, { status: "active", sortField: "name", sortOrder: "asc", search: null }, first],
      [caller, { status: "archived", sortField: "createdAt", sortOrder: "desc", search: " x" }, second],
      [caller, uuid, { sortBy: { field: "createdAt", sortOrder: "desc" } }, first],
      [caller, uuid, { sortBy: { field: "lastName", sortOrder: "asc" } }, second]
    ])
  })

  test("return whether they contain a contact", function* () {
    const { asked, send } = yield* answering
    const { json, status } = yield* send("POST", `${one}/contains`, { json: { contactUuid: uuid.toUpperCase() } })
    assert.deepStrictEqual([status, json], [200, { contains: true }])
    assert.deepStrictEqual(asked, [[caller, uuid, uuid]])
  })

  test("W1: return what is broken in them", function* () {
    const broken = { reason: "field_archived", detail: "A field is archived." } as const
    const send = yield* makeApp({ segments: { get: () => Effect.succeed({ ...segment, broken }) } })
    assert.deepStrictEqual((yield* send("GET", one)).json, { ...segmentJson, broken })
  })
})

const slip = { search_term: "ada", advance_search: [] }

const refused: ReadonlyArray<
  readonly [method: string, path: string, json: object | undefined, type: string, place: string, field: string]
> = [
  ["POST", path, { search: {} }, "missing", "body", "name"],
  ["POST", path, { name: "x" }, "missing", "body", "search"],
  ["POST", path, { name: "x", search: null }, "dict_type", "body", "search"],
  ["POST", path, { name: "x", search: slip }, "extra_forbidden", "body", "search.advance_search"],
  ["PATCH", one, { search: slip }, "extra_forbidden", "body", "search.advance_search"],
  ["POST", path, { name: "x", search: { sort_by: { field: "email" } } }, "extra_forbidden", "body", "search.sort_by"],
  ["PATCH", one, { name: null }, "string_type", "body", "name"],
  ["PATCH", one, { name: "a\0" }, "value_error", "body", "name"],
  ["POST", `${one}/contains`, {}, "missing", "body", "contact_uuid"],
  ["POST", `${one}/contains`, { contact_uuid: "ada" }, "uuid_parsing", "body", "contact_uuid"],
  ["POST", `${one}/contains`, { contact_uuid: uuid, at: 1 }, "extra_forbidden", "body", "at"],
  ["GET", `${path}?status=deleted`, undefined, "enum", "query", "status"],
  ["GET", `${one}/contacts?order_field=name`, undefined, "enum", "query", "order_field"],
  ["GET", `${one}/contacts?include_archived=true`, undefined, "extra_forbidden", "query", "include_archived"]
]

suite(SharedApp.layerOf(agreeing))("a rejected request for segments", (test) => {
  test("W3, W4: returns 422 with the path of each error", function* () {
    const send = yield* SharedApp
    for (const [method, at, json, ...issue] of refused) {
      assert.deepStrictEqual(issuesOf(yield* send(method, at, { json })), [issue], `${method} ${at}`)
    }
    const ignored = yield* send("POST", path, { json: { name: "x", search: {}, colour: "red" } })
    assert.deepStrictEqual([ignored.status, ignored.headers.get("rollcall-ignored-fields")], [201, "colour"])
  })
})
