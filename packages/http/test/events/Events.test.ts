import { assert, describe, it, layer } from "@effect/vitest"
import { BroadcastUuid, EventsRemoved, InvalidInput, RecipientUuid, type RollcallEvent } from "@rollcall/core"
import { ChannelNoticeUuid, issue } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import { makeApp, makeAskedApp, uuid, workspace } from "../App.ts"
import { importAll } from "../imports/Fixture.ts"
import { newContact, TestApp } from "../TestApp.ts"

const event: RollcallEvent = {
  cursor: "12.7",
  type: "recipient.rejected",
  at: DateTime.makeUnsafe("2026-03-01T12:00:00.000Z"),
  workspaceUuid: workspace,
  broadcastUuid: BroadcastUuid.make(uuid),
  recipientUuid: RecipientUuid.make(uuid),
  reason: "cancelled"
}

const notice: RollcallEvent = {
  cursor: "12.8",
  type: "channel.notice",
  at: DateTime.makeUnsafe("2026-03-01T12:00:00.000Z"),
  workspaceUuid: workspace,
  channelNoticeUuid: ChannelNoticeUuid.make(uuid),
  notice: { kind: "quality", level: "warning", detail: "It is low." }
}

describe("GET /v1/events", () => {
  it.effect("E7, E8: answers events with every field, and where to continue", () =>
    Effect.gen(function* () {
      const { asked, send } = yield* makeAskedApp((answer) => ({
        events: { read: answer({ events: [event, notice], next: "13.1", hasMore: true }) }
      }))
      const { json, status } = yield* send(
        "GET",
        "/v1/events?after=11.2&types=recipient.rejected,contact.created&limit=7"
      )
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, {
        events: [
          {
            cursor: "12.7",
            type: "recipient.rejected",
            at: "2026-03-01T12:00:00.000Z",
            contact_uuid: null,
            contact_import_uuid: null,
            broadcast_uuid: uuid,
            recipient_uuid: uuid,
            received_message_uuid: null,
            channel_notice_uuid: null,
            webhook_uuid: null,
            reason: "cancelled",
            notice: null
          },
          {
            cursor: "12.8",
            type: "channel.notice",
            at: "2026-03-01T12:00:00.000Z",
            contact_uuid: null,
            contact_import_uuid: null,
            broadcast_uuid: null,
            recipient_uuid: null,
            received_message_uuid: null,
            channel_notice_uuid: uuid,
            webhook_uuid: null,
            reason: null,
            notice: { kind: "quality", level: "warning", detail: "It is low." }
          }
        ],
        next: "13.1",
        has_more: true
      })
      yield* send("GET", "/v1/events")
      assert.deepStrictEqual(asked, [
        [workspace, { after: "11.2", types: ["recipient.rejected", "contact.created"], limit: 7 }],
        [workspace, { limit: 100 }]
      ])
    })
  )

  it.effect("E7, W3: refuses a type that there is none of, and a limit out of range", () =>
    Effect.gen(function* () {
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
  )

  it.effect("E4, E7: refuses what is no cursor with 422, and one before events that were removed with 410", () =>
    Effect.gen(function* () {
      const invalid = new InvalidInput({ issues: [issue("value_error", ["after"], "is not a cursor")] })
      const refusing = yield* makeApp({ events: { read: () => Effect.fail(invalid) } })
      const { json, status } = yield* refusing("GET", "/v1/events?after=x")
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(json, {
        error: {
          message: "422 UNPROCESSABLE ENTITY",
          details: { errors: [{ type: "value_error", in: "query", field: "after", msg: "is not a cursor" }] }
        }
      })
      const late = yield* makeApp({ events: { read: () => Effect.fail(new EventsRemoved()) } })
      const gone = yield* late("GET", "/v1/events?after=1.1")
      assert.strictEqual(gone.status, 410)
      assert.include(JSON.stringify(gone.json), '"message":"410 GONE"')
      assert.include(gone.text, "Read without a cursor")
    })
  )
})

const eventsOf = Schema.decodeUnknownSync(
  Schema.Struct({
    events: Schema.Array(Schema.Struct({ type: Schema.String, contact_uuid: Schema.NullOr(Schema.String) }))
  })
)

layer(TestApp.layer)("the events of requests", (it) => {
  it.effect("E1, E3, E5: each change is an event, in the order of the changes, and what changed nothing is none", () =>
    Effect.gen(function* () {
      const { fresh, send } = yield* TestApp
      const token = yield* fresh
      const contact = yield* newContact(token)
      const path = `/v1/contacts/${contact}`
      yield* send("PATCH", path, { token, json: { email: null } })
      yield* send("PATCH", path, { token, json: { first_name: "Zoë" } })
      for (const change of ["archive", "archive", "unarchive"]) yield* send("POST", `${path}/${change}`, { token })
      yield* importAll(token, { contacts: [{ email: "zoe@example.org" }, 5], match_on_field: "email" })
      yield* send("DELETE", path, { token })
      const { events } = eventsOf((yield* send("GET", "/v1/events", { token })).json)
      assert.deepStrictEqual(
        events.map(({ contact_uuid, type }) => [type, contact_uuid]),
        [
          ["contact.created", contact],
          ["contact.updated", contact],
          ["contact.archived", contact],
          ["contact.unarchived", contact],
          ["import.completed", null],
          ["contact.erased", contact]
        ]
      )
    })
  )
})
