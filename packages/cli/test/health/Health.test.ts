import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Command } from "effect/cli"
import { commandLayer, runWithEnv } from "../serve/Commands.ts"
import { hostServer } from "../serve/HostedServer.ts"
import { temporaryFolder } from "../serve/ServerProcess.ts"
import { rollcall } from "../../src/Cli.ts"
import { NotDone } from "../../src/CommandRefused.ts"

const health = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  runWithEnv(Command.runWith(rollcall, { version: "1" })(["health", ...flags]), env)

/** A port on which something listens that never answers. */
const silentPort = Effect.map(
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(() => {})
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  ),
  (server) => {
    const address = server.address()
    return String(typeof address === "object" ? address?.port : address)
  }
)

describe("rollcall health", () => {
  it.live.each([
    ["127.0.0.1", ""],
    ["0.0.0.0", "/crm"],
    ["::", "/apps/crm"]
  ] as const)("requests the server with the same settings: %s %s", ([host, prefix]) =>
    Effect.gen(function* () {
      const settings = { ROLLCALL_HOST: host, ROLLCALL_PATH_PREFIX: prefix }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env: settings })
      const { port } = new URL(server.url)
      const local = host === "::" ? "[::1]" : "127.0.0.1"
      const alive = yield* health({ ...settings, ROLLCALL_PORT: port })
      assert.deepStrictEqual(alive, {
        printed: `http://${local}:${port}${prefix}/health: 200 {"status":"ok"}`,
        failure: null
      })
      const ready = yield* health({ ...settings, ROLLCALL_PORT: port }, "--ready")
      assert.isNull(ready.failure)
      assert.include(ready.printed, `http://${local}:${port}${prefix}/ready: 200 `)
      const json = yield* health({ ...settings, ROLLCALL_PORT: port }, "--json")
      assert.deepInclude(JSON.parse(json.printed), { status: 200, answer: '{"status":"ok"}' })
      yield* server.stop
      const gone = yield* health({ ...settings, ROLLCALL_PORT: port })
      const message = `http://${local}:${port}${prefix}/health: no answer`
      assert.deepStrictEqual(gone, { printed: "", failure: new NotDone({ message }) })
    }).pipe(Effect.scoped, Effect.provide(commandLayer))
  )

  it.live("waits at most two seconds for a response", () =>
    Effect.gen(function* () {
      const port = yield* silentPort
      const [took, { failure }] = yield* Effect.timed(health({ ROLLCALL_PORT: port }))
      const message = `http://127.0.0.1:${port}/health: no answer within 2 seconds`
      assert.deepStrictEqual(failure, new NotDone({ message }))
      assert.isBelow(Duration.toSeconds(took), 10)
    }).pipe(Effect.scoped, Effect.provide(commandLayer))
  )

  it.live("fails with one line if the settings contain no port", () =>
    Effect.gen(function* () {
      const any = yield* health({ ROLLCALL_PORT: "0" })
      assert.deepStrictEqual(any.failure, new NotDone({ message: "ROLLCALL_PORT is 0, which is any free port" }))
      const wrong = yield* health({ ROLLCALL_PORT: "http" })
      const message = 'ROLLCALL_PORT must be a whole number from 0 to 65535, not "http"'
      assert.deepStrictEqual(wrong.failure, new NotDone({ message }))
    }).pipe(Effect.scoped, Effect.provide(commandLayer))
  )
})
