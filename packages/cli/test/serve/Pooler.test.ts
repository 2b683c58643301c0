import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { lacksPooler } from "../../../storage-postgres/test/pooler/PgBouncer.ts"
import { Accepted, ask, Contact, ContactPage, detailsWhen, live, reminderTo } from "./Calls.ts"
import { stores } from "./kill/Store.ts"
import { runRollcall, startServer, stop } from "./ServerProcess.ts"

describe.skipIf(lacksPooler)("rollcall through a pooler", () => {
  it.live(
    "is rejected at once with a line that names the variable, and works completely with the variable",
    () =>
      Effect.gen(function* () {
        const { env, folder, url } = yield* stores.Pooler
        const unaware = { folder, env: { ROLLCALL_DATABASE_URL: url } }
        const [took, { code, stderr }] = yield* Effect.timed(runRollcall({ ...unaware, args: ["serve"] }))
        assert.strictEqual(code, 2)
        assert.match(stderr, /unsupported startup parameter: \w+.*ROLLCALL_DATABASE_POOLED=true/)
        assert.isBelow(Duration.toSeconds(took), 30)
        const aware = { folder, env: { ...unaware.env, ...env } }
        assert.strictEqual((yield* runRollcall({ ...aware, args: ["migrate", "run"] })).code, 0)
        const server = yield* startServer(aware)
        yield* ask(
          server,
          ["POST", "/v1/contacts", { first_name: "Ada", phone_number: "447700100001" }],
          [201, Contact]
        )
        const search = { search_term: "ada" }
        const found = yield* ask(server, ["POST", "/v1/contacts/search", search], [200, ContactPage])
        assert.strictEqual(found.pagination.total, 1)
        const { uuid } = yield* ask(server, ["POST", "/broadcasts", reminderTo(["447700100001"])], [202, Accepted])
        const done = yield* detailsWhen(server, uuid, ({ status }) => status === "completed")
        assert.deepInclude(done, { recipients: 1, sent: 1 })
        assert.strictEqual(yield* stop(server), 0)
      }).pipe(Effect.provide(live)),
    90_000
  )
})
