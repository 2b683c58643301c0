import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { newContact, uuidOf, TestApp } from "../TestApp.ts"

/** A note as the wire shows it; throws unless every field is there (W1). */
const noteOf = Schema.decodeUnknownSync(
  Schema.Struct({
    uuid: Schema.String,
    title: Schema.NullOr(Schema.String),
    content: Schema.Struct({ text: Schema.String }),
    created_at: Schema.String,
    updated_at: Schema.String,
    archived_at: Schema.Null,
    status: Schema.Literal("active")
  })
)

const call = { title: "Call", content: { text: "Asked about Monday." } }

/** A contact's path of notes, and one note on it. */
const noted = Effect.fnUntraced(function* (token: string) {
  const { send } = yield* TestApp
  const path = `/v1/contacts/${yield* newContact(token)}/notes`
  const made = yield* send("POST", path, { token, json: call })
  return { path, note: `${path}/${uuidOf(made.json).uuid}` }
})

layer(TestApp.layer)("notes", (it) => {
  it.effect("W1: are created with 201 and every field, texts as they are given; unknown fields are ignored (W3)", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { path } = yield* noted(token)
      const json = { title: " Call ", content: { text: " x\n", colour: "red" }, pinned: true }
      const answer = yield* send("POST", path, { token, json })
      assert.strictEqual(answer.status, 201)
      const note = noteOf(answer.json)
      assert.deepInclude(note, { title: " Call ", content: { text: " x\n" } })
      assert.strictEqual(note.updated_at, note.created_at)
      assert.deepStrictEqual((yield* send("GET", `${path}/${note.uuid}`, { token })).json, answer.json)
      for (const untitled of [{ content: { text: "x" } }, { title: null, content: { text: "x" } }]) {
        assert.deepInclude((yield* send("POST", path, { token, json: untitled })).json, { title: null })
      }
    })
  )

  it.effect("N1: are listed newest first, page by page", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { path } = yield* noted(token)
      const newest = yield* send("POST", path, { token, json: { content: { text: "newest" } } })
      const page = yield* send("GET", `${path}?limit=1`, { token })
      assert.strictEqual(page.status, 200)
      assert.deepStrictEqual(page.json, { notes: [newest.json], pagination: { limit: 1, offset: 0, total: 2 } })
      const past = yield* send("GET", `${path}?offset=2`, { token })
      assert.deepStrictEqual(past.json, { notes: [], pagination: { limit: 50, offset: 2, total: 2 } })
      assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}?limit=101&offset=-1`, { token })), [
        ["less_than_equal", "query", "limit"],
        ["greater_than_equal", "query", "offset"]
      ])
    })
  )

  it.effect("are replaced whole by PUT", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { note } = yield* noted(token)
      const made = noteOf((yield* send("GET", note, { token })).json)
      const answer = yield* send("PUT", note, { token, json: { title: "", content: { text: "Tuesday" } } })
      assert.strictEqual(answer.status, 200)
      const replaced = noteOf(answer.json)
      assert.deepStrictEqual(replaced, {
        ...made,
        title: "",
        content: { text: "Tuesday" },
        updated_at: replaced.updated_at
      })
      assert.deepStrictEqual((yield* send("GET", note, { token })).json, answer.json)
    })
  )

  it.effect("N1: DELETE answers 204 without a body; the note leaves the listing and is 404", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { note, path } = yield* noted(token)
      const deleted = yield* send("DELETE", note, { token })
      assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
      assert.deepInclude((yield* send("GET", path, { token })).json, { notes: [] })
      const missing = envelope("contacts", "404 NOT FOUND", `There is no note ${note.split("/").at(-1)}.`)
      for (const answer of [
        yield* send("GET", note, { token }),
        yield* send("PUT", note, { token, json: call }),
        yield* send("DELETE", note, { token })
      ]) {
        assert.deepStrictEqual([answer.status, answer.json], [404, missing])
      }
    })
  )

  it.effect("A1: are not there under another contact or workspace; a contact that is not there has none", () =>
    Effect.gen(function* () {
      const { ours: token, send, theirs } = yield* TestApp
      const { note, path } = yield* noted(token)
      const other = note.replace(/contacts\/[^/]+/, `contacts/${yield* newContact(token)}`)
      for (const [where, whose] of [
        [other, token],
        [note, theirs]
      ] as const) {
        for (const answer of [
          yield* send("GET", where, { token: whose }),
          yield* send("PUT", where, { token: whose, json: call }),
          yield* send("DELETE", where, { token: whose })
        ]) {
          assert.strictEqual(answer.status, 404)
        }
      }
      for (const [where, whose] of [
        [path, theirs],
        [`/v1/contacts/${unknownUuid}/notes`, token]
      ] as const) {
        const contact = where.split("/").at(3)
        const missing = envelope("contacts", "404 NOT FOUND", `There is no contact ${contact}.`)
        for (const answer of [
          yield* send("GET", where, { token: whose }),
          yield* send("POST", where, { token: whose, json: call })
        ]) {
          assert.deepStrictEqual([answer.status, answer.json], [404, missing])
        }
      }
      assert.strictEqual((yield* send("GET", note, { token })).status, 200)
    })
  )

  const refused: ReadonlyArray<readonly [json: object, ...issue: readonly [type: string, field: string]]> = [
    [{ title: "x" }, "missing", "content"],
    [{ title: "x", content: {} }, "missing", "content.text"],
    [{ title: "x", content: "text" }, "dict_type", "content"],
    [{ title: "x", content: { text: null } }, "string_type", "content.text"],
    [{ title: "x", content: { text: "" } }, "too_short", "content.text"],
    [{ title: "x", content: { text: " \n" } }, "too_short", "content.text"],
    [{ title: "x", content: { text: "x".repeat(50_001) } }, "too_long", "content.text"],
    [{ title: "x", content: { text: "a\0" } }, "value_error", "content.text"],
    [{ title: 5, content: { text: "x" } }, "string_type", "title"],
    [{ title: "x".repeat(251), content: { text: "x" } }, "too_long", "title"]
  ]
  for (const [json, type, field] of refused) {
    it.effect(`W4: ${JSON.stringify(json).slice(0, 50)} is 422 ${type}, to create and to replace`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const { note, path } = yield* noted(token)
        assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json })), [[type, "body", field]])
        assert.deepStrictEqual(issuesOf(yield* send("PUT", note, { token, json })), [[type, "body", field]])
      })
    )
  }

  it.effect("take a title of 250 and a text of 50,000 characters", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { note, path } = yield* noted(token)
      const json = { title: "x".repeat(250), content: { text: "é".repeat(50_000) } }
      assert.strictEqual((yield* send("POST", path, { token, json })).status, 201)
      assert.strictEqual((yield* send("PUT", note, { token, json })).status, 200)
    })
  )

  it.effect("N1: a title of null is none, in a new note and in the place of another", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { note, path } = yield* noted(token)
      const json = { title: null, content: { text: "x" } }
      for (const [method, at, status] of [
        ["POST", path, 201],
        ["PUT", note, 200]
      ] as const) {
        const answer = yield* send(method, at, { token, json })
        assert.strictEqual(answer.status, status)
        assert.deepInclude(answer.json, json)
      }
      assert.deepInclude((yield* send("GET", note, { token })).json, json)
    })
  )

  it.effect("W4: PUT needs a title, all issues are reported, a body that is no object is 400", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const { note, path } = yield* noted(token)
      assert.deepStrictEqual(issuesOf(yield* send("PUT", note, { token, json: { content: { text: "x" } } })), [
        ["missing", "body", "title"]
      ])
      assert.deepStrictEqual(issuesOf(yield* send("PUT", note, { token, json: {} })), [
        ["missing", "body", "title"],
        ["missing", "body", "content"]
      ])
      assert.strictEqual((yield* send("POST", path, { token, body: "[]" })).status, 400)
      assert.strictEqual((yield* send("PUT", note, { token, body: "{" })).status, 400)
    })
  )

  it.effect("W4: each part of the path that is no UUID is 422 in: path, with the issues of the body", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const path = "/v1/contacts/none/notes"
      const both = [
        ["uuid_parsing", "path", "contact_uuid"],
        ["uuid_parsing", "path", "note_uuid"]
      ] as const
      assert.deepStrictEqual(issuesOf(yield* send("GET", path, { token })), [both[0]])
      assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}/none`, { token })), [...both])
      assert.deepStrictEqual(issuesOf(yield* send("DELETE", `${path}/none`, { token })), [...both])
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json: {} })), [
        both[0],
        ["missing", "body", "content"]
      ])
      const put = yield* send("PUT", `${path}/none`, { token, json: { title: "x" } })
      assert.deepStrictEqual(issuesOf(put), [...both, ["missing", "body", "content"]])
    })
  )
})
