import { assert, describe } from "@effect/vitest"
import { CreateBody, ignoredFieldsHeader } from "@rollcall/api"
import { issue } from "@rollcall/core/operations"
import { DateTime, Schema } from "effect"
import type { Sent } from "../App.ts"
import { broadcastJson, envelope } from "../Endpoints.ts"
import { accepting, acceptingBut } from "./Accepting.ts"
import { test } from "../../../core/test/Suite.ts"

const notScheduled = (details: string) => envelope("broadcasts", "Broadcast could not be scheduled", details)

for (const [path, method, maximum] of [
  ["/broadcasts", "create", 50_000],
  ["/broadcasts/validate", "validate", 20_000]
] as const) {
  describe(`POST ${path}, rejections`, () => {
    test("W3, B4: rejects a misspelt name of the idempotency key with the right name", function* () {
      const { asked, send } = yield* accepting
      const hint = "is not supported: give the idempotency key as client_unique_identifier in the body"
      for (const name of [
        ...["idempotency_key", "idempotencyKey", "Idempotency-Key", "idempotent_id", "client_unique_id"],
        ...["clientUniqueIdentifier", "client_unique_identifer", "unique_identifier", "uniqueId", "client_unique_key"]
      ]) {
        const answer = yield* send("POST", path, { json: { ...broadcastJson, [name]: "k" } })
        assert.deepStrictEqual([answer.status, answer.json], [400, notScheduled(`${name}: ${hint}`)])
      }
      for (const name of ["idempotency-key", "x-idempotency-key"]) {
        const answer = yield* send("POST", path, { json: broadcastJson, headers: { [name]: "k" } })
        assert.deepStrictEqual([answer.status, answer.json], [400, notScheduled(`${name}: ${hint}`)])
      }
      assert.isEmpty(asked)
      for (const json of [
        { ...broadcastJson, client_unique_identifier: "k" },
        { ...broadcastJson, metadata: { campaign: 7 } }
      ]) {
        assert.include([200, 202], (yield* send("POST", path, { json })).status)
      }
    })

    test.each<readonly [name: string, nearest: string | null]>([
      ["scheduled_at", "scheduled_for"],
      ["scheduledFor", "scheduled_for"],
      ["valid_to", "valid_until"],
      ["template", "template_name"],
      ["templateName", "template_name"],
      ["Recipients", "recipients"],
      ["recipient", "recipients"],
      ["exclude", null],
      ["dry_run", null],
      ["client_reference", null],
      ["__proto__", null]
    ])("W3: rejects an unknown member with the nearest known name: %s", function* ([name, nearest]) {
      const { asked, send } = yield* accepting
      const body = JSON.stringify(broadcastJson).replace("{", `{${JSON.stringify(name)}:"2026-03-02T10:00:00Z",`)
      const answer = yield* send("POST", path, { body })
      assert.strictEqual(answer.status, 400)
      const known = Object.keys(CreateBody.fields).join(", ")
      const hint = nearest === null ? "" : `; is ${nearest} meant?`
      assert.deepStrictEqual(answer.json, notScheduled(`${name}: is a name that is not one of ${known}${hint}`))
      assert.strictEqual(answer.headers.get(ignoredFieldsHeader), name)
      assert.isEmpty(asked)
    })

    test("W3: rejects an unknown member after any number of ignored ones", function* () {
      const { asked, send } = yield* accepting
      const ignored = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`other_${at}`, 1]))
      const json = { ...broadcastJson, metadata: {}, parameters: ignored, scheduled_at: "2026-03-02T10:00:00Z" }
      const answer = yield* send("POST", path, { json })
      assert.strictEqual(answer.status, 400)
      assert.include(answer.text, "is scheduled_for meant?")
      assert.notInclude(answer.text, "other_1")
      assert.isEmpty(asked)
    })

    test("W5, B6: returns every type error in the details, even for a recipient that warnings cannot name", function* () {
      const { asked, send } = yield* accepting
      const json = {
        channel_type: 5,
        name: null,
        locale: [],
        valid_until: "tomorrow",
        scheduled_for: 5,
        version: 1.5,
        parameters: { header: { type: "audio" }, body_order: "a", cards: [{ body_order: [1] }] },
        recipients: [
          { identifier: 31612345678 },
          "31612345678",
          {
            identifier: "1",
            client_reference: 5,
            parameters: { body: { a: 1 }, button: [], cards: [{ header: {} }] }
          },
          [],
          { parameters: {} }
        ]
      }
      const answer = yield* send("POST", path, { json })
      assert.strictEqual(answer.status, 400)
      const details = [
        "channel_type: must be a string",
        "name: must be a string",
        "template_name: is required",
        "locale: must be a string",
        "valid_until: must be an ISO 8601 date and time",
        "scheduled_for: must be a string",
        "from: is required",
        "version: must be an integer",
        "parameters.header.type: must be one of text, image, video, document",
        "parameters.body_order: must be a list",
        "parameters.cards[0].body_order[0]: must be a string",
        "recipients[0].identifier: must be a string",
        "recipients[1]: must be an object",
        "recipients[3]: must be an object",
        "recipients[4].identifier: is required"
      ]
      assert.deepStrictEqual(answer.json, notScheduled(details.join("; ")))
      assert.deepStrictEqual(asked, [])
    })

    test("W5, B6: reports broken rules in the valid parts together with invalid types", function* () {
      const { asked, judged, send } = yield* acceptingBut([
        issue("value_error", ["version"], "a"),
        issue("too_short", ["recipients"], "b")
      ])
      const json = {
        ...broadcastJson,
        name: 5,
        locale: 7,
        version: 9,
        client_unique_identifier: "key",
        parameters: { body_order: ["a"] },
        valid_until: "2026-03-02T10:00:00Z",
        recipients: []
      }
      const answer = yield* send("POST", path, { json })
      assert.strictEqual(answer.status, 400)
      const details = "version: a; recipients: b; name: must be a string; locale: must be a string"
      assert.deepStrictEqual(answer.json, notScheduled(details))
      assert.deepStrictEqual(asked, [])
      const part = {
        channelType: "chatapp",
        templateName: "appointment_reminder",
        from: "31200000000",
        version: 9,
        clientUniqueIdentifier: method === "create" ? "key" : undefined,
        parameters: { bodyOrder: ["a"], cards: undefined },
        validUntil: DateTime.makeUnsafe("2026-03-02T10:00:00Z"),
        scheduledFor: undefined,
        recipients: { length: 0 }
      }
      assert.deepStrictEqual(judged, [{ part, maxRecipients: maximum }])
    })

    test("W5, B6: checks no rules for recipients and parameters with invalid types", function* () {
      const { judged, send } = yield* accepting
      const json = { ...broadcastJson, parameters: { body_order: [1] }, recipients: [{ identifier: "1" }, 2] }
      const details = "parameters.body_order[0]: must be a string; recipients[1]: must be an object"
      assert.deepStrictEqual((yield* send("POST", path, { json })).json, notScheduled(details))
      const part = {
        channelType: "chatapp",
        name: "Reminders",
        templateName: "appointment_reminder",
        locale: null,
        from: "31200000000",
        version: undefined,
        clientUniqueIdentifier: undefined,
        validUntil: undefined,
        scheduledFor: undefined
      }
      assert.deepStrictEqual(judged, [{ part, maxRecipients: maximum }])
    })

    const bodies: ReadonlyArray<readonly [name: string, sent: Sent, details: string]> = [
      ["no body", {}, "The body is not JSON in UTF-8."],
      ["an empty body", { body: "" }, "The body is not JSON in UTF-8."],
      ["no JSON", { body: "{" }, "The body is not JSON in UTF-8."],
      ["no JSON among the recipients", { body: '{"recipients":[{},,{}]}' }, "The body is not JSON in UTF-8."],
      ["bytes that are no UTF-8", { body: new Uint8Array([0x22, 0xff, 0x22]) }, "The body is not JSON in UTF-8."],
      ["a list", { json: [broadcastJson] }, "The body is not a JSON object."],
      ["null", { body: "null" }, "The body is not a JSON object."]
    ]
    test("W5, B6: returns 400 for a body that is no JSON object", function* () {
      const { send } = yield* accepting
      for (const [name, sent, details] of bodies) {
        const answer = yield* send("POST", path, sent)
        assert.deepStrictEqual([answer.status, answer.json], [400, notScheduled(details)], name)
      }
    })

    test("requires recipients to be a list, given once", function* () {
      const { send } = yield* accepting
      const { recipients: _, ...rest } = broadcastJson
      const head = JSON.stringify(rest).slice(1, -1)
      const answers: ReadonlyArray<readonly [body: string, details: string]> = [
        [`{${head}}`, "recipients: is required"],
        [`{${head},"recipients":null}`, "recipients: must be a list"],
        [`{${head},"recipients":{"0":1}}`, "recipients: must be a list"],
        [
          `{${head},"recipients":[1],"recipients":null}`,
          "recipients: must be a list; recipients[0]: must be an object"
        ],
        [`{${head},"recipients":[1],"recip\\u0069ents":[]}`, "recipients: must be given once"]
      ]
      for (const [body, details] of answers) {
        assert.deepStrictEqual((yield* send("POST", path, { body })).json, notScheduled(details))
      }
    })

    test("rejects U+0000 and lone surrogates in every string and name outside the recipients", function* () {
      const { send } = yield* accepting
      const head = JSON.stringify(broadcastJson).slice(1)
      const body = `{"metadata":{"x":"\\ud800","y":{"a\\u0000":1}},${head}`
      const unstorable = "U+0000 or a lone surrogate"
      const details = [
        `metadata.y: has a name that contains ${unstorable}`,
        `metadata.x: must not contain ${unstorable}`
      ]
      const { json } = yield* send("POST", path, { body })
      assert.sameMembers(decodeEnvelope(json).details.split("; "), details)
    })

    test("does not set a prototype from names of values", function* () {
      const { asked, send } = yield* accepting
      const head = JSON.stringify(broadcastJson)
        .replace(/"recipients":.*$/, "")
        .slice(1)
      const values = '{"__proto__":"x","constructor":"y"}'
      const body = `{${head}"recipients":[{"identifier":"1","parameters":{"body":${values}}}]}`
      yield* send("POST", path, { body })
      const { body: given } = decodeBody(asked[0]?.request.recipients[0]?.parameters)
      assert.deepStrictEqual(Object.keys(given), ["__proto__", "constructor"])
      assert.strictEqual(Object.getPrototypeOf({}), Object.prototype)
    })

    test("returns at most 100 errors, and the number of the others", function* () {
      const { send } = yield* accepting
      const json = { ...broadcastJson, recipients: Array.from({ length: 1_234 }, () => 1) }
      const details = Array.from({ length: 100 }, (_, index) => `recipients[${index}]: must be an object`)
      assert.deepStrictEqual(
        (yield* send("POST", path, { json })).json,
        notScheduled([...details, "and 1134 more"].join("; "))
      )
    })

    test(`checks at most ${maximum} recipients`, function* () {
      const { asked, send } = yield* accepting
      const recipients = (count: number) => Array.from({ length: count }, (_, index) => ({ identifier: String(index) }))
      const over = yield* send("POST", path, { json: { ...broadcastJson, recipients: recipients(maximum + 1) } })
      assert.deepStrictEqual(over.json, notScheduled(`recipients: must have at most ${maximum} recipients`))
      const most = yield* send("POST", path, { json: { ...broadcastJson, recipients: recipients(maximum) } })
      assert.strictEqual(most.status, path === "/broadcasts" ? 202 : 200)
      assert.strictEqual(asked[0]?.request.recipients.length, maximum)
      assert.strictEqual(asked[0]?.request.recipients[12_345]?.identifier, "12345")
    })
  })
}

const decodeEnvelope = Schema.decodeUnknownSync(Schema.Struct({ details: Schema.String }))
const decodeBody = Schema.decodeUnknownSync(Schema.Struct({ body: Schema.Record(Schema.String, Schema.String) }))
