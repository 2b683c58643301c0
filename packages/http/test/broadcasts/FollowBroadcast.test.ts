import { assert, describe } from "@effect/vitest"
import type { Recipient } from "@rollcall/core"
import { DateTime, Effect, Struct } from "effect"
import { caller, makeApp, makeAskedApp, uuid } from "../App.ts"
import { envelope } from "../Endpoints.ts"
import { broadcast, details, recipient } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

describe("GET /broadcasts/{uuid}", () => {
  test("W1, B1: returns the reason of a paused broadcast", function* () {
    const paused = { ...broadcast, status: "paused" as const, statusReason: "the template is disabled" }
    const send = yield* makeApp({
      deliveries: { get: () => Effect.succeed({ ...details, broadcast: paused }) }
    })
    const { json } = yield* send("GET", `/broadcasts/${uuid}`)
    assert.deepInclude(json, { status: "paused", status_reason: "the template is disabled" })
  })

  test("W1, R51: returns 200 with the counters, and the number of recipients per reason", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({ deliveries: { get: answer(details) } }))
    const answer = yield* send("GET", `/broadcasts/${uuid.toUpperCase()}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      uuid,
      status: "sending",
      scheduled_at: "2026-03-01T10:00:00.000Z",
      recipients: 5,
      sent: 4,
      delivered: 3,
      read: 2,
      rejected: 1,
      failed: 1,
      reasons: { opted_out: 1, unreachable: 1 },
      audience: null,
      audience_request: null,
      resolution: null,
      retry_of: null,
      held_opt_outs: null,
      recipients_removed_at: null,
      name: "Reminders",
      channel_type: "chatapp",
      template_name: "appointment_reminder",
      locale: "en",
      from: "31200000000",
      valid_until: null,
      created_at: "2026-03-01T09:00:00.000Z"
    })
    assert.deepStrictEqual(asked, [[caller, uuid]])
  })
})

describe.each([
  ["B2", "cancel", "cancelled"],
  ["B1", "pause", "paused"],
  ["B1", "resume", "sending"]
] as const)("%s: POST /broadcasts/{uuid}/%s", (_rule, operation, status) => {
  test("returns 200 with the status", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      broadcasts: { [operation]: answer({ ...broadcast, status }) }
    }))
    const answer = yield* send("POST", `/broadcasts/${uuid}/${operation}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, { uuid, status })
    assert.deepStrictEqual(asked, [[caller, uuid]])
  })
})

describe.each([
  ["apply", "applyOptOuts", "applied"],
  ["dismiss", "dismissOptOuts", "dismissed"]
] as const)("POST /broadcasts/{uuid}/opt-outs/%s", (path, operation, state) => {
  test("W1, B23: returns 200 with the decision", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({ heldOptOuts: { [operation]: answer(broadcast) } }))
    const answer = yield* send("POST", `/broadcasts/${uuid}/opt-outs/${path}`)
    assert.deepStrictEqual([answer.status, answer.json], [200, { uuid, held_opt_outs: state }])
    assert.deepStrictEqual(asked, [[caller, uuid]])
  })
})

