import { assert, describe, it } from "@effect/vitest"
import { BroadcastNotFound, BroadcastUuid, InvalidTransition, type Recipient } from "@rollcall/core"
import type { RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { makeApp, makeAskedApp, uuid, workspace } from "../App.ts"
import { envelope } from "../Endpoints.ts"
import { broadcast, details, recipient } from "../Samples.ts"

const noSuchBroadcast = () => Effect.fail(new BroadcastNotFound({ what: `broadcast ${uuid}` }))
const notFound = (message: string, why = `There is no broadcast ${uuid}.`) => envelope("broadcasts", message, why)

describe("GET /broadcasts/{uuid}", () => {
  it.effect("B1: says why a broadcast is paused", () =>
    Effect.gen(function* () {
      const paused = { ...broadcast, status: "paused" as const, statusReason: "the template is disabled" }
      const send = yield* makeApp({
        deliveries: { details: () => Effect.succeed({ ...details, broadcast: paused }) }
      })
      const { json } = yield* send("GET", `/broadcasts/${uuid}`)
      assert.deepInclude(json, { status: "paused", status_reason: "the template is disabled" })
    })
  )

  it.effect("answers 200 with the counters", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* makeAskedApp((answer) => ({ deliveries: { details: answer(details) } }))
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
        failed: 1
      })
      assert.deepStrictEqual(asked, [[workspace, uuid]])
    })
  )
})

describe.each([
  ["B2", "cancel", "cancelled", "cancelled"],
  ["B1", "pause", "paused", "paused"],
  ["B1", "resume", "resumed", "sending"]
] as const)("%s: POST /broadcasts/{uuid}/%s", (_rule, operation, done, status) => {
  it.effect("answers 200 with the status", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* makeAskedApp((answer) => ({
        broadcasts: { [operation]: answer({ ...broadcast, status }) }
      }))
      const answer = yield* send("POST", `/broadcasts/${uuid}/${operation}`)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.json, { uuid, status })
      assert.deepStrictEqual(asked, [[workspace, uuid]])
    })
  )

  it.effect("a broadcast that is over is 400", () =>
    Effect.gen(function* () {
      const over = new InvalidTransition({ uuid: BroadcastUuid.make(uuid), status: "completed", to: status })
      const send = yield* makeApp({ broadcasts: { [operation]: () => Effect.fail(over) } })
      const answer = yield* send("POST", `/broadcasts/${uuid}/${operation}`)
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(
        answer.json,
        envelope(
          "broadcasts",
          `Broadcast could not be ${done}`,
          `The broadcast ${uuid} is completed and cannot become ${status}.`
        )
      )
    })
  )
})

describe("a broadcast that is not there", () => {
  const operations = [
    ["GET", "", "Resource was not found"],
    ["POST", "/cancel", "Resource was not found"],
    ["POST", "/pause", "Resource was not found"],
    ["POST", "/resume", "Resource was not found"],
    ["GET", "/recipients", "Broadcast or recipients were not found"]
  ] as const
  for (const [method, path, message] of operations) {
    it.effect(`A1: ${method} /broadcasts/{uuid}${path} is 404 for an unknown uuid`, () =>
      Effect.gen(function* () {
        const send = yield* makeApp({
          broadcasts: { cancel: noSuchBroadcast, pause: noSuchBroadcast, resume: noSuchBroadcast },
          deliveries: { details: noSuchBroadcast, recipients: noSuchBroadcast }
        })
        const answer = yield* send(method, `/broadcasts/${uuid}${path}`)
        assert.strictEqual(answer.status, 404)
        assert.deepStrictEqual(answer.json, notFound(message))
      })
    )

    for (const segment of ["none", "1", `${uuid}0`, "%20", "a".repeat(3_000)]) {
      it.effect(`B19: ${method} /broadcasts/${segment.slice(0, 40)}${path} is 404, whatever the query`, () =>
        Effect.gen(function* () {
          const send = yield* makeApp()
          const answer = yield* send(method, `/broadcasts/${segment}${path}?limit=none`)
          assert.strictEqual(answer.status, 404)
          assert.deepStrictEqual(answer.json, notFound(message, "There is no such broadcast: its path is no UUID."))
        })
      )
    }
  }
})

