import { spawnProgram } from "@rollcall/testing/processes"
import { cacheOf, programOf } from "@rollcall/testing/programs"
import { Effect, Schedule } from "effect"
import { fileURLToPath } from "node:url"

export { killNow, processLayer, spawnProgram, stop, temporaryFolder } from "@rollcall/testing/processes"

/** The executable of the command line. */
export const main = fileURLToPath(new URL("../../src/main.js", import.meta.url))

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
