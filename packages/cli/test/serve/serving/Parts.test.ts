import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Accepted, ask, call, detailsWhen, live, reminderTo } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { bootstrapToken, runRollcall, temporaryFolder } from "../ServerProcess.ts"

const Due = Schema.Struct({ status: Schema.String, sent: Schema.Int })

describe("a server with one part", () => {
  it.live("P1: http accepts broadcasts without sending, and workers send and serve only their health", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const http = yield* hostServer({ folder, only: "http" })
      const { uuid } = yield* ask(http, ["POST", "/broadcasts", reminderTo(["447700900123"])], [202, Accepted])
      // Longer than a process with workers takes to look for work.
      yield* Effect.sleep("1500 millis")
      const due = yield* ask(http, ["GET", `/broadcasts/${uuid}`], [200, Due])
      assert.strictEqual(due.sent, 0)
      assert.notStrictEqual(due.status, "completed")
      assert.match(yield* http.logged, /--only http: nothing is sent or imported/)

      const workers = yield* hostServer({ folder, only: "workers" })
      yield* detailsWhen(http, uuid, ({ read, status }) => status === "completed" && read === 1)
      assert.strictEqual((yield* call(workers, "GET", "/health?once")).status, 200)
      const refused = yield* call(workers, "GET", `/broadcasts/${uuid}`)
      assert.strictEqual(refused.status, 404)
      assert.deepStrictEqual(refused.body, {
        message: "Resource was not found",
        details: "This process only does background work: it does not serve the API."
      })
    }).pipe(Effect.provide(live))
  )

  it.live("P1: workers do not change tokens: they print none, and revoke no unconfigured token", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const first = yield* hostServer({ folder })
      yield* first.stop
      const workers = yield* hostServer({ folder, only: "workers", env: { ROLLCALL_BOOTSTRAP_TOKEN: "" } })
      yield* workers.stop
      assert.strictEqual(yield* workers.printed, "")
      const http = yield* hostServer({ folder, only: "http" })
      assert.strictEqual((yield* call({ ...http, token: bootstrapToken }, "GET", "/v1/contacts")).status, 200)
    }).pipe(Effect.provide(live))
  )

  it.live("P1: rejects an unknown part", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runRollcall({ folder: yield* temporaryFolder, args: ["serve", "--only", "web"] })
      assert.strictEqual(code, 2)
      assert.include(stderr, "web")
    }).pipe(Effect.provide(live))
  )
})
