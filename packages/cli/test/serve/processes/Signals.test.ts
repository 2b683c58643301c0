import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { renameSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { live } from "../Calls.ts"
import { programOf } from "@rollcall/testing/programs"
import { bootstrapToken, main, startServer, stop, temporaryFolder } from "../ServerProcess.ts"
import { keepAsking } from "./Requests.ts"
import { gone, startProcesses } from "./ServerOfProcesses.ts"

/** A request that a server works on, and that would hold up its end until it is cut: its body never ends. */
const endless = (url: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof request>>((resume) => {
      const sent = request(`${url}/v1/contacts`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${bootstrapToken}`,
          "content-type": "application/json",
          expect: "100-continue"
        }
      })
      sent
        .on("error", () => undefined)
        .on("continue", () => resume(Effect.succeed(sent)))
        .flushHeaders()
    }),
    (sent) => Effect.sync(() => sent.destroy())
  )

/** Waits until so many processes have logged that they stop: the first signal has arrived then. */
const isStopping = (server: Effect.Success<ReturnType<typeof startServer>>, processes: number) =>
  Effect.repeat(Effect.delay(server.stderr.soFar, "20 millis"), {
    until: (text) => text.split('"Rollcall is stopping"').length > processes
  })

/** Longer than signals that are one and the same come after each other. */
const later = Effect.sleep("700 millis")

describe("a second signal", () => {
  it.live("ends the server at once with 1, even during a request", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
      yield* endless(server.url)
      process.kill(server.child.pid, "SIGTERM")
      yield* isStopping(server, 1)
      yield* later
      process.kill(server.child.pid, "SIGINT")
      // Without it the request is cut, and the server ends with 0.
      assert.strictEqual(yield* server.child.exitCode, 1)
      assert.notInclude(yield* server.stderr.whole, "Rollcall has stopped")
    }).pipe(Effect.provide(live))
  )

  it.live("has the same effect if it arrives together with the first, as npm sends it", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder, env: { ROLLCALL_DATABASE_URL: "memory:" } })
      process.kill(server.child.pid, "SIGINT")
      process.kill(server.child.pid, "SIGTERM")
      assert.strictEqual(yield* server.child.exitCode, 0)
    }).pipe(Effect.provide(live))
  )

  it.live(
    "P2: ends all of a server's processes at once, with 1",
    () =>
      Effect.gen(function* () {
        const server = yield* startProcesses("2")
        const pids = yield* server.servedBy(2)
        yield* endless(server.url)
        process.kill(server.child.pid, "SIGTERM")
        yield* isStopping(server, 2)
        yield* later
        process.kill(server.child.pid, "SIGTERM")
        assert.strictEqual(yield* server.child.exitCode, 1)
        yield* gone(pids)
      }).pipe(Effect.provide(live)),
    120_000
  )
})

describe("a rolling restart", () => {
  it.live(
    "P3: runs the program that has replaced the old one, and rejects no request",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { href } = pathToFileURL(yield* Effect.promise(() => programOf(main)))
        const program = join(folder, "program.mjs")
        /** Puts a release in the place of the last one, as a package manager does. */
        const install = (release: string) => {
          writeFileSync(`${program}.new`, `console.log("release ${release}")\nawait import(${JSON.stringify(href)})\n`)
          renameSync(`${program}.new`, program)
        }
        install("one")
        const server = yield* startProcesses("2", { program })
        const old = yield* server.servedBy(2)
        const asking = yield* keepAsking(server.url, 4)
        install("two")
        process.kill(server.child.pid, "SIGHUP")
        yield* server.servedBy(4)
        yield* gone(old)
        const { answered, failed } = yield* asking.stop
        assert.deepStrictEqual([Array.from(answered.keys()), failed], [[200], []])
        assert.strictEqual(yield* stop(server), 0)
        // The supervisor and two processes, and then two more.
        const releases = (yield* server.stdout.whole).match(/release \w+/g)
        assert.deepStrictEqual(
          releases,
          ["one", "one", "one", "two", "two"].map((release) => `release ${release}`)
        )
      }).pipe(Effect.provide(live)),
    120_000
  )
})
