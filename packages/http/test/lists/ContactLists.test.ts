import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"
import { listOf, newList } from "./Fixture.ts"

const path = "/v1/contact-lists"

layer(TestApp.layer)("contact lists", (it) => {
  describe("POST /v1/contact-lists", () => {
    it.effect("W1, L1: answers 201 with every field; the name is trimmed, unknown fields are ignored (W3)", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const answer = yield* send("POST", path, { token, json: { name: " Regulars ", emoji: "👋🏽", count: 7 } })
        assert.strictEqual(answer.status, 201)
        const list = listOf(answer.json)
        assert.deepInclude(list, { name: "Regulars", emoji: "👋🏽", status: "active", count: 0 })
        assert.strictEqual(list.updated_by, list.created_by)
        assert.strictEqual(list.updated_at, list.created_at)
        assert.match(list.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        for (const json of [{ name: "x" }, { name: "x", emoji: null }]) {
          assert.deepInclude((yield* send("POST", path, { token, json })).json, { emoji: null })
        }
      })
    )

    it.effect("L1: takes names of 1 and 250 characters, and two lists of one name", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        for (const name of ["x", "x", "x".repeat(250), ` ${"x".repeat(250)} `]) {
          assert.strictEqual((yield* send("POST", path, { token, json: { name } })).status, 201)
        }
      })
    )

    it.effect.each(["😀", "❤️", "❤", "🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧", "🏳️‍🌈", "👋🏽", "1️⃣"])("L1: takes the emoji %s", (emoji) =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const answer = yield* send("POST", path, { token, json: { name: "x", emoji } })
        assert.strictEqual(answer.status, 201)
        assert.strictEqual(listOf(answer.json).emoji, emoji)
      })
    )
  })

  const refused: ReadonlyArray<readonly [json: object, type: string, field: string]> = [
    [{ name: "" }, "too_short", "name"],
    [{ name: " \n" }, "too_short", "name"],
    [{ name: "x".repeat(251) }, "too_long", "name"],
    [{ name: 5 }, "string_type", "name"],
    [{ name: null }, "string_type", "name"],
    [{ name: "a\0" }, "value_error", "name"],
    [{ name: "x", emoji: 5 }, "string_type", "emoji"],
    [{ name: "x", emoji: "😀😀" }, "value_error", "emoji"],
    [{ name: "x", emoji: "🇩🇪🇫🇷" }, "value_error", "emoji"],
    [{ name: "x", emoji: "a" }, "value_error", "emoji"],
    [{ name: "x", emoji: "7" }, "value_error", "emoji"],
    [{ name: "x", emoji: "#" }, "value_error", "emoji"],
    [{ name: "x", emoji: "😀!" }, "value_error", "emoji"]
  ]
  for (const [json, type, field] of refused) {
    it.effect(`L1, W4: ${JSON.stringify(json).slice(0, 40)} is 422 ${type}, to create and to change`, () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const list = yield* newList(token)
        assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json })), [[type, "body", field]])
        assert.deepStrictEqual(issuesOf(yield* send("PATCH", list, { token, json })), [[type, "body", field]])
      })
    )
  }

  it.effect("W4: a name is required to create, every issue is reported, a body that is no object is 400", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json: {} })), [["missing", "body", "name"]])
      assert.deepStrictEqual(issuesOf(yield* send("POST", path, { token, json: { name: "", emoji: "ab" } })), [
        ["too_short", "body", "name"],
        ["value_error", "body", "emoji"]
      ])
      for (const body of ["", "{", "[]", "null", '"x"']) {
        const answer = yield* send("POST", path, { token, body })
        assert.strictEqual(answer.status, 400, body)
        assert.include(answer.text, '"message":"400 BAD REQUEST"')
      }
    })
  )

  describe("one list", () => {
    it.effect("is read and changed; only what is given changes", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const list = yield* newList(token)
        const made = listOf((yield* send("GET", list, { token })).json)
        const decorated = yield* send("PATCH", list, { token, json: { emoji: "🦄" } })
        assert.strictEqual(decorated.status, 200)
        assert.deepStrictEqual(listOf(decorated.json), {
          ...made,
          emoji: "🦄",
          updated_at: listOf(decorated.json).updated_at
        })
        const renamed = yield* send("PATCH", list, { token, json: { name: " Friends " } })
        assert.deepInclude(renamed.json, { name: "Friends", emoji: "🦄" })
        const plain = yield* send("PATCH", list, { token, json: { emoji: null } })
        assert.deepInclude(plain.json, { name: "Friends", emoji: null })
        const same = yield* send("PATCH", list, { token, json: {} })
        assert.deepInclude(same.json, { name: "Friends", emoji: null })
        assert.deepStrictEqual((yield* send("GET", list, { token })).json, same.json)
      })
    )

    it.effect(
      "L2: DELETE answers 204 without a body, again too; the list can be read and not be changed any more",
      () =>
        Effect.gen(function* () {
          const { send } = yield* TestApp
          const token = yield* (yield* TestApp).fresh
          const list = yield* newList(token)
          const deleted = yield* send("DELETE", list, { token })
          assert.deepStrictEqual([deleted.status, deleted.text], [204, ""])
          const read = yield* send("GET", list, { token })
          assert.strictEqual(read.status, 200)
          assert.deepInclude(read.json, { name: "Regulars", status: "archived" })
          const uuid = list.split("/").at(-1)
          const archived = envelope("contacts", "400 BAD REQUEST", `The contact list ${uuid} is archived.`)
          const json = { contact_uuids: [unknownUuid] }
          for (const answer of [
            yield* send("PATCH", list, { token, json: { name: "Back" } }),
            yield* send("PATCH", list, { token, json: {} }),
            yield* send("POST", `${list}/contacts`, { token, json }),
            yield* send("DELETE", `${list}/contacts`, { token, json })
          ]) {
            assert.deepStrictEqual([answer.status, answer.json], [400, archived])
          }
          const again = yield* send("DELETE", list, { token })
          assert.deepStrictEqual([again.status, again.text], [204, ""])
          assert.deepStrictEqual((yield* send("GET", list, { token })).json, read.json)
          assert.deepInclude((yield* send("GET", path, { token })).json, { contact_lists: [] })
          assert.deepInclude((yield* send("GET", `${path}?status=archived`, { token })).json, {
            contact_lists: [read.json]
          })
          assert.strictEqual((yield* send("GET", `${list}/contacts`, { token })).status, 200)
        })
    )

    it.effect("A1: a list that is unknown, or another workspace's, is 404 whatever is asked of it", () =>
      Effect.gen(function* () {
        const { ours, send, theirs: token } = yield* TestApp
        const json = { contact_uuids: [unknownUuid] }
        for (const list of [yield* newList(ours), `${path}/${unknownUuid}`]) {
          const uuid = list.split("/").at(-1)
          const missing = envelope("contacts", "404 NOT FOUND", `There is no contact list ${uuid}.`)
          for (const answer of [
            yield* send("GET", list, { token }),
            yield* send("PATCH", list, { token, json: { name: "Mine" } }),
            yield* send("DELETE", list, { token }),
            yield* send("GET", `${list}/contacts`, { token }),
            yield* send("POST", `${list}/contacts`, { token, json }),
            yield* send("DELETE", `${list}/contacts`, { token, json }),
            yield* send("GET", `/v1/contacts?contact_list_uuid=${uuid}`, { token })
          ]) {
            assert.deepStrictEqual([answer.status, answer.json], [404, missing])
          }
        }
      })
    )

    it.effect("W4: a path that is no UUID is 422 in: path, with the issues of the body", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const inPath = ["uuid_parsing", "path", "contact_list_uuid"] as const
        for (const method of ["GET", "DELETE"]) {
          assert.deepStrictEqual(issuesOf(yield* send(method, `${path}/none`, { token })), [inPath])
        }
        assert.deepStrictEqual(issuesOf(yield* send("GET", `${path}/none/contacts`, { token })), [inPath])
        assert.deepStrictEqual(issuesOf(yield* send("PATCH", `${path}/none`, { token, json: { name: 5 } })), [
          inPath,
          ["string_type", "body", "name"]
        ])
        for (const method of ["POST", "DELETE"]) {
          const answer = yield* send(method, `${path}/none/contacts`, { token, json: {} })
          assert.deepStrictEqual(issuesOf(answer), [inPath, ["missing", "body", "contact_uuids"]])
        }
      })
    )
  })
})
