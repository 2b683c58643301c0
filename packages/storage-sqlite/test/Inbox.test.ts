import { assert, it } from "@effect/vitest"
import type { InboundBatch } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/operations"
import { InboxStore } from "@rollcall/core/storage"
import { Duration, Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { layerWithClient } from "./Fixture.ts"

const batch: InboundBatch = { receipts: [], messages: [], notices: [] }
const claim = InboxStore.use((store) => store.claimDue({ limit: 10, retryAfter: Duration.zero }))

it.effect("B22: an unreadable report blocks no other report, and is logged without its content", () => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
  return Effect.gen(function* () {
    const store = yield* InboxStore
    const sql = yield* SqlClient.SqlClient
    const [first, odd, last] = [yield* nextId, yield* nextId, yield* nextId]
    for (const uuid of [first, odd, last]) yield* store.put({ uuid, channelType: "sms", batch })
    const later = JSON.stringify({ ...batch, receipts: [{ status: "of a later version", error: "49170111111" }] })
    yield* sql`UPDATE inbox SET batch = ${later} WHERE uuid = ${odd}`
    assert.deepStrictEqual(
      (yield* claim).map(({ uuid }) => uuid),
      [first, last]
    )
    assert.lengthOf(lines, 1)
    assert.include(lines[0], odd)
    assert.notInclude(lines[0], "49170111111")
    yield* sql`UPDATE inbox SET batch = ${JSON.stringify(batch)} WHERE uuid = ${odd}`
    assert.lengthOf(yield* claim, 3)
  }).pipe(Effect.provide(layerWithClient(":memory:")), Effect.provide(Logger.layer([logger])))
})
