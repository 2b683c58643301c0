import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Accepted, ask, detailsWhen, live, reminderTo } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"
import { familiesOf, promtool, scrape } from "./Prometheus.ts"

const deploy = join(import.meta.dirname, "../../../../../deploy")
const alertsFile = join(deploy, "prometheus/alerts.yaml")
const Dashboard = Schema.Struct({
  panels: Schema.Array(Schema.Struct({ targets: Schema.Array(Schema.Struct({ expr: Schema.String })) }))
})

/** What Prometheus gives every series, and what histograms have. */
const given = ["job", "instance", "le"]

/** The metrics that expressions name, and the labels beside them. */
const named = (text: string) => ({
  metrics: new Set(
    [...text.matchAll(/\b(?:rollcall|http_server|messaging_client|nodejs|process)_\w+/g)].map(([name]) => name)
  ),
  labels: new Set(
    [...text.matchAll(/by \(([^)]*)\)|\{(\w+)(?:=|!=|=~)"/g)].flatMap(([, by, label]) =>
      by === undefined ? [label ?? ""] : by.split(",").map((one) => one.trim())
    )
  )
})

describe("the dashboard and the alerts (O2)", () => {
  it.live("use only metrics and labels that a server has", () =>
    Effect.gen(function* () {
      const server = yield* hostServer({ folder: yield* temporaryFolder, env: { ROLLCALL_METRICS_PORT: "0" } })
      const { uuid } = yield* ask(
        server,
        ["POST", "/broadcasts", reminderTo(["447700900123", "447700900124"])],
        [202, Accepted]
      )
      yield* detailsWhen(server, uuid, ({ failed, read }) => read + failed === 2)
      const [, url = ""] = /The metrics are at (http:[^"\s]+)/.exec(yield* server.logged) ?? []
      const families = familiesOf(yield* scrape(url))
      const names = new Set(
        families.flatMap(({ name, type }) => [
          name,
          ...(type === "histogram" ? [`${name}_bucket`, `${name}_count`] : [])
        ])
      )
      const labels = new Set([...given, "error_type", ...families.flatMap((family) => [...family.labels])])

      const json: unknown = JSON.parse(readFileSync(join(deploy, "grafana/rollcall.json"), "utf8"))
      const { panels } = Schema.decodeUnknownSync(Dashboard)(json)
      const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
      const alerts = readFileSync(alertsFile, "utf8")
      for (const text of [...expressions, alerts]) {
        const { labels: used, metrics } = named(text)
        assert.isAbove(metrics.size, 0, text)
        for (const name of metrics) assert.isTrue(names.has(name), name)
        for (const label of used) assert.isTrue(labels.has(label), label)
      }
      yield* promtool(["check", "rules", alertsFile])
    }).pipe(Effect.provide(live))
  )
})
