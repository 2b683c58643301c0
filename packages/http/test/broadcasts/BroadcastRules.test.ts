import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { unknownUuid } from "../App.ts"
import { broadcastJson, envelope } from "../Endpoints.ts"
import { TestApp, uuidOf } from "../TestApp.ts"

/** A body for the template of the test application. */
const body = (changes: object = {}) => ({ ...broadcastJson, template_name: "reminder", ...changes })

layer(TestApp.layer)("broadcasts over the real services", (it) => {
  it.effect("B6: what is wrong with recipients is warned of, in request order, wrong types among it", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const [sound] = broadcastJson.recipients
      const recipients = [
        { identifier: "31612345671", client_reference: 5, parameters: { body: { name: 7, other: "x" } } },
        sound,
        { identifier: "0", parameters: [] },
        { identifier: "a\0", parameters: { body: { name: "Z\ud800", time: null }, button: "none", cards: 3 } },
        { identifier: "31612345672" }
      ]
      const json = body({ recipients, client_unique_identifier: "wrong types" })
      const missing = (name: string) => `parameters.body: "${name}" is missing`
      const notIdentifier = "identifier must be a phone number with country code: 7 to 15 digits, the first not 0"
      const first = [
        'parameters.body: "name" must be a string',
        missing("time"),
        `parameters.body: "other" is not in the broadcast's order`
      ]
      const others = [
        ["0", [notIdentifier, "parameters: must be an object"]],
        [
          "a\ufffd",
          [
            notIdentifier,
            'parameters.body: "name" must not hold U+0000 or a lone surrogate',
            'parameters.body: "time" must be a string',
            "parameters.button: must be an object",
            "parameters.cards: the template is not a carousel"
          ]
        ],
        ["31612345672", [missing("name"), missing("time")]]
      ]
      const created = yield* send("POST", "/broadcasts", { token, json })
      assert.strictEqual(created.status, 202)
      const reference = "the client reference must be a string"
      assert.deepStrictEqual(warned(created.json), [["31612345671", [reference, ...first]], ...others])
      assert.deepInclude(created.json, { recipients: 1, rejected_recipients: 4 })

      const again = yield* send("POST", "/broadcasts", { token, json })
      assert.deepStrictEqual([again.json, again.headers.get("idempotent-replayed")], [created.json, "true"])
      const changed = { ...json, recipients: [{ ...recipients[0], client_reference: 6 }, ...recipients.slice(1)] }
      assert.strictEqual((yield* send("POST", "/broadcasts", { token, json: changed })).status, 400)

      const validated = yield* send("POST", "/broadcasts/validate", { token, json })
      assert.strictEqual(validated.status, 200)
      // Validation does not look at client references (B19).
      assert.deepStrictEqual(warned(validated.json), [["31612345671", first], ...others])
    })
  )

  it.effect("B6: a value that is nested too deep for any stack is a wrong type, whatever key its broadcast has", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const recipients = [{ identifier: "31612345671", parameters: { body: { name: [1], time: "10:30" } } }]
      const text = JSON.stringify(body({ recipients, client_unique_identifier: "deep" }))
      const created = yield* send("POST", "/broadcasts", {
        token,
        body: text.replace("[1]", `${"[".repeat(50_000)}${"]".repeat(50_000)}`)
      })
      assert.strictEqual(created.status, 202)
      assert.deepStrictEqual(warned(created.json), [["31612345671", ['parameters.body: "name" must be a string']]])
    })
  )

  it.effect("B6: a recipient that no warning could name is 400, each of them", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const recipients = [...broadcastJson.recipients, null, { identifier: 31612345671 }, { client_reference: "a" }]
      const details =
        "recipients[1]: must be an object; recipients[2].identifier: must be a string; recipients[3].identifier: is required"
      for (const path of ["/broadcasts", "/broadcasts/validate"]) {
        const answer = yield* send("POST", path, { token, json: body({ recipients }) })
        assert.strictEqual(answer.status, 400)
        assert.deepStrictEqual(answer.json, envelope("broadcasts", "Broadcast could not be scheduled", details))
      }
    })
  )

  it.effect(
    "B14: 404 for an unknown broadcast or reference; a time or a page that leaves nothing is an empty page",
    () =>
      Effect.gen(function* () {
        const { ours: token, send } = yield* TestApp
        const recipients = broadcastJson.recipients.map((recipient) => ({ ...recipient, client_reference: "order 7" }))
        const created = yield* send("POST", "/broadcasts", { token, json: body({ recipients }) })
        const { uuid } = uuidOf(created.json)
        const message = "Broadcast or recipients were not found"
        const noBroadcast = envelope("broadcasts", message, `There is no broadcast ${unknownUuid}.`)
        const noReference = envelope("broadcasts", message, "There is no recipient with one of these references.")
        const late = "2126-01-01T00:00:00Z"
        const answers: ReadonlyArray<readonly [filters: object, offset: number, status: number, json: unknown]> = [
          [{ broadcastUuid: unknownUuid }, 0, 404, noBroadcast],
          [{ broadcastUuid: unknownUuid, clientReferences: ["order 7"] }, 0, 404, noBroadcast],
          [{ clientReferences: ["order 8"] }, 0, 404, noReference],
          [{ broadcastUuid: uuid, clientReferences: ["order 8"], updatedSince: late }, 0, 404, noReference],
          [{ broadcastUuid: uuid, updatedSince: late }, 0, 200, empty(0, 0)],
          [{ clientReferences: ["order 8", "order 7"], updatedSince: late }, 0, 200, empty(0, 0)],
          [{ updatedSince: late }, 0, 200, empty(0, 0)],
          [{ broadcastUuid: uuid }, 1, 200, empty(1, 1)]
        ]
        for (const [filters, offset, status, json] of answers) {
          const sent = { token, json: { filters, limit: 50, offset } }
          const answer = yield* send("POST", "/broadcasts/message_statuses", sent)
          assert.deepStrictEqual([answer.status, answer.json], [status, json], JSON.stringify(filters))
        }
        const listing = (of: string, query: string) => send("GET", `/broadcasts/${of}/recipients?${query}`, { token })
        assert.deepStrictEqual((yield* listing(unknownUuid, "")).json, noBroadcast)
        assert.deepStrictEqual((yield* listing(uuid, `updated=${late}`)).json, { uuid, ...empty(1, 0) })
        assert.deepStrictEqual((yield* listing(uuid, "offset=2")).json, { uuid, ...empty(2, 1) })
      })
  )

  it.effect("B21: lists broadcasts newest first, by status, with every field of each and their exact number", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const made: Array<string> = []
      for (const name of ["first", "second", "third"]) {
        yield* TestClock.adjust("1 second")
        made.unshift(uuidOf((yield* send("POST", "/broadcasts", { token, json: body({ name }) })).json).uuid)
      }
      yield* send("POST", `/broadcasts/${made[1]}/cancel`, { token })
      const list = Effect.fnUntraced(function* (query: string) {
        const { json, status } = yield* send("GET", `/broadcasts${query}`, { token })
        assert.strictEqual(status, 200)
        const { broadcasts, pagination } = decodePage(json)
        return [broadcasts.map(({ uuid }) => made.indexOf(uuid)), pagination]
      })
      assert.deepStrictEqual(yield* list(""), [[0, 1, 2], { offset: 0, limit: 50, total: 3 }])
      assert.deepStrictEqual(yield* list("?limit=1&offset=1"), [[1], { offset: 1, limit: 1, total: 3 }])
      assert.deepStrictEqual(yield* list("?offset=9"), [[], { offset: 9, limit: 50, total: 3 }])
      assert.deepStrictEqual(yield* list("?status=cancelled"), [[1], { offset: 0, limit: 50, total: 1 }])
      assert.deepStrictEqual(yield* list("?status=paused"), [[], { offset: 0, limit: 50, total: 0 }])
      const { json } = yield* send("GET", "/broadcasts?limit=1", { token })
      const at = DateTime.formatIso(yield* DateTime.now)
      assert.deepInclude(json, {
        broadcasts: [
          {
            uuid: made[0],
            name: "third",
            status: "scheduled",
            status_reason: null,
            channel_type: "chatapp",
            template_name: "reminder",
            locale: "en",
            from: "31200000000",
            scheduled_at: at,
            valid_until: null,
            created_at: at
          }
        ]
      })
    })
  )

  it.effect("B21: a wrong value in the query of the listing is 400 in the envelope of the area", () =>
    Effect.gen(function* () {
      const { ours: token, send } = yield* TestApp
      const answer = yield* send("GET", "/broadcasts?status=over&limit=0&offset=x", { token })
      assert.strictEqual(answer.status, 400)
      const statuses = "scheduled, sending, paused, completed, cancelled, expired, failed"
      const details = `status: must be one of ${statuses}; limit: must be at least 1; offset: must be an integer in decimal digits`
      assert.deepStrictEqual(answer.json, envelope("broadcasts", "Broadcasts could not be listed", details))
    })
  )
})

const Warnings = Schema.Struct({
  warnings: Schema.Struct({
    recipients: Schema.Array(Schema.Struct({ identifier: Schema.String, errors: Schema.Array(Schema.String) }))
  })
})
const decodeWarnings = Schema.decodeUnknownSync(Warnings)

/** The identifier and the errors of each warning. */
const warned = (json: unknown) =>
  decodeWarnings(json).warnings.recipients.map(({ errors, identifier }) => [identifier, errors])

const decodePage = Schema.decodeUnknownSync(
  Schema.Struct({
    broadcasts: Schema.Array(Schema.Struct({ uuid: Schema.String })),
    pagination: Schema.Struct({ offset: Schema.Int, limit: Schema.Int, total: Schema.Int })
  })
)

/** A page of recipients on which there are none. */
const empty = (offset: number, total: number) => ({ recipients: [], pagination: { offset, limit: 50, total } })
