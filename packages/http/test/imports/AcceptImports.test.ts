import { assert, describe } from "@effect/vitest"
import { noRows } from "@rollcall/core/people"
import { issue } from "@rollcall/core/operations"
import { actor, makeAskedApp, uuid, workspace } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { fields, fieldsJson } from "../Samples.ts"
import { accepting, path } from "./Fixture.ts"
import { test } from "../../../core/test/Suite.ts"

const caller = { workspace, actor }

/** So many rows in order. */
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ email: `${n}@example.org` }))

describe("POST /v1/contacts/bulk", () => {
  test("W3: returns 202 with the import; unknown fields are ignored, and kept in a row's original", function* () {
    const { asked, send } = yield* accepting
    const row = { first_name: "Zoë", email: null, nickname: ["Z"], id: uuid }
    const answer = yield* send("POST", path, { json: { contacts: [row, {}], priority: "high" } })
    assert.deepStrictEqual([answer.status, answer.json], [202, { contact_import_uuid: uuid }])
    const request = {
      contacts: [
        { fields: { firstName: "Zoë", email: null }, customFields: {}, original: row },
        { fields: {}, customFields: {}, original: {} }
      ],
      matchOnField: null,
      mergeType: "create_or_update",
      archivedContacts: "keep",
      fileName: null,
      fileUuid: null,
      contactListUuid: null
    }
    assert.deepStrictEqual(asked, [[caller, request]])
  })

  const customFields = { shoe_size: 41, shoeSize: [42], firstName: { phone_number: null } }
  const snake = {
    contacts: [{ ...fieldsJson, custom_fields: customFields, uuid, contact_list_uuids: [uuid], opted_out: "all" }],
    contact_list_uuid: uuid.toUpperCase(),
    match_on_field: "phone_number",
    merge_type: "update",
    archived_contacts: "restore",
    file_name: "people.csv",
    file_uuid: uuid
  }
  const camel = {
    contacts: [
      { ...fields, customFields, uuid: uuid.toUpperCase(), contactListUuids: [uuid.toUpperCase()], optedOut: "all" }
    ],
    contactListUuid: uuid,
    matchOnField: "phone_number",
    mergeType: "update",
    archivedContacts: "restore",
    fileName: "people.csv",
    fileUuid: uuid.toUpperCase()
  }
  for (const [name, json] of Object.entries({ snake, camel })) {
    test(`W2: accepts every name in ${name} case, also inside rows; keys inside custom_fields stay unchanged`, function* () {
      const { asked, send } = yield* accepting
      assert.strictEqual((yield* send("POST", path, { json })).status, 202)
      const request = {
        contacts: [
          { fields, customFields, original: json.contacts[0], uuid, contactListUuids: [uuid], optedOut: "all" }
        ],
        matchOnField: "phoneNumber",
        mergeType: "update",
        archivedContacts: "restore",
        fileName: "people.csv",
        fileUuid: uuid,
        contactListUuid: uuid
      }
      assert.deepStrictEqual(asked, [[caller, request]])
    })
  }

  test("null counts as missing for every member except the rows", function* () {
    const { asked, send } = yield* accepting
    const json = {
      contacts: rows(1),
      contact_list_uuid: null,
      match_on_field: null,
      merge_type: null,
      archived_contacts: null
    }
    assert.strictEqual((yield* send("POST", path, { json })).status, 202)
    yield* send("POST", path, { json: { contacts: rows(1) } })
    assert.deepStrictEqual(asked[0], asked[1])
  })

  test("accepts 1 to 1,000 rows, in order", function* () {
    for (const count of [1, 1_000]) {
      const { asked, send } = yield* accepting
      const contacts = rows(count)
      assert.strictEqual((yield* send("POST", path, { json: { contacts } })).status, 202)
      const taken = contacts.map((row) => ({ fields: row, customFields: {}, original: row }))
      assert.deepStrictEqual(asked, [
        [
          caller,
          {
            contacts: taken,
            matchOnField: null,
            mergeType: "create_or_update",
            archivedContacts: "keep",
            fileName: null,
            fileUuid: null,
            contactListUuid: null
          }
        ]
      ])
    }
  })

  const contacts = [...rows(1), 5, { email: 5 }]
  const refused: ReadonlyArray<readonly [json: object, ...issues: ReadonlyArray<readonly [string, string]>]> = [
    [{}, ["missing", "contacts"]],
    [{ contacts: null }, ["list_type", "contacts"]],
    [{ contacts: { 0: {} } }, ["list_type", "contacts"]],
    [{ contacts: [] }, ["too_short", "contacts"]],
    [{ contacts: rows(1_001) }, ["too_long", "contacts"]],
    [{ contacts, match_on_field: "chatapp_id" }, ["enum", "match_on_field"]],
    [{ contacts, match_on_field: "phoneNumber" }, ["enum", "match_on_field"]],
    [{ contacts, merge_type: "replace" }, ["enum", "merge_type"]],
    [{ contacts, contact_list_uuid: 5 }, ["string_type", "contact_list_uuid"]],
    [{ contacts, merge_type: "update" }, ["missing", "match_on_field"]],
    [
      { contacts, contact_list_uuid: "none", matchOnField: 5, merge_type: "update" },
      ["uuid_parsing", "contact_list_uuid"],
      ["enum", "match_on_field"]
    ],
    [{ contacts, match_on_field: "email", matchOnField: "email" }, ["value_error", "match_on_field"]]
  ]
  test("I2, I3, W2, W4: returns 422 for errors in the request, and not for errors in its rows", function* () {
    const { asked, send } = yield* accepting
    for (const [json, ...issues] of refused) {
      assert.sameDeepMembers(
        [...issuesOf(yield* send("POST", path, { json }))],
        issues.map(([type, field]) => [type, "body", field] as const)
      )
    }
    assert.deepStrictEqual(asked, [])
  })

  test("returns 422 for rows that are given twice, instead of using the last", function* () {
    const { asked, send } = yield* accepting
    const answer = yield* send("POST", path, { body: '{"contacts":[{}],"contacts":[{"email":"a@b.c"}]}' })
    assert.deepStrictEqual(issuesOf(answer), [["value_error", "body", "contacts"]])
    assert.deepStrictEqual(asked, [])
  })

  test("W1, I2: a preview returns the outcome of each row", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      contactImports: {
        preview: answer({
          counts: { ...noRows, created: 1, unchanged: 1, failed: 1 },
          rows: [
            { index: 0, outcome: "created", contactUuid: null, sameContactAs: null, issues: [] },
            { index: 1, outcome: "unchanged", contactUuid: null, sameContactAs: 0, issues: [] },
            {
              index: 2,
              outcome: "failed",
              contactUuid: null,
              sameContactAs: null,
              issues: [issue("already_exists", ["phoneNumber"], "is taken")]
            }
          ]
        })
      }
    }))
    const { json, status } = yield* send("POST", `${path}/preview`, { json: { contacts: rows(3) } })
    const reason = { reason: null, error: null, issues: [] }
    const taken = [{ type: "already_exists", field: "phone_number", msg: "is taken" }]
    assert.deepStrictEqual(
      [status, json],
      [
        200,
        {
          summary: { total: 3, created: 1, updated: 0, unchanged: 1, skipped: 0, failed: 1 },
          rows: [
            { index: 0, outcome: "created", contact_uuid: null, same_contact_as: null, ...reason },
            { index: 1, outcome: "unchanged", contact_uuid: null, same_contact_as: 0, ...reason },
            {
              index: 2,
              outcome: "failed",
              contact_uuid: null,
              same_contact_as: null,
              reason: "already_exists",
              error: "phone_number: is taken",
              issues: taken
            }
          ]
        }
      ]
    )
    assert.strictEqual(asked.length, 1)
  })

  test("W7, W9: returns 413 for a body of more than 8 MiB, or a row of more than 1 MiB", function* () {
    const { asked, send } = yield* accepting
    const most = 8 * 1024 * 1024
    const large = (bytes: number) => {
      const ignored = "x".repeat(1_000_000)
      const begin = JSON.stringify({ contacts: Array.from({ length: 8 }, () => ({ ignored })) })
      return begin + " ".repeat(bytes - begin.length)
    }
    assert.strictEqual((yield* send("POST", path, { body: large(most) })).status, 202)
    const over = yield* send("POST", path, { body: large(most + 1) })
    const details = "The body has more than 8 MiB, the maximum of this endpoint."
    assert.deepStrictEqual([over.status, over.json], [413, envelope("contacts", "413 PAYLOAD TOO LARGE", details)])
    const row = { email: "a@b.c", ignored: "x".repeat(1_200_000) }
    assert.strictEqual((yield* send("POST", path, { json: { contacts: [row] } })).status, 413)
    assert.strictEqual(asked.length, 1)
  })
})