describe("GET /broadcasts/{uuid}/recipients", () => {
  /** An application whose listing has these recipients, and what it was asked for. */
  const listing = (items: ReadonlyArray<Recipient> = []) =>
    makeAskedApp((answer) => ({ deliveries: { recipients: answer({ items, total: 70, next: "after-these" }) } }))

  test("W1, B10, B21: returns 200 with the API's status, and the reason next to the error", function* () {
    const statuses = {
      pending: "submitted",
      sending: "submitted",
      unknown: "submitted",
      sent: "submitted",
      undeliverable: "undeliverable",
      delivered: "delivered",
      read: "read",
      rejected: "rejected"
    } as const
    const why = { reason: "expired", error: "expired before sending" } as const
    const { send } = yield* listing(
      Struct.keys(statuses).map((status) => ({ ...recipient, status, ...(status === "rejected" && why) }))
    )
    const answer = yield* send("GET", `/broadcasts/${uuid}/recipients`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      uuid,
      recipients: Object.values(statuses).map((status) => ({
        identifier: "31612345678",
        contact_uuid: null,
        status,
        delivered_at: "2026-03-01T10:00:02.000Z",
        reason: null,
        error: null,
        ...(status === "rejected" && why)
      })),
      pagination: { offset: 1, limit: 50, total: 70, next: "after-these" }
    })
  })

  const pages = [
    ["", 50, 1],
    ["?offset=0", 50, 1],
    ["?offset=1&limit=1", 1, 1],
    ["?offset=51&limit=1000", 1_000, 51],
    ["?offset=1000000", 50, 1_000_000]
  ] as const
  test("W1, B14: begins at the offset's row, the first by default", function* () {
    const { asked, send } = yield* listing()
    for (const [query, limit, offset] of pages) {
      const answer = yield* send("GET", `/broadcasts/${uuid}/recipients${query}`)
      assert.deepInclude(answer.json, { pagination: { offset, limit, total: 70, next: "after-these" } })
    }
    const expected = pages.map(([, limit, offset]) => ({ limit, offset: Math.max(0, offset - 1) }))
    assert.deepStrictEqual(
      asked,
      expected.map((page) => [caller, uuid, { updatedAfter: undefined, status: undefined, reason: undefined }, page])
    )
  })

  test("W3, B14, B20: accepts a timestamp for updated, in UTC without an offset", function* () {
    const { asked, send } = yield* listing()
    const instants = ["2026-03-01T10:00:00Z", "2026-03-01T12:00:00%2B02:00", "2026-03-01T10:00:00"]
    for (const instant of instants) yield* send("GET", `/broadcasts/${uuid}/recipients?updated=${instant}`)
    const updatedAfter = DateTime.makeUnsafe("2026-03-01T10:00:00Z")
    const expected = [caller, uuid, { updatedAfter, status: undefined, reason: undefined }, { limit: 50, offset: 0 }]
    assert.deepStrictEqual(
      asked,
      instants.map(() => expected)
    )
  })

  const violations: ReadonlyArray<readonly [query: string, details: string]> = [
    ["limit=0", "limit: must be at least 1"],
    ["limit=1001", "limit: must be at most 1000"],
    ["limit=1e1", "limit: must be an integer in decimal digits"],
    ["limit=", "limit: must be an integer in decimal digits"],
    ["limit=2&limit=3", "limit: must be given once"],
    ["offset=-1", "offset: must be at least 0"],
    ["offset=1000001", "offset: must be at most 1000000"],
    ["status=sent", "status: must be one of submitted, delivered, read, rejected, undeliverable"],
    ["updated=yesterday", "updated: must be an ISO 8601 date and time"],
    ["updated=", "updated: must be an ISO 8601 date and time"],
    ["updated=2026-02-30T00:00:00Z", "updated: must be an ISO 8601 date and time"],
    ["limit=0&offset=x", "limit: must be at least 1; offset: must be an integer in decimal digits"]
  ]
  test("W3: returns 400 with every error in the query", function* () {
    const { asked, send } = yield* listing()
    for (const [query, violation] of violations) {
      const answer = yield* send("GET", `/broadcasts/${uuid}/recipients?${query}`)
      const expected = envelope("broadcasts", "Recipients could not be listed", violation)
      assert.deepStrictEqual([answer.status, answer.json], [400, expected])
    }
    assert.deepStrictEqual(asked, [])
  })
})

describe("GET /broadcasts", () => {
  test("W1, B21: returns 200 with every field of each broadcast that the query selects", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      broadcasts: { list: answer({ items: [broadcast], total: 7 }) }
    }))
    const answer = yield* send("GET", "/broadcasts?status=cancelled&limit=1&offset=2")
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, {
      broadcasts: [
        {
          uuid,
          name: "Reminders",
          status: "sending",
          status_reason: null,
          held_opt_outs: null,
          channel_type: "chatapp",
          template_name: "appointment_reminder",
          locale: "en",
          from: "31200000000",
          scheduled_at: "2026-03-01T10:00:00.000Z",
          valid_until: null,
          created_at: "2026-03-01T09:00:00.000Z"
        }
      ],
      pagination: { offset: 2, limit: 1, total: 7 }
    })
    assert.deepInclude((yield* send("GET", "/broadcasts")).json, { pagination: { offset: 0, limit: 50, total: 7 } })
    assert.deepStrictEqual(asked, [
      [caller, { status: "cancelled" }, { limit: 1, offset: 2 }],
      [caller, { status: undefined }, { limit: 50, offset: 0 }]
    ])
  })

  test("W5, B21: returns 400 in the area's envelope for an invalid query value", function* () {
    const send = yield* makeApp()
    const answer = yield* send("GET", "/broadcasts?status=over&limit=0&offset=x")
    assert.strictEqual(answer.status, 400)
    const statuses = "resolving, scheduled, sending, paused, completed, cancelled, expired, failed"
    const details = `status: must be one of ${statuses}; limit: must be at least 1; offset: must be an integer in decimal digits`
    assert.deepStrictEqual(answer.json, envelope("broadcasts", "Broadcasts could not be listed", details))
  })
})
