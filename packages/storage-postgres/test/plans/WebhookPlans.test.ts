import { assert } from "@effect/vitest"
import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { ReceivedMessageUuid } from "@rollcall/core/operations"
import { EventStore, InboxStore, ReceivedMessageStore, WebhookStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Layer } from "effect"
import { database, layerWithClient } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"
import { explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const uuidOf = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** When nothing is due yet, in milliseconds. */
const later = 4_000_000_000_000

/** Enough rows that planners use indexes: of each of twenty workspaces a thousand, and five webhooks. */
const tables = [
  `INSERT INTO inbox (uuid, batch, due_at) SELECT ${uuidOf("n")}, '{}', ${later} + n FROM generate_series(1, 20000) AS n`,
  `INSERT INTO received_messages
    SELECT ${uuidOf("n % 20")}, ${uuidOf("n")}, 'message ' || n, '49170' || n % 2000, '49150', n, 'text', 'hello', NULL, NULL,
      ${later} + n
    FROM generate_series(1, 20000) AS n`,
  `INSERT INTO events (workspace_uuid, occurred_at, type, subject_uuid)
    SELECT ${uuidOf("n % 20")}, 0, 'contact.created', ${uuidOf("n")} FROM generate_series(1, 20000) AS n`,
  `INSERT INTO event_positions (workspace_uuid, position, last_sequence, sequences)
    SELECT workspace_uuid, sequence / 4000 + 1, max(sequence), array_agg(sequence ORDER BY sequence) FROM events
    GROUP BY 1, 2`,
  "INSERT INTO event_counters (workspace_uuid, position) SELECT workspace_uuid, max(position) FROM event_positions GROUP BY 1",
  `INSERT INTO event_batches (workspace_uuid, first_sequence)
    SELECT ${uuidOf("n % 20 + 100")}, n FROM generate_series(1, 2000) AS n`,
  `INSERT INTO webhooks (
      uuid, workspace_uuid, url, status, waiting, cursor_position, cursor_sequence, secret, on_events, claim,
      created_at, updated_at
    )
    SELECT ${uuidOf("n")}, ${uuidOf("n % 20")}, 'https://receiver.example', 'enabled', '[]', 6, 20000, 'whsec_AAAA', 1,
      0, 0, 0
    FROM generate_series(1, 100) AS n`,
  "ANALYZE"
]

const layerPopulated = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* database
    const storage = layerWithClient({ url })
    const populate = withDatabase(url, (sql) => Effect.forEach(tables, (text) => sql.unsafe(text).unprepared))
    return Layer.effectDiscard(populate).pipe(Layer.provideMerge(storage))
  })
)

const workspace = WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")
const message = {
  uuid: ReceivedMessageUuid.make("00000000-0000-4000-8000-0000000fffff"),
  workspaceUuid: workspace,
  channelMessageId: "message of another",
  from: "491701",
  username: null,
  to: "49150",
  at: DateTime.makeUnsafe(0),
  kind: "text",
  text: null,
  asksToStop: null
}

/** The indexes that an effect reads, each once, and the tables of this test that it reads as a whole. */
const readBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(explain(effect), (lines) => {
    const found = lines.flatMap((line) => [
      ...(/Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/.exec(line)?.slice(1) ?? []),
      ...(/Seq Scan on (?:inbox|received_messages|events|event_batches|event_positions|webhooks)\b/.exec(line) ?? [])
    ])
    return [...new Set(found)].toSorted()
  })

suite(layerPopulated, { timeout: "60 seconds" })("among 20,000 reports, messages and events", (test) => {
  test("reports are claimed in the order in which they are due, and removed by their keys", function* () {
    const inbox = yield* InboxStore
    const claim = inbox.claimDue({ limit: 50, retryAfter: Duration.minutes(1) })
    assert.deepStrictEqual(yield* readBy(claim), ["inbox_due", "inbox_pkey"])
    assert.deepStrictEqual(yield* readBy(inbox.remove([message.uuid])), ["inbox_pkey"])
  })

  test("C7, C9: messages are found by their ids and addresses, and removed by their age", function* () {
    const store = yield* ReceivedMessageStore
    assert.deepStrictEqual(yield* readBy(store.missing([message])), [
      "received_messages_workspace_uuid_channel_message_id_key"
    ])
    assert.deepStrictEqual(yield* readBy(store.find(workspace, message.uuid)), ["received_messages_pkey"])
    assert.deepStrictEqual(yield* readBy(store.erase(workspace, [message.from])), ["received_messages_by_address"])
    assert.deepStrictEqual(yield* readBy(store.prune({ keepFor: Duration.days(30), limit: 10 })), [
      "received_messages_pkey",
      "received_messages_stored"
    ])
  })

  test("a claim reads each webhook once, and of its workspace's events the last position and the first batch", function* () {
    const store = yield* WebhookStore
    assert.deepStrictEqual(
      yield* readBy(
        store.claimDue({
          ...{ limit: 8, failing: false, share: 2, underWay: new Map([[workspace, 1]]) },
          lease: Duration.minutes(1)
        })
      ),
      ["Seq Scan on webhooks", "event_batches_pkey", "event_positions_pkey"]
    )
  })

  test("E2, E4: events get positions, and are read and removed by indexes", function* () {
    const store = yield* EventStore
    const byPlace = ["event_batches_pkey", "event_positions_pkey", "events_pkey"]
    const subject = ContactUuid.make("00000000-0000-4000-8000-000000000015")
    const waiting = { after: "1.1", until: "1.9000", types: null, subject, limit: 100 }
    assert.deepStrictEqual(yield* readBy(store.read(workspace, waiting)), byPlace)
    const unread = WorkspaceUuid.make("00000000-0000-4000-8000-000000000064")
    assert.deepStrictEqual(yield* readBy(store.end(unread)), byPlace.slice(0, 1))
    assert.deepStrictEqual(yield* readBy(store.prune({ keepFor: Duration.days(7), limit: 100 })), byPlace)
  })
})
