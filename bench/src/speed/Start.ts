import { Effect } from "effect"
import { join } from "node:path"
import {
  bootstrapToken,
  listeningUrl,
  main,
  processLayer,
  spawnProgram,
  stop,
  temporaryFolder
} from "../../../packages/cli/test/serve/ServerProcess.ts"
import type { Figure } from "../Part.ts"
import { timeOf } from "../ProcessorTime.ts"
import { percentile, spreadOf } from "../Numbers.ts"
import { timed } from "../Rounds.ts"
import type { Scenario } from "../Scenario.ts"

/** Maximum milliseconds that a start takes longer than a process that does nothing. */
const most = 700

/**
 * Measures the milliseconds until a server listens, and its processor time until then. Node stores compiled code in
 * `cache`.
 */
const start = Effect.fnUntraced(function* (folder: string, cache: string) {
  const env = {
    ROLLCALL_DATABASE_URL: `sqlite:${join(folder, "started.db")}`,
    ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken,
    ROLLCALL_PORT: "0",
    NODE_COMPILE_CACHE: "",
    TMPDIR: cache
  }
  const command = [process.execPath, "--max-semi-space-size=32", "--conditions=rollcall-source", main, "serve"] as const
  const began = performance.now()
  const server = yield* spawnProgram({ folder, command, env })
  yield* listeningUrl(server)
  const millis = performance.now() - began
  const processor = timeOf(server.child.pid) * 1_000
  yield* stop(server)
  return { millis, processor }
}, Effect.scoped)

const startNothing = Effect.fnUntraced(function* (folder: string) {
  const command = [process.execPath, "-e", "0"] as const
  const { seconds } = yield* timed(
    Effect.flatMap(spawnProgram({ folder, command, env: {} }), ({ child }) => child.exitCode)
  )
  return seconds * 1_000
}, Effect.scoped)

/**
 * Starts the server from the sources on an existing database, with and without compiled code from an earlier start, in
 * alternation.
 */
export const starts: Scenario = {
  name: "start",
  about: "the start of a server from the sources on an existing SQLite database, in turns with node -e 0",
  sqlite: Effect.fnUntraced(function* ({ folder }, { rounds }) {
    const kept = yield* temporaryFolder
    const cold = Effect.scoped(Effect.flatMap(temporaryFolder, (cache) => start(folder, cache)))
    const warm = start(folder, kept)
    // The first start creates the database and the compiled code.
    yield* warm
    const nothing: Array<number> = []
    const sides = [
      { name: "warm", run: warm, taken: new Array<Effect.Success<typeof warm>>() },
      { name: "cold", run: cold, taken: new Array<Effect.Success<typeof cold>>() }
    ]
    for (let round = 0; round < rounds; round++) {
      nothing.push(yield* startNothing(folder))
      for (const { run, taken } of round % 2 === 0 ? sides : sides.toReversed()) taken.push(yield* run)
    }
    const bare = percentile(nothing)(0.5)
    return sides.map(({ name, taken }) => {
      const millis = taken.map((one) => one.millis - bare)
      const processor = percentile(taken.map((one) => one.processor))(0.5)
      const detail = `${spreadOf(millis)} ms; processor ${processor.toFixed(0)} ms`
      const figure: Figure = { name: "more than node -e 0", value: percentile(millis)(0.5), unit: "ms", most, detail }
      return { name, figures: [figure] }
    })
  }, Effect.provide(processLayer))
}
