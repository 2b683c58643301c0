import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { live } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { stores } from "../kill/Store.ts"
import { promtool, scrape } from "../observability/Prometheus.ts"
import { killNow, runRollcall, startServer, stop, temporaryFolder } from "../ServerProcess.ts"
import { keepAsking } from "./Requests.ts"
import { gone, metricsToken, startProcesses } from "./ServerOfProcesses.ts"

describe("a server of several processes", () => {
  it.live(
    "P2, P3, P4: all of them answer, also with the metrics of all, one that is killed is replaced, a restart refuses and loses no request, and all end with 0",
    () =>
      Effect.gen(function* () {
        const server = yield* startProcesses("2")
        const first = yield* server.servedBy(2)
        const calm = yield* keepAsking(server.url, 4)
        const answering = Effect.map(
          server.logged,
          (lines) =>
            new Set(lines.flatMap(({ annotations, message }) => (message === "Answered" ? [annotations.process] : [])))
        )
        const all = yield* Effect.repeat(Effect.delay(answering, "20 millis"), { until: ({ size }) => size === 2 })
        assert.deepStrictEqual(all, new Set([1, 2]))
        const { answered: calmly, failed: none } = yield* calm.stop
        assert.deepStrictEqual([Array.from(calmly.keys()), none], [[200], []])

        const text = yield* scrape(`${server.url}/metrics`, metricsToken)
        yield* promtool(["check", "metrics"], text)
        for (const place of [1, 2]) assert.include(text, `\nrollcall_ready{process="${place}"} 1\n`)
        const series = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
        assert.deepStrictEqual(
          series.filter((line) => !/^\w+\{process="[12]"/.test(line)),
          []
        )

        const clients = 8
        const asking = yield* keepAsking(server.url, clients)
        process.kill(first[0] ?? 0, "SIGKILL")
        const second = yield* server.servedBy(3)
        yield* Effect.sleep("200 millis")
        const { answered, failed } = yield* asking.stop
        assert.deepStrictEqual(Array.from(answered.keys()), [200])
        // No more than what the process worked on.
        assert.isAtMost(failed.length, clients)

        const during = yield* keepAsking(server.url, clients)
        process.kill(server.child.pid, "SIGHUP")
        const last = (yield* server.servedBy(5)).slice(3)
        yield* gone([...first, ...second.slice(2)])
        const restarted = yield* during.stop
        assert.deepStrictEqual([Array.from(restarted.answered.keys()), restarted.failed], [[200], []])
        assert.isAbove(restarted.answered.get(200) ?? 0, 50)

        assert.strictEqual(yield* stop(server), 0)
        yield* gone(last)
      }).pipe(Effect.provide(live)),
    120_000
  )

  it.live(
    "P2: its processes end when the one that watches over them is killed",
    () =>
      Effect.gen(function* () {
        const server = yield* startProcesses("2")
        const pids = yield* server.servedBy(2)
        yield* killNow(server)
        yield* gone(pids)
        const refused = yield* Effect.promise(() => fetch(`${server.url}/health`).catch(() => null))
        assert.isNull(refused)
      }).pipe(Effect.provide(live)),
    120_000
  )

  it.live(
    "P2: a start that is refused prints the same lines and ends with the same code as that of one process",
    () =>
      Effect.gen(function* () {
        const taken = yield* hostServer({ folder: yield* temporaryFolder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
        const { folder, url } = yield* stores.Postgres
        const port = new URL(taken.url).port
        const refuse = (env: Readonly<Record<string, string>>) =>
          runRollcall({ folder, env: { ROLLCALL_PORT: port, ROLLCALL_DATABASE_URL: url, ...env } })
        const [alone, several] = yield* Effect.all([refuse({}), refuse({ ROLLCALL_PROCESSES: "2" })])
        const message = `ROLLCALL_PORT: port ${port} of 127.0.0.1 is in use by another process`
        assert.deepStrictEqual(alone, { code: 2, stdout: "", stderr: `${message}\n` })
        assert.deepStrictEqual(several, alone)

        const sqlite = yield* refuse({ ROLLCALL_PROCESSES: "2", ROLLCALL_DATABASE_URL: `sqlite:${folder}/one.db` })
        const reason = "a file of SQLite is the database of one process; with Postgres there can be several"
        assert.deepStrictEqual(sqlite, {
          code: 2,
          stdout: "",
          stderr: `ROLLCALL_PROCESSES: 2 processes, but ${reason}\n`
        })
      }).pipe(Effect.provide(live)),
    120_000
  )
})

describe("a process on its own", () => {
  it.live("P3: goes on after SIGHUP, and says so", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
      process.kill(server.child.pid, "SIGHUP")
      const warned = Effect.flatMap(server.stderr.soFar, (text) =>
        Effect.fromNullishOr(/SIGHUP: one process/.exec(text))
      )
      yield* Effect.retry(warned, Schedule.spaced("10 millis")).pipe(Effect.timeout("30 seconds"))
      assert.strictEqual((yield* Effect.promise(() => fetch(`${server.url}/health`))).status, 200)
      assert.strictEqual(yield* stop(server), 0)
    }).pipe(Effect.provide(live))
  )
})
