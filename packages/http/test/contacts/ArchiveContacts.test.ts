import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { envelope, issuesOf } from "../Endpoints.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"

const operations = [
  ["POST", "/archive"],
  ["POST", "/unarchive"],
  ["DELETE", ""]
] as const

const notFound = (uuid: string) => envelope("contacts", "404 NOT FOUND", `There is no contact ${uuid}.`)

layer(TestApp.layer)((it) => {
  describe("a contact", () => {
    it.effect("C4: is archived and restored, each of them as often as asked", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const uuid = yield* newContact(token)
        const path = `/v1/contacts/${uuid}`
        const before = yield* send("GET", path, { token })
        const restored = yield* send("POST", `${path}/unarchive`, { token })
        assert.deepStrictEqual([restored.status, restored.json], [200, before.json])

        const archived = yield* send("POST", `${path}/archive`, { token })
        assert.strictEqual(archived.status, 200)
        assert.deepInclude(archived.json, { uuid, archived: true })
        for (const again of [yield* send("POST", `${path}/archive`, { token }), yield* send("GET", path, { token })]) {
          assert.deepStrictEqual([again.status, again.json], [200, archived.json])
        }
        const after = yield* send("POST", `${path}/unarchive`, { token })
        assert.strictEqual(after.status, 200)
        assert.deepInclude(after.json, { uuid, archived: false })
      })
    )

    it.effect("C4, C7: is erased with its notes and memberships, and is not found from then on", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const uuid = yield* newContact(token)
        const path = `/v1/contacts/${uuid}`
        const list = uuidOf((yield* send("POST", "/v1/contact-lists", { token, json: { name: "All" } })).json).uuid
        yield* send("POST", `/v1/contact-lists/${list}/contacts`, { token, json: { contact_uuids: [uuid] } })
        yield* send("POST", `${path}/notes`, { token, json: { content: { text: "x" } } })

        const erased = yield* send("DELETE", path, { token })
        assert.deepStrictEqual([erased.status, erased.text], [204, ""])
        assert.deepInclude((yield* send("GET", `/v1/contact-lists/${list}`, { token })).json, { count: 0 })
        for (const [method, at] of [...operations, ["GET", ""], ["GET", "/notes"]] as const) {
          const answer = yield* send(method, `${path}${at}`, { token })
          assert.deepStrictEqual([answer.status, answer.json], [404, notFound(uuid)], `${method} ${at}`)
        }
      })
    )

    it.effect("A1: that is another workspace's, or unknown, is not found and stays as it is", () =>
      Effect.gen(function* () {
        const { ours, send, theirs } = yield* TestApp
        const uuid = yield* newContact(ours)
        const before = yield* send("GET", `/v1/contacts/${uuid}`, { token: ours })
        for (const asked of [uuid, unknownUuid]) {
          for (const [method, at] of operations) {
            const answer = yield* send(method, `/v1/contacts/${asked}${at}`, { token: theirs })
            assert.deepStrictEqual([answer.status, answer.json], [404, notFound(asked)], `${method} ${at}`)
          }
        }
        const after = yield* send("GET", `/v1/contacts/${uuid}`, { token: ours })
        assert.deepStrictEqual(after.json, before.json)
      })
    )

    it.effect("A2, W4: takes a uuid, and a token that may write", () =>
      Effect.gen(function* () {
        const { ours: token, ourToken, send } = yield* TestApp
        const uuid = yield* newContact(token)
        const reading = yield* ourToken(["contacts:read", "broadcasts:write"])
        for (const [method, at] of operations) {
          const malformed = yield* send(method, `/v1/contacts/none${at}`, { token })
          assert.deepStrictEqual(issuesOf(malformed), [["uuid_parsing", "path", "contact_uuid"]])
          assert.strictEqual((yield* send(method, `/v1/contacts/${uuid}${at}`, { token: reading })).status, 403)
        }
        assert.strictEqual((yield* send("GET", `/v1/contacts/${uuid}`, { token })).status, 200)
      })
    )
  })
})