describe("GET /broadcasts/{uuid}/recipients", () => {
  /** An application whose listing has these recipients, and what it was asked for. */
  const listing = (statuses: ReadonlyArray<RecipientStatus> = []) => {
    const items = statuses.map((status) => ({ ...recipient, status }))
    return makeAskedApp((answer) => ({ deliveries: { recipients: answer({ items, total: 70 }) } }))
  }

  it.effect("B21: gives the reason beside the error of each", () =>
    Effect.gen(function* () {
      const failed: Recipient = { ...recipient, status: "rejected", reason: "expired", error: "expired before sending" }
      const { send } = yield* makeAskedApp((answer) => ({
        deliveries: { recipients: answer({ items: [failed], total: 1 }) }
      }))
      const { json } = yield* send("GET", `/broadcasts/${uuid}/recipients`)
      assert.deepNestedInclude(json, {
        "recipients[0].reason": "expired",
        "recipients[0].error": "expired before sending"
      })
    })
  )

  it.effect("B10: answers 200 with the status that the wire shows", () =>
    Effect.gen(function* () {
      const stored = [
        "pending",
        "sending",
        "unknown",
        "sent",
        "undeliverable",
        "delivered",
        "read",
        "rejected"
      ] as const
      const { send } = yield* listing(stored)
      const answer = yield* send("GET", `/broadcasts/${uuid}/recipients`)
      assert.strictEqual(answer.status, 200)
      const wire = [
        "submitted",
        "submitted",
        "submitted",
        "submitted",
        "undeliverable",
        "delivered",
        "read",
        "rejected"
      ]
      assert.deepStrictEqual(answer.json, {
        uuid,
        recipients: wire.map((status) => ({
          identifier: "31612345678",
          status,
          delivered_at: "2026-03-01T10:00:02.000Z",
          reason: null,
          error: null
        })),
        pagination: { offset: 1, limit: 50, total: 70 }
      })
    })
  )

  const pages = [
    ["", 50, 1],
    ["?offset=0", 50, 1],
    ["?offset=1&limit=1", 1, 1],
    ["?offset=51&limit=1000", 1_000, 51],
    ["?offset=1000000", 50, 1_000_000]
  ] as const
  for (const [query, limit, offset] of pages) {
    it.effect(`B14: ${query || "no offset"} begins with row ${offset}`, () =>
      Effect.gen(function* () {
        const { asked, send } = yield* listing()
        const answer = yield* send("GET", `/broadcasts/${uuid}/recipients${query}`)
        assert.deepStrictEqual(asked, [[workspace, uuid, { updatedAfter: undefined }, { limit, offset: offset - 1 }]])
        assert.deepInclude(answer.json, { pagination: { offset, limit, total: 70 } })
      })
    )
  }

  it.effect("B14, B20: updated is an instant, UTC without an offset", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* listing()
      const instants = ["2026-03-01T10:00:00Z", "2026-03-01T12:00:00%2B02:00", "2026-03-01T10:00:00"]
      for (const instant of instants) yield* send("GET", `/broadcasts/${uuid}/recipients?updated=${instant}`)
      const updatedAfter = DateTime.makeUnsafe("2026-03-01T10:00:00Z")
      const expected = [workspace, uuid, { updatedAfter }, { limit: 50, offset: 0 }]
      assert.deepStrictEqual(
        asked,
        instants.map(() => expected)
      )
    })
  )

  const violations: ReadonlyArray<readonly [query: string, details: string]> = [
    ["limit=0", "limit: must be at least 1"],
    ["limit=1001", "limit: must be at most 1000"],
    ["limit=1e1", "limit: must be an integer in decimal digits"],
    ["limit=", "limit: must be an integer in decimal digits"],
    ["limit=2&limit=3", "limit: must be given once"],
    ["offset=-1", "offset: must be at least 0"],
    ["offset=1000001", "offset: must be at most 1000000"],
    ["updated=yesterday", "updated: must be an ISO 8601 date and time"],
    ["updated=", "updated: must be an ISO 8601 date and time"],
    ["updated=2026-02-30T00:00:00Z", "updated: must be an ISO 8601 date and time"],
    ["limit=0&offset=x", "limit: must be at least 1; offset: must be an integer in decimal digits"]
  ]
  for (const [query, violation] of violations) {
    it.effect(`W3: ?${query} is 400`, () =>
      Effect.gen(function* () {
        const { asked, send } = yield* listing()
        const answer = yield* send("GET", `/broadcasts/${uuid}/recipients?${query}`)
        assert.strictEqual(answer.status, 400)
        assert.deepStrictEqual(answer.json, envelope("broadcasts", "Recipients could not be listed", violation))
        assert.deepStrictEqual(asked, [])
      })
    )
  }
})
