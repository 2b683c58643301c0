import { assert, describe } from "@effect/vitest"
import type { Recipient } from "@rollcall/core"
import { DateTime } from "effect"
import { caller, makeAskedApp, uuid } from "../App.ts"
import { envelope } from "../Endpoints.ts"
import { recipient } from "../Samples.ts"
import { test } from "../../../core/test/Suite.ts"

const path = "/broadcasts/message_statuses"

/** An application whose statuses are these, and what it was asked for. */
const listing = (items: ReadonlyArray<Recipient> = [recipient]) =>
  makeAskedApp((answer) => ({ deliveries: { list: answer({ items, total: 9, next: "after-these" }) } }))

const filters = { broadcastUuid: uuid }

describe("POST /broadcasts/message_statuses", () => {
  test("W1, B14: returns 200 with every field of each row; an undeliverable recipient appears as rejected", function* () {
    const undeliverable: Recipient = {
      ...recipient,
      status: "undeliverable",
      reason: "undeliverable",
      error: "no such number",
      deliveredAt: null,
      clientReference: null
    }
    const { asked, send } = yield* listing([recipient, undeliverable])
    const json = {
      filters: { broadcastUuid: uuid, clientReferences: ["a", "b"], updatedSince: "2026-03-01T10:00:00Z" },
      limit: 1_000,
      offset: 1_000_000
    }
    const answer = yield* send("POST", path, { json })
    assert.strictEqual(answer.status, 200)
    const row = {
      uuid: recipient.uuid,
      identifier: "31612345678",
      status: "delivered",
      delivered_at: "2026-03-01T10:00:02.000Z",
      reason: null,
      error: null,
      client_reference: "order-7",
      broadcast_uuid: uuid,
      updated_at: "2026-03-01T10:00:02.500Z",
      metadata: null
    }
    const rejected = {
      ...row,
      status: "rejected",
      reason: "undeliverable",
      error: "no such number",
      delivered_at: null,
      client_reference: null
    }
    assert.deepStrictEqual(answer.json, {
      recipients: [row, rejected],
      pagination: { offset: 1_000_000, limit: 1_000, total: 9, next: "after-these" }
    })
    const filter = {
      broadcast: uuid,
      clientReferences: ["a", "b"],
      updatedAfter: DateTime.makeUnsafe("2026-03-01T10:00:00Z")
    }
    assert.deepStrictEqual(asked, [[caller, filter, { limit: 1_000, offset: 1_000_000 }]])
  })

  test("accepts any single filter; null counts as missing", function* () {
    const { asked, send } = yield* listing()
    const references = Array.from({ length: 1_000 }, (_, index) => String(index))
    for (const filters of [
      { broadcastUuid: uuid, clientReferences: null, updatedSince: null },
      { clientReferences: references },
      { updatedSince: "2026-03-01T10:00:00" }
    ]) {
      assert.strictEqual((yield* send("POST", path, { json: { filters, limit: 1, offset: 0 } })).status, 200)
    }
    assert.strictEqual(asked.length, 3)
  })

  const oneFilter = "filters: at least one of broadcastUuid, clientReferences and updatedSince is required"
  const violations: ReadonlyArray<readonly [json: unknown, details: string]> = [
    [{}, "filters: is required; limit: is required; offset: is required"],
    [{ filters: {}, limit: 1, offset: 0 }, oneFilter],
    [{ filters: { broadcastUuid: null }, limit: 1, offset: 0 }, oneFilter],
    [
      { filters: { broadcast_uuid: uuid }, limit: 1, offset: 0 },
      `${oneFilter}; filters.broadcast_uuid: is a name that is not one of broadcastUuid, clientReferences, updatedSince; is broadcastUuid meant?`
    ],
    [{ filters, limit: 1, offset: 0, sort: "x" }, "sort: is a name that is not one of filters, limit, offset, after"],
    [{ filters: [], limit: 1, offset: 0 }, "filters: must be an object"],
    [{ filters: null, limit: 1, offset: 0 }, "filters: must be an object"],
    [{ filters: { broadcastUuid: "none" }, limit: 1, offset: 0 }, "filters.broadcastUuid: must be a UUID"],
    [{ filters: { clientReferences: [] }, limit: 1, offset: 0 }, "filters.clientReferences: must have at least 1 item"],
    [
      { filters: { clientReferences: Array.from({ length: 1_001 }, () => "a") }, limit: 1, offset: 0 },
      "filters.clientReferences: must have at most 1000 items"
    ],
    [{ filters: { clientReferences: [1] }, limit: 1, offset: 0 }, "filters.clientReferences[0]: must be a string"],
    [
      { filters: { updatedSince: "today" }, limit: 1, offset: 0 },
      "filters.updatedSince: must be an ISO 8601 date and time"
    ],
    [{ filters, limit: 0, offset: -1 }, "limit: must be at least 1; offset: must be at least 0"],
    [{ filters, limit: 1_001, offset: 1_000_001 }, "limit: must be at most 1000; offset: must be at most 1000000"],
    [{ filters, limit: "1", offset: null }, "limit: must be an integer; offset: must be an integer"],
    [{ filters, limit: 1.5, offset: 0 }, "limit: must be an integer"]
  ]
  test("W3: returns 400 with every error in the body", function* () {
    const { asked, send } = yield* listing()
    const noInteger = "limit: must be an integer; limit: must be at most 1000"
    const bodies = [
      ...violations.map(([json, details]) => [JSON.stringify(json), details] as const),
      [`{"filters":{"broadcastUuid":"${uuid}"},"limit":1e400,"offset":0}`, noInteger],
      ["{", "The body is not JSON in UTF-8."],
      ["[]", "The body is not a JSON object."]
    ] as const
    for (const [body, details] of bodies) {
      const answer = yield* send("POST", path, { body })
      const expected = envelope("broadcasts", "Message statuses could not be listed", details)
      assert.deepStrictEqual([answer.status, answer.json], [400, expected])
    }
    assert.deepStrictEqual(asked, [])
  })
})
