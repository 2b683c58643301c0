import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { issuesOf } from "../Endpoints.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"
import { suite } from "../../../core/test/Suite.ts"

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

suite(TestApp.layer)("notes", (test) => {
  const made = Effect.gen(function* () {
    const { ours: token, send } = yield* TestApp
    const path = `/v1/contacts/${yield* newContact(token)}/notes`
    const json = { title: " Call ", content: { text: " x\n", colour: "red" }, pinned: true }
    const answer = yield* send("POST", path, { token, json })
    return { answer, note: `${path}/${uuidOf(answer.json).uuid}`, path, send, token }
  })

  test("N1, W1, W3: notes are created, read, listed, replaced and deleted, with unchanged text", function* () {
    const { answer, note, path, send, token } = yield* made
    assert.strictEqual(answer.status, 201)
    const created = noteOf(answer.json)
    assert.deepInclude(created, { title: " Call ", content: { text: " x\n" } })
    assert.deepStrictEqual((yield* send("GET", note, { token })).json, answer.json)
    const newest = yield* send("POST", path, { token, json: { title: null, content: { text: "newest" } } })
    assert.deepInclude(newest.json, { title: null })
    const page = yield* send("GET", `${path}?limit=1`, { token })
    assert.deepStrictEqual(page.json, { notes: [newest.json], pagination: { limit: 1, offset: 0, total: 2 } })
    for (const title of ["", null]) {
      const replaced = yield* send("PUT", note, { token, json: { title, content: { text: "Tuesday" } } })
      assert.strictEqual(replaced.status, 200)
      const { updated_at } = noteOf(replaced.json)
      assert.deepStrictEqual(noteOf(replaced.json), { ...created, title, content: { text: "Tuesday" }, updated_at })
      assert.deepStrictEqual((yield* send("GET", note, { token })).json, replaced.json)
    }
    const deleted = yield* send("DELETE", note, { token })
    assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
    for (const method of ["GET", "DELETE"]) assert.strictEqual((yield* send(method, note, { token })).status, 404)
  })

  type Issue = readonly [type: string, field: string]
  const refused: ReadonlyArray<readonly [json: object, ...issues: ReadonlyArray<Issue>]> = [
    [{ title: "x" }, ["missing", "content"]],
    [{ title: "x", content: {} }, ["missing", "content.text"]],
    [{ title: "x", content: "text" }, ["dict_type", "content"]],
    [{ title: 5, content: { text: null } }, ["string_type", "title"], ["string_type", "content.text"]],
    [{ title: "x".repeat(251), content: { text: " \n" } }, ["too_long", "title"], ["too_short", "content.text"]]
  ]
  test("N1, W4: every issue is 422, on creation and on replacement, which needs a title", function* () {
    const { note, path, send, token } = yield* made
    for (const [json, ...issues] of refused) {
      const expected = issues.map(([type, field]) => [type, "body", field] as const)
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json })), expected)
      assert.deepStrictEqual(issuesOf(yield* send("PUT", note, { token, json })), expected)
    }
    assert.deepStrictEqual(issuesOf(yield* send("PUT", note, { token, json: {} })), [
      ["missing", "body", "title"],
      ["missing", "body", "content"]
    ])
  })
})
