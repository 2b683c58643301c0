import { NodeServices } from "@effect/platform-node"
import { Deferred, Effect, FileSystem, Record, Ref, Schedule, Stream } from "effect"
import { ChildProcess, type ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { quickParent } from "../../../core/test/QuickFolder.ts"
import { cacheOf, programOf } from "./Programs.ts"

/** The executable of the command line. */
export const main = fileURLToPath(new URL("../../src/main.js", import.meta.url))

/** The services that starting processes takes. */
export const processLayer = NodeServices.layer

/** A folder that is removed when the scope closes. */
export const temporaryFolder = FileSystem.FileSystem.use((files) =>
  files.makeTempDirectoryScoped({ directory: quickParent, prefix: "rollcall-server-" })
)

/** A started `rollcall`, whatever becomes of it. It does not outlive the scope. */
export const spawnRollcall = Effect.fnUntraced(function* (options: {
  readonly folder: string
  /** The module to run instead of the real one, which is the same for a start. */
  readonly program?: string
  readonly args?: ReadonlyArray<string>
  readonly env?: Record<string, string>
}) {
  const file = yield* Effect.promise(() => programOf(options.program ?? main))
  // As `npm start` does. A program that is given as a file may import sources.
  const flags = ["--max-semi-space-size=32", "--conditions=rollcall-source"]
  const command = [process.execPath, ...flags, file, ...(options.args ?? [])] as const
  return yield* spawnProgram({ folder: options.folder, env: { ...cacheOf(file), ...options.env }, command })
})

/**
 * A started process, whose environment has no other variables of Rollcall than `env`. It does not outlive the scope.
 */
export const spawnProgram = Effect.fnUntraced(function* ({
  command: [program, ...args],
  env,
  folder,
  ownGroup = false
}: {
  readonly folder: string
  /** Whether it leads a group of processes, all of which get its signals, as those of a terminal. */
  readonly ownGroup?: boolean
  readonly command: readonly [program: string, ...args: ReadonlyArray<string>]
  readonly env: Record<string, string>
}) {
  const child = yield* ChildProcess.make(program, args, {
    cwd: folder,
    detached: ownGroup,
    env: {
      ...Record.filter(process.env, (_, name) => !name.startsWith("ROLLCALL_") && name !== "NODE_OPTIONS"),
      ...env
    },
    forceKillAfter: "15 seconds"
  })
  const output = { stdout: yield* collect(child.stdout), stderr: yield* collect(child.stderr) }
  return { child, ...output }
})

/** The text of a stream: all so far, and the whole when it has ended. */
const collect = Effect.fnUntraced(function* <E>(stream: Stream.Stream<Uint8Array, E>) {
  const text = yield* Ref.make("")
  const ended = yield* Deferred.make<string>()
  yield* stream.pipe(
    Stream.decodeText(),
    Stream.runForEach((chunk) => Ref.update(text, (before) => before + chunk)),
    Effect.exit,
    Effect.andThen(Deferred.completeWith(ended, Ref.get(text))),
    Effect.forkScoped
  )
  return { soFar: Ref.get(text), whole: Deferred.await(ended) }
})

/** What a `rollcall` that ends by itself said, and its exit code. */
export const runRollcall = Effect.fnUntraced(function* (options: Parameters<typeof spawnRollcall>[0]) {
  const { child, stderr, stdout } = yield* spawnRollcall(options)
  return { code: yield* child.exitCode, stdout: yield* stdout.whole, stderr: yield* stderr.whole }
}, Effect.scoped)

/** A server that listens, on a free port by default. */
export const startServer = Effect.fnUntraced(function* (options: Parameters<typeof spawnRollcall>[0]) {
  const started = yield* spawnRollcall({
    ...options,
    env: { ROLLCALL_PORT: "0", ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken, ...options.env }
  })
  const url = yield* listeningUrl(started)
  return { ...started, url }
})

/** The token of every server here, by default. */
export const bootstrapToken = "a-token-that-only-these-tests-know-0123456789"

/** The URL, as soon as it is logged. A server that ends or logs nothing fails the test. */
export const listeningUrl = ({ child, stderr }: Effect.Success<ReturnType<typeof spawnProgram>>) => {
  const listening = /Rollcall is listening on (http:\/\/[^"\s]+)/
  const url = Effect.flatMap(stderr.soFar, (text) => Effect.fromNullishOr(listening.exec(text)?.[1]))
  const said = Effect.orDie(Effect.retry(url, Schedule.spaced("10 millis")))
  const silent = (text: string) => Effect.die(new Error(`the server does not listen:\n${text}`))
  const ended = Effect.andThen(Effect.exit(child.exitCode), Effect.flatMap(stderr.whole, silent))
  return Effect.raceFirst(said, ended).pipe(
    Effect.timeoutOrElse({ duration: "80 seconds", orElse: () => Effect.flatMap(stderr.soFar, silent) })
  )
}

/** Signals a server to stop, as a supervisor does, and returns its exit code. */
export const stop = (server: { readonly child: ChildProcessSpawner.ChildProcessHandle }) =>
  Effect.andThen(server.child.kill({ killSignal: "SIGTERM" }), server.child.exitCode)

/** Kills a server in the middle of whatever it does. */
export const killNow = (server: { readonly child: ChildProcessSpawner.ChildProcessHandle }) =>
  server.child.kill({ killSignal: "SIGKILL" })
