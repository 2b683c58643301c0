import { assert, describe } from "@effect/vitest"
import type { BroadcastRequest } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { actor, makeApp, uuid, workspace } from "../App.ts"
import { broadcastJson } from "../Endpoints.ts"
import { acceptance } from "../Samples.ts"
import { accepting } from "./Accepting.ts"
import { test } from "../../../core/test/Suite.ts"

describe("POST /broadcasts", () => {
  test("returns 202 with the counts and the warnings", function* () {
    const { asked, send } = yield* accepting
    const answer = yield* send("POST", "/broadcasts", { json: broadcastJson })
    assert.strictEqual(answer.status, 202)
    assert.deepStrictEqual(answer.json, {
      uuid,
      status: "scheduled",
      scheduled_at: "2026-03-01T10:00:00.000Z",
      recipients: 1,
      rejected_recipients: 1,
      exclusions: { invalid_identifier: 1 },
      predictions: { frequency_cap: 2 },
      warnings: {
        recipients: [
          { identifier: "+31", errors: ["identifier: must not begin with a plus"], reasons: ["invalid_identifier"] }
        ]
      }
    })
    assert.isNull(answer.headers.get("idempotent-replayed"))
    assert.deepStrictEqual(asked, [
      {
        caller: { workspace, actor },
        request: {
          channelType: "chatapp",
          name: "Reminders",
          templateName: "appointment_reminder",
          from: "31200000000",
          parameters: { bodyOrder: ["name", "time"], cards: undefined },
          recipients: [
            {
              identifier: "31612345678",
              clientReference: undefined,
              parameters: { body: { name: "Zoë", time: "10:30" } }
            }
          ]
        }
      }
    ])
  })

  test("W1, B4: marks a replayed response with a header", function* () {
    const send = yield* makeApp({ broadcasts: { create: () => Effect.succeed({ ...acceptance, replayed: true }) } })
    const answer = yield* send("POST", "/broadcasts", { json: broadcastJson })
    assert.strictEqual(answer.status, 202)
    assert.strictEqual(answer.headers.get("idempotent-replayed"), "true")
  })

  test("accepts every field in the specification", function* () {
    const { asked, send } = yield* accepting
    const json = {
      ...broadcastJson,
      locale: "de",
      valid_until: "2026-03-02T10:00:00+02:00",
      scheduled_for: "2026-03-01T10:00:00",
      version: 1,
      client_unique_identifier: "key",
      parameters: {
        header: { type: "image", value: "https://example.org/a.png" },
        body_order: ["a"],
        button_order: ["b"],
        cards: [
          { header: { type: "video", value: "https://example.org/b.mp4" }, body_order: ["c"], button_order: ["d"] },
          {}
        ]
      },
      recipients: [
        {
          identifier: "1",
          client_reference: "ref",
          parameters: {
            header: { value: "https://example.org/c.png" },
            body: { a: "1", __proto: "2" },
            button: {},
            cards: [{ header: { type: "image", value: "x" }, body: { c: "3" }, button: { d: "4" } }, {}]
          }
        },
        { identifier: "", parameters: null, client_reference: null }
      ]
    }
    assert.strictEqual((yield* send("POST", "/broadcasts", { json })).status, 202)
    const request: BroadcastRequest = {
      channelType: "chatapp",
      name: "Reminders",
      templateName: "appointment_reminder",
      locale: "de",
      validUntil: DateTime.makeUnsafe("2026-03-02T08:00:00Z"),
      scheduledFor: DateTime.makeUnsafe("2026-03-01T10:00:00Z"),
      from: "31200000000",
      version: 1,
      clientUniqueIdentifier: "key",
      parameters: {
        header: { type: "image", value: "https://example.org/a.png" },
        bodyOrder: ["a"],
        buttonOrder: ["b"],
        cards: [
          { header: { type: "video", value: "https://example.org/b.mp4" }, bodyOrder: ["c"], buttonOrder: ["d"] },
          {}
        ]
      },
      recipients: [
        {
          identifier: "1",
          clientReference: "ref",
          parameters: {
            header: { value: "https://example.org/c.png" },
            body: { a: "1", __proto: "2" },
            button: {},
            cards: [{ header: { type: "image", value: "x" }, body: { c: "3" }, button: { d: "4" } }, {}]
          }
        },
        {
          identifier: "",
          clientReference: null,
          parameters: null
        }
      ]
    }
    assert.deepStrictEqual(
      asked.map(({ request }) => request),
      [request]
    )
  })

  test("W2: accepts the specification's names; camelCase names are unknown", function* () {
    const { send } = yield* accepting
    const { template_name, ...rest } = broadcastJson
    const answer = yield* send("POST", "/broadcasts", { json: { ...rest, templateName: template_name } })
    assert.strictEqual(answer.status, 400)
    assert.match(
      answer.text,
      /"template_name: is required; templateName: is a name that is not one of .*; is template_name meant\?"/
    )
  })
})

describe("POST /broadcasts/validate", () => {
  test("W1, B19, Q3: returns 200 with the warnings and predictions, ignoring the key and client references", function* () {
    const { asked, send } = yield* accepting
    const [recipient] = broadcastJson.recipients
    const json = {
      ...broadcastJson,
      client_unique_identifier: { not: "a string" },
      recipients: [{ ...recipient, client_reference: 5 }]
    }
    const answer = yield* send("POST", "/broadcasts/validate", { json })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      warnings: { recipients: acceptance.warnings },
      predictions: { frequency_cap: 2 }
    })
    assert.isUndefined(asked[0]?.request.clientUniqueIdentifier)
    assert.isUndefined(asked[0]?.request.recipients[0]?.clientReference)
  })

  test("A2: returns no predictions for a token without the create scope, because they contain contact data", function* () {
    const { send } = yield* accepting
    const answer = yield* send("POST", "/broadcasts/validate", { json: broadcastJson, token: "broadcasts-read" })
    assert.deepStrictEqual([answer.status, answer.json], [200, { warnings: { recipients: acceptance.warnings } }])
  })
})
