import { Effect, Random } from "effect"
import type { ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { killNow, spawnRollcall, startServer } from "../ServerProcess.ts"
import type { Store } from "./Store.ts"

const program = fileURLToPath(new URL("./Program.ts", import.meta.url))

/** A server, or a process that only applies rows. */
export type Role = "server" | "worker"

interface Running {
  readonly child: ChildProcessSpawner.ChildProcessHandle
  /** Where a server listens; null for a worker. */
  readonly url: string | null
}

/** Starts a process of each role on one store. Each may be killed and started again; the first is a server. */
export const startFleet = Effect.fnUntraced(function* (store: Store, roles: ReadonlyArray<Role>) {
  const options = { folder: store.folder, program, env: { ROLLCALL_DATABASE_URL: store.url } }
  const startRole = (role: Role) => (role === "server" ? startServer(options) : startWorker(options))
  /** Null while a process is dead. */
  const places: Array<Running | null> = roles.map(() => null)

  const start = Effect.fnUntraced(function* (place: number) {
    places[place] = yield* startRole(roles[place] ?? "server")
  })

  /** Kills the process of a place in the middle of whatever it does. */
  const kill = Effect.fnUntraced(function* (place: number) {
    const running = places[place]
    if (running === undefined || running === null) return
    places[place] = null
    yield* killNow(running)
  })

  /** A server that is alive, as far as anybody knows; while there is none, the next one. */
  const someServer = Effect.gen(function* () {
    for (;;) {
      const urls = places.flatMap((running) => (running === null || running.url === null ? [] : [running.url]))
      if (urls.length > 0) return { url: yield* Random.choice(urls) }
      yield* Effect.sleep("10 millis")
    }
  })

  // The first one brings the database up to date.
  yield* start(0)
  yield* Effect.forEach(roles.slice(1), (_, index) => start(index + 1), { concurrency: "unbounded", discard: true })
  return { roles, start, kill, someServer, urlOf: (place: number) => places[place]?.url ?? null }
})

export type Fleet = Effect.Success<ReturnType<typeof startFleet>>

const startWorker = Effect.fnUntraced(function* (options: Parameters<typeof spawnRollcall>[0]) {
  const { child, stdout } = yield* spawnRollcall({ ...options, args: ["worker"] })
  while ((yield* stdout.soFar) === "") yield* Effect.sleep("10 millis")
  return { child, url: null }
})
