import { assert, describe, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { broadcastJson } from "../Endpoints.ts"
import { newContact, TestApp } from "../TestApp.ts"

const OptOut = Schema.Struct({
  contact_uuid: Schema.String,
  opted_out: Schema.Boolean,
  opted_out_at: Schema.NullOr(Schema.String),
  source: Schema.NullOr(Schema.String)
})
const decode = Schema.decodeUnknownSync(OptOut)

const toTwo = {
  ...broadcastJson,
  template_name: "reminder",
  recipients: ["31612345678", "31687654321"].flatMap((identifier) =>
    broadcastJson.recipients.map((recipient) => ({ ...recipient, identifier }))
  )
}

layer(TestApp.layer)((it) => {
  describe("opt-outs of contacts", () => {
    it.effect("C8, A1: are made, shown and taken back, and leave the contact out of broadcasts meanwhile", () =>
      Effect.gen(function* () {
        const { ours: token, send, theirs } = yield* TestApp
        const created = yield* send("POST", "/v1/contacts", { token, json: { phone_number: "+31 6 1234 5678" } })
        const { uuid } = Schema.decodeUnknownSync(Schema.Struct({ uuid: Schema.String }))(created.json)
        const path = `/v1/contacts/${uuid}`
        const none = { contact_uuid: uuid, opted_out: false, opted_out_at: null, source: null }
        assert.deepStrictEqual((yield* send("GET", `${path}/opt-out`, { token })).json, none)
        const made = yield* send("POST", `${path}/opt-out`, { token })
        assert.strictEqual(made.status, 200)
        const shown = decode(made.json)
        assert.deepInclude(shown, { opted_out: true, source: "request" })
        for (const method of ["GET", "POST"] as const) {
          assert.deepStrictEqual((yield* send(method, `${path}/opt-out`, { token })).json, shown)
        }

        const accepted = yield* send("POST", "/broadcasts", { token, json: toTwo })
        assert.deepNestedInclude(accepted.json, {
          recipients: 1,
          rejected_recipients: 1,
          "warnings.recipients[0].identifier": "31612345678",
          "warnings.recipients[0].reasons[0]": "opted_out"
        })
        const broadcast = Schema.decodeUnknownSync(Schema.Struct({ uuid: Schema.String }))(accepted.json)
        const listed = yield* send("GET", `/broadcasts/${broadcast.uuid}/recipients`, { token })
        assert.deepNestedInclude(listed.json, {
          "recipients[0].status": "rejected",
          "recipients[0].reason": "opted_out",
          "recipients[1].status": "submitted"
        })
        const details = yield* send("GET", `/broadcasts/${broadcast.uuid}`, { token })
        assert.deepInclude(details.json, { recipients: 1, rejected: 1 })
        const elsewhere = yield* send("POST", "/broadcasts/validate", { token: theirs, json: toTwo })
        assert.deepStrictEqual(elsewhere.json, { warnings: { recipients: [] } })

        assert.deepStrictEqual((yield* send("POST", `${path}/opt-in`, { token })).json, none)
        assert.deepStrictEqual((yield* send("GET", `${path}/opt-out`, { token })).json, none)
        const validated = yield* send("POST", "/broadcasts/validate", { token, json: toTwo })
        assert.deepStrictEqual(validated.json, { warnings: { recipients: [] } })
        const events = yield* send("GET", "/v1/events?types=contact.opted_out,contact.opted_in", { token })
        assert.deepNestedInclude(events.json, {
          "events[0].type": "contact.opted_out",
          "events[0].contact_uuid": uuid,
          "events[1].type": "contact.opted_in",
          "events.length": 2
        })
      })
    )

    it.effect("A1, C8: a contact of another workspace is not found, and one without a number cannot be opted out", () =>
      Effect.gen(function* () {
        const { ours, send, theirs } = yield* TestApp
        const contact = yield* newContact(ours, { email: "zoe@example.org" })
        for (const [method, end] of [
          ["GET", "opt-out"],
          ["POST", "opt-out"],
          ["POST", "opt-in"]
        ] as const) {
          const answer = yield* send(method, `/v1/contacts/${contact}/${end}`, { token: theirs })
          assert.strictEqual(answer.status, 404)
        }
        const refused = yield* send("POST", `/v1/contacts/${contact}/opt-out`, { token: ours })
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, "no phone_number and no chatapp_id")
      })
    )
  })
})
