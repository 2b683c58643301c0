import { assert, it } from "@effect/vitest"
import { Array, Effect, Schema } from "effect"
import { ask, call, live, reminderTo } from "./Calls.ts"
import { stores } from "./kill/Store.ts"
import { hostServer } from "./HostedServer.ts"
import { startServer } from "./ServerProcess.ts"

const racers = 64
const size = 5

const Total = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })

const reference = "a reference"

const reminder = reminderTo(Array.makeBy(size, (index) => String(447_700_100_010 + index)))
const broadcast = {
  ...reminder,
  client_unique_identifier: "one key",
  recipients: reminder.recipients.map((recipient) => ({ ...recipient, client_reference: reference }))
}

/** SQLite has one server a file. Of two servers, one is another process. */
const cases = [
  { name: "one server on SQLite", store: stores.SQLite, servers: [hostServer] },
  { name: "two servers on Postgres", store: stores.Postgres, servers: [hostServer, startServer] }
]

for (const { name, servers, store } of cases) {
  it.live(`B4: ${racers} creates with one key at once on ${name} make one broadcast and get equal answers`, () =>
    Effect.gen(function* () {
      const { folder, url } = yield* store
      const started: Array<{ readonly url: string }> = []
      for (const start of servers) started.push(yield* start({ folder, env: { ROLLCALL_DATABASE_URL: url } }))
      const create = (index: number, body: typeof broadcast) =>
        call(started[index % servers.length] ?? { url: "" }, "POST", "/broadcasts", body)

      const answers = yield* Effect.forEach(Array.range(1, racers), (index) => create(index, broadcast), {
        concurrency: "unbounded"
      })
      const [first] = answers
      for (const { body, status } of answers) assert.deepStrictEqual([status, body], [202, first?.body])
      assert.strictEqual(answers.filter(({ headers }) => headers["idempotent-replayed"] === "true").length, racers - 1)

      const refused = yield* Effect.forEach(
        Array.range(1, 4),
        (index) => create(index, { ...broadcast, name: "Another" }),
        { concurrency: "unbounded" }
      )
      for (const { body, status } of refused) {
        assert.strictEqual(status, 400)
        assert.include(JSON.stringify(body), "client_unique_identifier: was used for the broadcast ")
      }

      const filter = { filters: { clientReferences: [reference] }, limit: 10, offset: 0 }
      const { pagination } = yield* ask(
        started[0] ?? { url: "" },
        ["POST", "/broadcasts/message_statuses", filter],
        [200, Total]
      )
      assert.strictEqual(pagination.total, size)
    }).pipe(Effect.provide(live))
  )
}
