import { assert, describe } from "@effect/vitest"
import { actor, makeAskedApp, SharedApp, unknownUuid, uuid, caller, workspace } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contact, contactJson, contactList } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"
import { suite, test } from "../../../core/test/Suite.ts"

const path = "/v1/contact-lists"
const one = `${path}/${uuid}`
const members = `${one}/contacts`
const listsOfContact = `/v1/contacts/${uuid}/contact-lists`

const listJson = {
  uuid,
  name: "Regulars",
  status: "active",
  emoji: null,
  workspace_uuid: workspace,
  count: 2,
  created_by: actor,
  updated_by: actor,
  created_at: "2026-03-01T10:00:00.000Z",
  updated_at: "2026-03-01T10:00:01.000Z"
}

/** An application with one list of seven, which has one contact of seven, and what it was asked for. */
const answering = makeAskedApp((answer) => ({
  contactLists: {
    list: answer({ items: [contactList], total: 7 }),
    ofContact: answer({ items: [contactList], total: 7 }),
    create: answer(contactList),
    get: answer(contactList),
    update: answer(contactList),
    archive: answer(undefined),
    members: answer({ items: [contact], total: 7, next: "after-it" }),
    addMembers: answer({ added: [contact.uuid], warnings: [{ uuid: contact.uuid, message: "is named twice" }] }),
    removeMembers: answer(undefined)
  }
}))

describe("contact lists", () => {
  test("A1, W1, W3: are created, read and changed with every field, by the token's actor; unknown fields are ignored", function* () {
    const { asked, send } = yield* answering
    for (const [method, at, status, json] of [
      ["POST", path, 201, { name: " Regulars ", emoji: "👋🏽", count: 7 }],
      ["PATCH", one, 200, { emoji: null }],
      ["PATCH", one, 200, {}],
      ["GET", one, 200, undefined]
    ] as const) {
      const answer = yield* send(method, at, { json })
      assert.deepStrictEqual([answer.status, answer.json], [status, listJson])
    }
    const archived = yield* send("DELETE", one)
    assert.deepStrictEqual([archived.status, archived.text], [204, ""])
    assert.deepStrictEqual(asked, [
      [caller, { name: " Regulars ", emoji: "👋🏽" }],
      [caller, uuid, { emoji: null }],
      [caller, uuid, {}],
      [caller, uuid],
      [caller, uuid]
    ])
  })

  test("are listed as the query specifies, all lists or a contact's lists", function* () {
    const { asked, send } = yield* answering
    const { json } = yield* send("GET", path)
    assert.deepStrictEqual(json, { contact_lists: [listJson], pagination: { limit: 50, offset: 0, total: 7 } })
    const query = "status=archived&sort_field=created_at&sort_order=desc&search=%20x&limit=2&offset=3"
    yield* send("GET", `${path}?${query}`)
    const ofContact = yield* send("GET", listsOfContact)
    assert.deepStrictEqual(ofContact.json, json)
    yield* send("GET", `${listsOfContact}?status=archived&limit=2&offset=3`)
    const plain = { status: "active", sortField: "name", sortOrder: "asc", search: null }
    const asQueried = { status: "archived", sortField: "createdAt", sortOrder: "desc", search: " x" }
    const [first, second] = [
      { limit: 50, offset: 0 },
      { limit: 2, offset: 3 }
    ]
    assert.deepStrictEqual(asked, [
      [caller, plain, first],
      [caller, asQueried, second],
      [caller, uuid, { status: undefined }, first],
      [caller, uuid, { status: "archived" }, second]
    ])
  })

  test("W2: add and remove contacts, under both names of the member", function* () {
    const { asked, send } = yield* answering
    const added = yield* send("POST", members, { json: { contact_uuids: [uuid, uuid.toUpperCase()] } })
    assert.deepStrictEqual(
      [added.status, added.json],
      [
        201,
        {
          message: "1 of 2 contacts added to the list",
          added: [uuid],
          warnings: [{ uuid, message: "is named twice" }]
        }
      ]
    )
    const removed = yield* send("DELETE", members, { json: { contactUuids: [unknownUuid] } })
    assert.deepStrictEqual([removed.status, removed.text], [204, ""])
    assert.deepStrictEqual(asked, [
      [caller, uuid, [uuid, uuid]],
      [caller, uuid, [unknownUuid]]
    ])
  })

  test("W1, C4: show archived contacts on request; GET /v1/contacts filters by list, without archived ones", function* () {
    const { asked, send } = yield* answering
    const answer = yield* send("GET", members)
    assert.deepStrictEqual(answer.json, {
      contacts: [contactJson],
      pagination: { limit: 50, offset: 0, total: 7, next: "after-it" }
    })
    yield* send("GET", `${members}?include_archived=false`)
    yield* send("GET", `${members}?include_archived=true&limit=2&offset=3`)
    const filtered = yield* send("GET", `/v1/contacts?contact_list_uuid=${uuid}&limit=2&order=asc`)
    assert.deepStrictEqual(filtered.json, {
      contacts: [contactJson],
      pagination: { limit: 2, offset: 0, total: 7, next: "after-it" }
    })
    const sort = "added_last_first"
    const oldestFirst = { field: { kind: "instant", name: "createdAt" }, direction: "asc" }
    assert.deepStrictEqual(asked, [
      [caller, uuid, { includeArchived: false, sort }, { limit: 50, offset: 0 }],
      [caller, uuid, { includeArchived: false, sort }, { limit: 50, offset: 0 }],
      [caller, uuid, { includeArchived: true, sort }, { limit: 2, offset: 3 }],
      [caller, uuid, { includeArchived: false, sort: oldestFirst }, { limit: 2, offset: 0 }]
    ])
  })
})

