import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { live } from "../Calls.ts"
import { hostServer } from "../HostedServer.ts"
import { stores } from "../kill/Store.ts"
import { killNow, runRollcall, startServer, stop, temporaryFolder } from "../ServerProcess.ts"
import { gone, startProcesses } from "./ServerOfProcesses.ts"

// That all of them answer, a scrape of the metrics of all, one that is killed under load and a rolling restart: these are steps
// of the deployment (deploy/test).
describe("a server of several processes", () => {
  it.live(
    "P2: ends its processes when the supervisor is killed",
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
    "P2: prints the same lines and exits with the same code as one process when its start fails",
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
        const reason = "SQLite supports one process; use Postgres for several"
        assert.deepStrictEqual(sqlite, {
          code: 2,
          stdout: "",
          stderr: `ROLLCALL_PROCESSES: 2 processes, but ${reason}\n`
        })
      }).pipe(Effect.provide(live)),
    120_000
  )
})

describe("a single process", () => {
  it.live("P3: continues after SIGHUP, and logs it", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
      process.kill(server.child.pid, "SIGHUP")
      const warned = Effect.flatMap(server.stderr.soFar, (text) =>
        Effect.fromNullishOr(/SIGHUP ignored: a single process/.exec(text))
      )
      yield* Effect.retry(warned, Schedule.spaced("10 millis")).pipe(Effect.timeout("30 seconds"))
      assert.strictEqual((yield* Effect.promise(() => fetch(`${server.url}/health`))).status, 200)
      assert.strictEqual(yield* stop(server), 0)
    }).pipe(Effect.provide(live))
  )
})
