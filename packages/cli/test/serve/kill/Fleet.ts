import { Duration, Effect, Option, Random, type Schema } from "effect"
import { HttpClient } from "effect/http"
import type { ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { call, decode, type Request } from "../Calls.ts"
import { killNow, spawnRollcall, startServer } from "../ServerProcess.ts"
import type { Store } from "./Store.ts"

const program = fileURLToPath(new URL("./Process.ts", import.meta.url))

/** A server, or a process that only applies rows. */
export type Role = "server" | "worker"

interface Running {
  readonly child: ChildProcessSpawner.ChildProcessHandle
  /** Where a server listens; null for a worker. */
  readonly url: string | null
  /** How many requests of `post` it got. */
  posts: number
}

/** Starts a process of each role on one store. Each may be killed and started again; the first is a server. */
export const startFleet = Effect.fnUntraced(function* (
  store: Store,
  roles: ReadonlyArray<Role>,
  env: Readonly<Record<string, string>>
) {
  const options = {
    folder: store.folder,
    program,
    env: {
      ROLLCALL_DATABASE_URL: store.url,
      ...store.env,
      ...env,
      // Fast enough that every process always has work, and a dead one is noticed after two seconds.
      ROLLCALL_SEND_RATE: "3000",
      ROLLCALL_DISPATCH_LEASE: "2 seconds"
    }
  }
  /** Null while a process is dead. */
  const places: Array<Running | null> = roles.map(() => null)
  let answerTime = 0
  const http = yield* HttpClient.HttpClient
  /** The answer of a server, none if it was cut off. */
  const tryCall = (url: string, request: Request) =>
    Effect.option(Effect.provideService(call({ url }, ...request), HttpClient.HttpClient, http))

  const start = Effect.fnUntraced(function* (place: number) {
    const started = yield* roles[place] === "worker" ? startWorker(options) : startServer(options)
    places[place] = { ...started, posts: 0 }
  })

  /** Kills the process of a place in the middle of its work. */
  const kill = Effect.fnUntraced(function* (place: number) {
    const running = places[place]
    if (running === undefined || running === null) return
    places[place] = null
    yield* killNow(running)
  })

  /** A server that is alive; while there is none, the next one. */
  const someServer = Effect.gen(function* () {
    for (;;) {
      const alive = places.flatMap((running) =>
        running === null || running.url === null ? [] : [{ running, url: running.url }]
      )
      if (alive.length > 0) return yield* Effect.orDie(Random.choice(alive))
      yield* Effect.sleep("10 millis")
    }
  })

  /** Asks a server once. None if the answer was cut off. */
  const post = Effect.fnUntraced(function* (path: string, body: unknown) {
    const { running, url } = yield* someServer
    running.posts++
    const [time, answer] = yield* Effect.timed(tryCall(url, ["POST", path, body]))
    if (Option.isSome(answer)) answerTime = Duration.toMillis(time)
    return answer
  })

  /** Asks until a server answers. Only for what may be asked twice. */
  const reach = Effect.fnUntraced(function* (...request: Request) {
    for (;;) {
      const answer = yield* tryCall((yield* someServer).url, request)
      if (Option.isSome(answer) && answer.value.status !== 503) return answer.value
      yield* Effect.sleep("10 millis")
    }
  })

  /** Asks until a server answers, and reads the answer, which has to have this status and shape. */
  const ask = <A>(request: Request, expected: readonly [status: number, schema: Schema.Decoder<A>]) =>
    Effect.flatMap(reach(...request), (answer) => decode(answer, expected))

  /** Reads every page of a listing, whose first item has the offset `first`. */
  const readAll = Effect.fnUntraced(function* <P extends { readonly pagination: { readonly total: number } }, A>(
    path: string,
    page: Schema.Decoder<P>,
    itemsOf: (page: P) => ReadonlyArray<A>,
    { first = 0, limit = 100 } = {}
  ) {
    const all: Array<A> = []
    for (;;) {
      const now = yield* ask(["GET", `${path}?limit=${limit}&offset=${first + all.length}`], [200, page])
      all.push(...itemsOf(now))
      if (all.length >= now.pagination.total) return all
    }
  })

  /** Waits until the server of a place gets a request of `post`, and then until about when the answer is due. */
  const someAnswer = Effect.fnUntraced(function* (place: number) {
    const running = places[place]
    const before = running?.posts
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => running?.posts !== before })
    yield* Effect.sleep(answerTime * (yield* Random.nextBetween(0, 1.5)))
  })

  // The first one brings the database up to date.
  yield* start(0)
  yield* Effect.forEach(roles.slice(1), (_, index) => start(index + 1), { concurrency: "unbounded", discard: true })
  return { store, roles, someServer, start, kill, post, reach, ask, readAll, someAnswer }
})

export type Fleet = Effect.Success<ReturnType<typeof startFleet>>

const startWorker = Effect.fnUntraced(function* (options: Parameters<typeof spawnRollcall>[0]) {
  const { child, stdout } = yield* spawnRollcall({ ...options, args: ["worker"] })
  yield* Effect.repeat(Effect.delay(stdout.soFar, "10 millis"), { until: (text) => text !== "" })
  return { child, url: null }
})
