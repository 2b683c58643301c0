import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { live } from "./serve/Calls.ts"
import { listeningUrl, spawnProgram, temporaryFolder } from "./serve/ServerProcess.ts"
import { version } from "../src/Version.ts"

const repository = fileURLToPath(new URL("../../..", import.meta.url))

/** Runs a script of the repository through npm. */
const npm = (args: ReadonlyArray<string>, env: Record<string, string> = {}) =>
  spawnProgram({ folder: repository, command: ["npm", ...args], env })

/** Listens on a port for a moment. Fails if a process listens on it. */
const listenOn = (port: number) =>
  Effect.callback<void, Error>((resume) => {
    const server = createServer()
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(port, "127.0.0.1", () => server.close(() => resume(Effect.void)))
  })

describe("npm scripts", () => {
  it.live("SIGTERM to npm start ends the server and frees its port", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = { ROLLCALL_PORT: "0", ROLLCALL_DATABASE_URL: `sqlite:${folder}/rollcall.db` }
      const server = yield* npm(["start"], env)
      const url = new URL(yield* listeningUrl(server))
      yield* server.child.kill({ killSignal: "SIGTERM" })
      yield* Effect.exit(server.child.exitCode)
      yield* listenOn(Number(url.port))
    }).pipe(Effect.provide(live))
  )

  it.live("npm run rollcall passes its arguments on", () =>
    Effect.gen(function* () {
      const { child, stdout } = yield* npm(["run", "--silent", "rollcall", "--", "--version"])
      assert.strictEqual(yield* child.exitCode, 0)
      assert.strictEqual((yield* stdout.whole).trim(), `rollcall v${version}`)
    }).pipe(Effect.provide(live))
  )
})
