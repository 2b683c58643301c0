import { assert, describe, it } from "@effect/vitest"
import { allMetrics, prometheusName } from "@rollcall/core/operations"
import { Effect } from "effect"
import { Accepted, ask, call, Contact, detailsWhen, live, reminderTo } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"
import { familiesOf, promtool, scrape } from "./Prometheus.ts"

const token = "scrapers-have-this-token-of-32-or-more"

/** A server whose metrics are on a port of their own. */
const measuredServer = Effect.fnUntraced(function* (env: Readonly<Record<string, string>> = {}) {
  const server = yield* hostServer({ folder: yield* temporaryFolder, env: { ROLLCALL_METRICS_PORT: "0", ...env } })
  const [, url = ""] = /The metrics are at (http:[^"\s]+)/.exec(yield* server.logged) ?? []
  return { ...server, metrics: url }
})

describe("a server's metrics (O2, O3)", () => {
  it.live("are those in the mapping, in the Prometheus format, without people, workspaces or tokens", () =>
    Effect.gen(function* () {
      const server = yield* measuredServer()
      yield* ask(
        server,
        ["POST", "/v1/contacts", { first_name: "Ada", phone_number: "+44 7700 900123" }],
        [201, Contact]
      )
      const { uuid } = yield* ask(
        server,
        ["POST", "/broadcasts", reminderTo(["447700900123", "447700900124"])],
        [202, Accepted]
      )
      // A receipt may come after the broadcast is complete.
      yield* detailsWhen(server, uuid, ({ read, status }) => status === "completed" && read === 2)
      const reminder = reminderTo(["447700900123", "447700900125", "447700900126"])
      const scheduled = { ...reminder, scheduled_for: "2099-01-01T00:00:00Z" }
      yield* ask(server, ["POST", "/broadcasts", scheduled], [202, Accepted])
      yield* call(server, "GET", `/v1/contacts?search_term=900123`)
      const text = yield* scrape(server.metrics)
      yield* promtool(["check", "metrics"], text)

      const families = familiesOf(text)
      const known = new Map(allMetrics.map((metric) => [prometheusName(metric), metric]))
      for (const { help, labels, name, type } of families) {
        const metric = known.get(name)
        assert.deepStrictEqual([name, type, help], [name, metric?.kind, metric?.help])
        const allowed = metric?.labels.map((label) => label.replaceAll(".", "_")) ?? []
        for (const label of labels) assert.include([...allowed, "le"], label, name)
      }
      assert.isAtMost(allMetrics.length, 30)
      const seen = families.map(({ name }) => name)
      assert.includeMembers(seen, [
        "rollcall_ready",
        "http_server_request_duration_seconds",
        "messaging_client_operation_duration_seconds",
        "messaging_client_sent_messages_total",
        "rollcall_receipts_total",
        "rollcall_work_lag_seconds",
        "rollcall_recipients",
        "nodejs_eventloop_delay_seconds",
        "process_cpu_time_seconds_total"
      ])
      assert.match(text, /^rollcall_recipients\{state="unfinished"\} 3$/m)
      assert.match(text, /^rollcall_recipients\{state="sent"\} 0$/m)
      assert.match(text, /^messaging_client_sent_messages_total\{.*messaging_system="chatapp".*\} 2$/m)
      for (const secret of ["447700900123", "Ada", uuid, "default", server.url]) assert.notInclude(text, secret)
    }).pipe(Effect.provide(live))
  )

  it.live("are disabled by default, and served on the server's port with a token, or on a separate port", () =>
    Effect.gen(function* () {
      const plain = yield* hostServer({ folder: yield* temporaryFolder })
      assert.strictEqual((yield* call(plain, "GET", "/metrics")).status, 404)
      const guarded = yield* hostServer({ folder: yield* temporaryFolder, env: { ROLLCALL_METRICS_TOKEN: token } })
      assert.strictEqual((yield* call({ url: guarded.url, token: null }, "GET", "/metrics")).status, 401)
      assert.match(yield* scrape(`${guarded.url}/metrics`, token), /^rollcall_ready 1$/m)
      const apart = yield* measuredServer({ ROLLCALL_METRICS_TOKEN: token })
      assert.strictEqual((yield* call({ url: apart.url, token }, "GET", "/metrics")).status, 404)
      const stranger = { url: apart.metrics.replace("/metrics", ""), token: null }
      assert.strictEqual((yield* call(stranger, "GET", "/metrics")).status, 401)
      assert.strictEqual((yield* call({ ...stranger, token }, "GET", "/v1/contacts")).status, 404)
      assert.match(yield* scrape(apart.metrics, token), /^rollcall_ready 1$/m)
    }).pipe(Effect.provide(live))
  )
})
