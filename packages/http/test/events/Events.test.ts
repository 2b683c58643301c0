import { assert, describe } from "@effect/vitest"
import {
  ActorUuid,
  BroadcastUuid,
  ContactImportUuid,
  ContactUuid,
  RecipientUuid,
  type RollcallEvent
} from "@rollcall/core"
import { ChannelNoticeUuid, ReceivedMessageUuid } from "@rollcall/core/operations"
import { DateTime, Effect } from "effect"
import { caller, makeApp, makeAskedApp, uuid, workspace } from "../App.ts"
import { test } from "../../../core/test/Suite.ts"

const at = DateTime.makeUnsafe("2026-03-01T12:00:00.000Z")
const by = ActorUuid.make(uuid)
const common = { cursor: "12.7", at, workspaceUuid: workspace, by, actor: "user_1" }

/** Events of several kinds, each with the fields that it alone has on the wire. */
const events: ReadonlyArray<readonly [RollcallEvent, json: object]> = [
  [
    { ...common, type: "contact.created", contactUuid: ContactUuid.make(uuid) },
    { type: "contact.created", contact_uuid: uuid }
  ],
  [
    { ...common, type: "import.completed", contactImportUuid: ContactImportUuid.make(uuid) },
    { type: "import.completed", contact_import_uuid: uuid }
  ],
  [
    {
      ...common,
      type: "recipient.rejected",
      broadcastUuid: BroadcastUuid.make(uuid),
      recipientUuid: RecipientUuid.make(uuid),
      reason: "cancelled"
    },
    { type: "recipient.rejected", broadcast_uuid: uuid, recipient_uuid: uuid, reason: "cancelled" }
  ],
  [
    {
      ...common,
      type: "contact.merged",
      contactUuid: ContactUuid.make(uuid),
      mergedContactUuid: ContactUuid.make(uuid)
    },
    { type: "contact.merged", contact_uuid: uuid, merged_contact_uuid: uuid }
  ],
  [
    {
      ...common,
      type: "message.received",
      receivedMessageUuid: ReceivedMessageUuid.make(uuid),
      asksToStop: "maybe"
    },
    { type: "message.received", received_message_uuid: uuid, asks_to_stop: "maybe" }
  ],
  [
    {
      ...common,
      type: "channel.notice",
      channelNoticeUuid: ChannelNoticeUuid.make(uuid),
      notice: { kind: "quality", level: "warning", detail: "It is low." }
    },
    {
      type: "channel.notice",
      channel_notice_uuid: uuid,
      notice: { kind: "quality", level: "warning", detail: "It is low." }
    }
  ]
]

const commonJson = {
  cursor: "12.7",
  at: "2026-03-01T12:00:00.000Z",
  by: uuid,
  actor: "user_1",
  contact_uuid: null,
  merged_contact_uuid: null,
  contact_import_uuid: null,
  broadcast_uuid: null,
  recipient_uuid: null,
  received_message_uuid: null,
  channel_notice_uuid: null,
  webhook_uuid: null,
  reason: null,
  asks_to_stop: null,
  notice: null
}

describe("GET /v1/events", () => {
  test("E7, E8: returns events with every field, and the cursor to continue", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      events: { read: answer({ events: events.map(([event]) => event), next: "13.1", hasMore: true }) }
    }))
    const query = "after=11.2&types=recipient.rejected,contact.created&limit=7"
    const { json, status } = yield* send("GET", `/v1/events?${query}`)
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(json, {
      events: events.map(([, json]) => ({ ...commonJson, ...json })),
      next: "13.1",
      has_more: true
    })
    yield* send("GET", "/v1/events")
    assert.deepStrictEqual(asked, [
      [caller, { after: "11.2", types: ["recipient.rejected", "contact.created"], limit: 7 }],
      [caller, { limit: 100 }]
    ])
  })

  test("E7: begins with new events unless a cursor is given", function* () {
    const { asked, send } = yield* makeAskedApp((answer) => ({
      events: { read: answer({ events: [], next: "9.1", hasMore: false }), end: () => Effect.succeed("9.1") }
    }))
    for (const query of ["?from=now", "?from=now&after=5.1", "?from=oldest"]) yield* send("GET", `/v1/events${query}`)
    assert.deepStrictEqual(asked, [
      [caller, { after: "9.1", limit: 100 }],
      [caller, { after: "5.1", limit: 100 }],
      [caller, { limit: 100 }]
    ])
    assert.strictEqual((yield* send("GET", "/v1/events?from=then")).status, 422)
  })

  test("E7, W3: rejects an unknown type and a limit out of range", function* () {
    const send = yield* makeApp()
    for (const [query, field] of [
      ["types=contact.created,contact.lost", "types[1]"],
      ["types=", "types[0]"],
      ["limit=0", "limit"],
      ["limit=1001", "limit"]
    ]) {
      const { json, status } = yield* send("GET", `/v1/events?${query}`)
      assert.strictEqual(status, 422)
      assert.include(JSON.stringify(json), `"in":"query","field":"${field}"`)
    }
  })
})
