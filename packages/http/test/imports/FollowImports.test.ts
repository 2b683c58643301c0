import { assert, describe } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { issue } from "@rollcall/core/operations"
import type { ImportRowReceipt } from "@rollcall/core/people"
import { Effect } from "effect"
import { makeApp, makeAskedApp, uuid, caller } from "../App.ts"
import { issuesOf } from "../Endpoints.ts"
import { contactImport } from "../Samples.ts"
import { path } from "./Fixture.ts"
import { test } from "../../../core/test/Suite.ts"

const at = `${path}/${uuid}`

describe("GET /v1/contacts/bulk/{contact_import_uuid}", () => {
  test("W1, I2: returns 200 with the status and the summary, in which changed and unchanged contacts count as created", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({ contactImports: { get: answer(contactImport) } }))
    const answer = yield* send("GET", `${path}/${uuid.toUpperCase()}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      contact_import_uuid: uuid,
      status: "processing",
      summary: { total: 40, created: 7, skipped: 8, failed: 16 },
      file_name: "people.csv",
      file_uuid: uuid,
      undo: { status: "completed", undone: 3, left: 1 },
      created_at: "2026-03-01T10:00:00.000Z"
    })
    assert.deepStrictEqual(asked, [[caller, uuid]])
  })
})

describe("GET /v1/contacts/bulk", () => {
  test("I13: lists imports, all or those of a file", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      contactImports: { list: answer({ items: [contactImport], total: 1 }) }
    }))
    const { json, status } = yield* send("GET", path)
    assert.strictEqual(status, 200)
    assert.nestedInclude(json, { "contact_imports[0].contact_import_uuid": uuid, "pagination.total": 1 })
    yield* send("GET", `${path}?file_uuid=${uuid.toUpperCase()}&limit=1`)
    assert.deepStrictEqual(asked, [
      [caller, { fileUuid: undefined }, { limit: 50, offset: 0 }],
      [caller, { fileUuid: uuid }, { limit: 1, offset: 0 }]
    ])
  })
})

describe("GET /v1/contacts/bulk/{contact_import_uuid}/rows", () => {
  const contactUuid = ContactUuid.make(uuid)
  const issues = Array.from({ length: 12 }, (_, n) => issue("not_editable", ["customFields", `f${n}`], "is kept"))
  const receipts: ReadonlyArray<ImportRowReceipt> = [
    { index: 3, original: { Email: 5, a: [null] }, result: null, undo: null, isErased: false },
    {
      index: 4,
      original: {},
      result: { index: 4, outcome: "created", contactUuid, issues: [] },
      undo: null,
      isErased: false
    },
    {
      index: 5,
      original: { email: "a@b.c" },
      result: { index: 5, outcome: "skipped", contactUuid, issues: [issue("match_exists", ["email"], "is there")] },
      undo: null,
      isErased: false
    },
    {
      index: 6,
      original: {},
      result: { index: 6, outcome: "failed", contactUuid: null, issues },
      undo: [issue("changed_since", [], "it was")],
      isErased: false
    },
    {
      index: 7,
      original: null,
      result: { index: 7, outcome: "failed", contactUuid: null, issues: [] },
      undo: null,
      isErased: true
    }
  ]

  test("B21, I2, W1: returns 200 with every field of each row, its outcome, its reason and its original", function* () {
    const send = yield* makeApp({ contactImports: { rows: () => Effect.succeed({ items: receipts, total: 7 }) } })
    const answer = yield* send("GET", `${at}/rows`)
    assert.strictEqual(answer.status, 200)
    const none = { reason: null, error: null, issues: [] }
    const named = issues.slice(0, 10).map((_, n) => `custom_fields.f${n}`)
    const error = `${named.join(", ")}: is kept; and 2 more`
    assert.deepStrictEqual(answer.json, {
      rows: [
        {
          index: 3,
          outcome: null,
          contact_uuid: null,
          ...none,
          contact: { Email: 5, a: [null] },
          undo: null,
          erased: false
        },
        { index: 4, outcome: "created", contact_uuid: uuid, ...none, contact: {}, undo: null, erased: false },
        {
          index: 5,
          outcome: "skipped",
          contact_uuid: uuid,
          reason: "match_exists",
          error: "email: is there",
          issues: [{ type: "match_exists", field: "email", msg: "is there" }],
          undo: null,
          contact: { email: "a@b.c" },
          erased: false
        },
        {
          index: 6,
          outcome: "failed",
          contact_uuid: null,
          reason: "not_editable",
          error,
          issues: issues.map((_, n) => ({ type: "not_editable", field: `custom_fields.f${n}`, msg: "is kept" })),
          undo: { undone: false, issues: [{ type: "changed_since", field: "", msg: "it was" }] },
          contact: {},
          erased: false
        },
        { index: 7, outcome: "failed", contact_uuid: null, ...none, contact: null, undo: null, erased: true }
      ],
      pagination: { limit: 50, offset: 0, total: 7 }
    })
  })

  test("filters by one outcome or returns all, page by page", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      contactImports: { rows: answer({ items: [], total: 0 }) }
    }))
    yield* send("GET", `${at}/rows`)
    yield* send("GET", `${at}/rows?outcome=failed&limit=100&offset=1000000`)
    for (const outcome of ["created", "updated", "unchanged", "skipped"]) {
      assert.strictEqual((yield* send("GET", `${at}/rows?outcome=${outcome}&limit=1`)).status, 200)
    }
    assert.deepStrictEqual(asked, [
      [caller, uuid, { outcome: undefined }, { limit: 50, offset: 0 }],
      [caller, uuid, { outcome: "failed" }, { limit: 100, offset: 1_000_000 }],
      ...["created", "updated", "unchanged", "skipped"].map((outcome) => [
        caller,
        uuid,
        { outcome },
        { limit: 1, offset: 0 }
      ])
    ])
  })

  test("W3: rejects an unknown outcome", function* () {
    const send = yield* makeApp()
    for (const query of ["outcome=", "outcome=pending", "outcome=Failed", "outcome=failed&outcome=failed"]) {
      assert.deepStrictEqual(issuesOf(yield* send("GET", `${at}/rows?${query}`)), [["enum", "query", "outcome"]])
    }
  })
})
