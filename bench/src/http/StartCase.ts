import { Array as Arr, Effect, type FileSystem, Schema, type Scope } from "effect"
import type { ChildProcessSpawner } from "effect/process"
import { join } from "node:path"
import { bundleProgram, programFile } from "../../../tools/release/packages/BundleProgram.ts"
import {
  bootstrapToken,
  listeningUrl,
  main,
  processLayer,
  spawnProgram,
  stop,
  temporaryFolder
} from "../../../packages/cli/test/serve/ServerProcess.ts"
import { alternate, ofRounds } from "../Alternate.ts"
import type { Case, Limit, Measured } from "../Case.ts"
import { memoryNow } from "../Processes.ts"
import { timeOf } from "../ProcessorTime.ts"

/** How many times each start is repeated, for each round of a case that takes seconds. */
const startsOfRound = 4

/** A start takes at most so many milliseconds more than a process that does nothing. */
const most: Limit = { of: "library", is: "<=", value: 700 }

/** A program, and where Node keeps what it compiled of it: in a new folder for each start that is cold. */
interface Started {
  readonly name: string
  readonly command: ReadonlyArray<string>
  readonly isWarm: boolean
}

/** What one start came to: milliseconds until it listens, milliseconds of processor time until then, and MiB. */
interface Reading {
  readonly millis: number
  readonly processor: number
  readonly memory: number
}

class NoMemory extends Schema.TaggedError<NoMemory>()("NoMemory", {}) {
  override readonly message = "the system does not say how much memory a process has"
}

const start = Effect.fnUntraced(function* (folder: string, command: Started["command"], cache: string) {
  const began = performance.now()
  const env = {
    ROLLCALL_DATABASE_URL: `sqlite:${join(folder, "started.db")}`,
    ROLLCALL_BOOTSTRAP_TOKEN: bootstrapToken,
    ROLLCALL_PORT: "0",
    NODE_COMPILE_CACHE: "",
    TMPDIR: cache
  }
  const server = yield* spawnProgram({ folder, command: [process.execPath, ...command, "serve"], env })
  yield* listeningUrl(server)
  const millis = performance.now() - began
  const processor = timeOf(server.child.pid) * 1_000
  const memory = yield* memoryNow(server.child.pid)
  yield* stop(server)
  if (memory === undefined) return yield* new NoMemory()
  return { millis, processor, memory } satisfies Reading
}, Effect.scoped)

const startNothing = Effect.fnUntraced(function* (folder: string) {
  const began = performance.now()
  yield* (yield* spawnProgram({ folder, command: [process.execPath, "-e", "0"], env: {} })).child.exitCode
  return performance.now() - began
}, Effect.scoped)

const measured = ({ isWarm, name }: Started, readings: ReadonlyArray<Reading>, nothing: number) => {
  const title = `server start on an existing SQLite database, ${name}, ${isWarm ? "warm" : "cold"}`
  const of = (part: keyof Reading, less = 0) => ofRounds(readings.map((reading) => reading[part] - less))
  const lines: ReadonlyArray<Measured> = [
    { name: `${title}: more than node -e 0`, unit: "ms", library: of("millis", nothing), limits: [most] },
    { name: `${title}: processor time`, unit: "ms", library: of("processor"), limits: [] },
    { name: `${title}: memory then`, unit: "MiB", library: of("memory"), limits: [] }
  ]
  return lines
}

type Needed = Scope.Scope | ChildProcessSpawner.ChildProcessSpawner | FileSystem.FileSystem

/** Starts of the one file and of the sources, with what Node compiled at an earlier start and without, in turns. */
const measure = Effect.fnUntraced(function* (rounds: number): Effect.fn.Return<ReadonlyArray<Measured>, Error, Needed> {
  const folder = yield* temporaryFolder
  yield* Effect.promise(() => bundleProgram([folder]))
  const programs = [
    { name: "from the one file", command: [join(folder, programFile)] },
    { name: "from the sources", command: ["--max-semi-space-size=32", "--conditions=rollcall-source", main] }
  ]
  const all = programs.flatMap((one) => [false, true].map((isWarm) => ({ ...one, isWarm })))
  const sides = yield* Effect.forEach(all, (started) =>
    Effect.gen(function* () {
      const kept = yield* temporaryFolder
      const readings: Array<Reading> = []
      const once = Effect.gen(function* () {
        return yield* start(folder, started.command, started.isWarm ? kept : yield* temporaryFolder)
      }).pipe(Effect.scoped, Effect.orDie)
      // The first one makes the database, and what the others find compiled.
      yield* once
      const side = Effect.map(once, (reading) => {
        readings.push(reading)
        return reading.millis
      })
      return { started, readings, side }
    })
  )
  const context = yield* Effect.context<Needed>()
  const bare = Effect.orDie(startNothing(folder))
  const turns = [bare, ...sides.map(({ side }) => side)].map((side) => () => Effect.provide(side, context))
  const pace = { warmUp: 0, samples: rounds * startsOfRound, seconds: Number.POSITIVE_INFINITY }
  const [nothing = Arr.of(Number.NaN)] = yield* alternate(turns, pace)
  return sides.flatMap(({ readings, started }) => measured(started, readings, ofRounds(nothing).median))
})

/** It has a database of its own, and so no store of the bench. */
export const startCase: Case = {
  name: "server start",
  only: "memory",
  measure: (_, __, { rounds }) => measure(rounds).pipe(Effect.scoped, Effect.provide(processLayer))
}