const strangers = Array.from({ length: 101 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`)

const refused: ReadonlyArray<
  readonly [method: string, path: string, json: object | undefined, type: string, place: string, field: string]
> = [
  ["POST", path, {}, "missing", "body", "name"],
  ...[path, one].flatMap((at) => {
    const method = at === one ? "PATCH" : "POST"
    return [
      [method, at, { name: null }, "string_type", "body", "name"] as const,
      [method, at, { name: "a\0" }, "value_error", "body", "name"] as const,
      [method, at, { name: "x", emoji: 5 }, "string_type", "body", "emoji"] as const
    ]
  }),
  ...["POST", "DELETE"].flatMap((method) => [
    [method, members, {}, "missing", "body", "contact_uuids"] as const,
    [method, members, { contact_uuids: null }, "list_type", "body", "contact_uuids"] as const,
    [method, members, { contact_uuids: [] }, "too_short", "body", "contact_uuids"] as const,
    [method, members, { contactUuids: strangers }, "too_long", "body", "contact_uuids"] as const,
    [method, members, { contact_uuids: [uuid, "none"] }, "uuid_parsing", "body", "contact_uuids[1]"] as const,
    [method, members, { contact_uuids: [uuid, 5] }, "string_type", "body", "contact_uuids[1]"] as const,
    [method, members, { contact_uuids: [uuid], contactUuids: [uuid] }, "value_error", "body", "contact_uuids"] as const
  ]),
  ["GET", `${path}?status=deleted`, undefined, "enum", "query", "status"],
  ["GET", `${path}?status=`, undefined, "enum", "query", "status"],
  ["GET", `${path}?sort_order=up`, undefined, "enum", "query", "sort_order"],
  ["GET", `${path}?sort_field=emoji`, undefined, "enum", "query", "sort_field"],
  ["GET", `${path}?search=a&search=b`, undefined, "value_error", "query", "search"],
  ["GET", `${listsOfContact}?status=none`, undefined, "enum", "query", "status"],
  ["GET", "/v1/contacts?contact_list_uuid=none", undefined, "uuid_parsing", "query", "contact_list_uuid"],
  ["GET", "/v1/contacts?contact_list_uuid=", undefined, "uuid_parsing", "query", "contact_list_uuid"],
  ...["True", "1", "yes", "", "true&include_archived=true"].map(
    (value) => ["GET", `${members}?include_archived=${value}`, undefined, "enum", "query", "include_archived"] as const
  )
]

suite(SharedApp.layerOf(agreeing))("a rejected request for lists", (test) => {
  test("W3, W4: returns 422 with the path of each error", function* () {
    const send = yield* SharedApp
    for (const [method, at, json, ...issue] of refused) {
      assert.deepStrictEqual(issuesOf(yield* send(method, at, { json })), [issue], `${method} ${at}`)
    }
    const most = { contact_uuids: strangers.slice(1) }
    assert.strictEqual((yield* send("POST", members, { json: most })).status, 201)
  })
})
