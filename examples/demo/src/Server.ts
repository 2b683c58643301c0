import { Deferred, Effect, FileSystem, Record, Redacted, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { ChildProcess } from "effect/process"
import { fileURLToPath } from "node:url"
import { DemoFailed } from "./DemoFailed.ts"

/** The address of the demo's server, and its token. */
export interface RunningServer {
  readonly url: string
  readonly token: Redacted.Redacted
}

const program = fileURLToPath(new URL("../../../packages/cli/src/main.js", import.meta.url))

/** Messages per second. The default rate would make the broadcast take half a minute instead of some seconds. */
const sendRate = "75"

/**
 * Starts the real server in a separate process, on a free port, with its database in a new folder. When the scope
 * closes, the process is stopped and the folder removed.
 */
export const startServer = Effect.fnUntraced(function* (environment: { readonly [variable: string]: string }) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "rollcall-demo-" })
  const token = Redacted.make(SecureRandom.uuidV4Unsafe())
  const child = yield* ChildProcess.make(process.execPath, [...process.execArgv, program], {
    cwd: folder,
    detached: false,
    env: {
      ...Record.filter(process.env, (_, name) => !name.startsWith("ROLLCALL_")),
      ROLLCALL_PORT: "0",
      ROLLCALL_BOOTSTRAP_TOKEN: token,
      ROLLCALL_SEND_RATE: sendRate,
      ROLLCALL_LOG_FORMAT: "json",
      // Node would keep compiled code in the temporary folder, where the demo leaves nothing.
      NODE_DISABLE_COMPILE_CACHE: "1",
      ...environment
    },
    forceKillAfter: "12 seconds"
  })

  const listening = yield* Deferred.make<string, DemoFailed>()
  const said: Array<string> = []
  yield* child.all.pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.runForEach((line) => {
      if (said.push(line) > 20) said.shift()
      const url = /listening on (http:[^"\s]+)/.exec(line)?.[1]
      return url === undefined ? Effect.void : Deferred.succeed(listening, url)
    }),
    Effect.ensuring(
      Effect.suspend(() =>
        Deferred.fail(listening, new DemoFailed({ message: `the server did not start:\n${said.join("\n")}` }))
      )
    ),
    Effect.forkScoped
  )
  const url = yield* Effect.timeoutOrElse(Deferred.await(listening), {
    duration: "20 seconds",
    orElse: () => Effect.fail(new DemoFailed({ message: `the server does not listen:\n${said.join("\n")}` }))
  })
  const server: RunningServer = { url, token }
  return server
})
