import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unknownUuid } from "../App.ts"
import { broadcastJson } from "../Endpoints.ts"
import { newContact, TestApp, uuidOf } from "../TestApp.ts"

const broadcast = { ...broadcastJson, template_name: "reminder" }

layer(TestApp.layer)((it) => {
  describe("an error says how to correct the request", () => {
    const paths = [
      ["GET", "/v1/contacts/", ""],
      ["GET", "/v1/contacts/", "/custom-fields"],
      ["GET", "/v1/contacts/", "/contact-lists"],
      ["GET", "/v1/contacts/", "/notes"],
      ["GET", "/v1/contacts/", "/opt-out"],
      ["POST", "/v1/contacts/", "/opt-in"],
      ["GET", "/v1/contact-lists/", ""],
      ["GET", "/v1/custom-fields/", ""],
      ["GET", "/v1/contacts/bulk/", ""],
      ["GET", "/v1/contacts/bulk/", "/rows"],
      ["GET", "/broadcasts/", ""],
      ["GET", "/broadcasts/", "/recipients"],
      ["POST", "/broadcasts/", "/cancel"],
      ["POST", "/broadcasts/", "/pause"],
      ["POST", "/broadcasts/", "/resume"]
    ] as const

    for (const [method, before, after] of paths) {
      it.effect(`W9: ${method} ${before}{uuid}${after} names the uuid that is not found`, () =>
        Effect.gen(function* () {
          const { ours: token, send } = yield* TestApp
          const answer = yield* send(method, `${before}${unknownUuid}${after}`, { token })
          assert.strictEqual(answer.status, 404)
          assert.match(answer.text, new RegExp(`"details":"There is no [a-z ]+ ${unknownUuid}\\."`))
        })
      )
    }

    it.effect("A1, W9: what another workspace has is answered like what is not there", () =>
      Effect.gen(function* () {
        const { ours, send, theirs } = yield* TestApp
        const contact = yield* newContact(ours)
        const created = yield* send("POST", "/broadcasts", { token: ours, json: broadcast })
        for (const path of [`/v1/contacts/${contact}`, `/broadcasts/${uuidOf(created.json).uuid}`]) {
          const foreign = yield* send("GET", path, { token: theirs })
          const missing = yield* send("GET", path.replace(/[^/]*$/, unknownUuid), { token: theirs })
          const uuid = path.split("/").at(-1) ?? ""
          assert.deepStrictEqual(
            [foreign.status, foreign.text],
            [missing.status, missing.text.replace(unknownUuid, uuid)]
          )
        }
      })
    )

    it.effect("F6, W9: an unknown option names those of the field, unless it is sensitive", () =>
      Effect.gen(function* () {
        const { fresh, send } = yield* TestApp
        const token = yield* fresh
        for (const sensitive of [false, true]) {
          const name = sensitive ? "Blood type" : "Shirt size"
          const json = { name, field_type: "select", sensitive, select_options: ["Small", "Large"] }
          assert.strictEqual((yield* send("POST", "/v1/custom-fields", { token, json })).status, 201)
        }
        const values = { custom_fields: { shirt_size: "medium", blood_type: "medium" } }
        const answer = yield* send("POST", "/v1/contacts", { token, json: { email: "a@b.c", ...values } })
        assert.strictEqual(answer.status, 422)
        assert.include(answer.text, '"msg":"is not one of the options Small, Large"')
        assert.include(answer.text, '"field":"custom_fields.blood_type","msg":"is not one of the options"')
      })
    )

    it.effect("W9: a refused filter names the operators that fit its field, or the fields", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const filters = [
          { field: "archived", operator: "contains", value: "true" },
          { field: "created_at", operator: "is", value: "today" },
          { field: "nick_name", operator: "exists" }
        ]
        const textOf = (json: unknown) =>
          Effect.map(send("POST", "/v1/contacts/search", { token, json: { advanced_search: [json] } }), ({ text }) =>
            text.slice(text.indexOf('"msg"'))
          )
        const [archived, created, nick] = yield* Effect.forEach(filters, textOf)
        const fitting = "equals, not_equals, exists, not_exists"
        assert.include(archived, `is not taken by this field, which takes ${fitting}"`)
        assert.include(created, "must be one of equals, not_equals, contains")
        assert.include(nick, '\\"nick_name\\" is neither a custom field nor one of first_name, ')
      })
    )

    it.effect("W9: a limit that is exceeded is named", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const tooMany = Array.from({ length: 101 }, () => unknownUuid)
        const requests = [
          ["GET", "/v1/contacts?limit=101", undefined, "must be at most 100"],
          ["GET", "/v1/contacts?offset=1000001", undefined, "must be at most 1000000"],
          ["POST", "/v1/contact-lists", { name: "x".repeat(251) }, "must have at most 250 characters"],
          [
            "POST",
            `/v1/contact-lists/${unknownUuid}/contacts`,
            { contact_uuids: tooMany },
            "must have at most 100 items"
          ],
          [
            "POST",
            "/v1/contacts/bulk",
            { contacts: Array.from({ length: 1_001 }, () => ({})) },
            "must have at most 1000 items"
          ],
          ["GET", "/v1/events?limit=1001", undefined, "must be at most 1000"]
        ] as const
        for (const [method, path, json, bound] of requests) {
          const answer = yield* send(method, path, { token, json })
          assert.strictEqual(answer.status, 422, path)
          assert.include(answer.text, bound, path)
        }
      })
    )

    it.effect("B4, W9: a key that another payload has used names the broadcast", () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const json = { ...broadcast, client_unique_identifier: "W9" }
        const { uuid } = uuidOf((yield* send("POST", "/broadcasts", { token, json })).json)
        const answer = yield* send("POST", "/broadcasts", { token, json: { ...json, name: "Other" } })
        assert.deepStrictEqual(
          [answer.status, answer.json],
          [
            400,
            {
              message: "Broadcast could not be scheduled",
              details: `client_unique_identifier: was used for the broadcast ${uuid}, which has another payload`
            }
          ]
        )
      })
    )
  })
})
