import { Effect, Random } from "effect"
import type { Fleet } from "../kill/Fleet.ts"
import type { Store } from "../kill/Store.ts"
import { killNow, startServer } from "../ServerProcess.ts"

/** Fast enough that every process is always at something, and a dead one is missed after two seconds. */
const sending = { ROLLCALL_SEND_RATE: "3000", ROLLCALL_DISPATCH_LEASE: "2 seconds" }

/** The file in which the channel of a whole fleet records what it took: a real one is one for all processes, too. */
export const journalOf = ({ folder }: Store) => `${folder}/channel.jsonl`

/** Starts so many servers that send what is on one store. Each may be killed and started again. */
export const startSenders = Effect.fnUntraced(function* (store: Store, count: number) {
  const env = { ...sending, ROLLCALL_DATABASE_URL: store.url, ROLLCALL_SIMULATOR_JOURNAL: journalOf(store) }
  const roles = Array.from({ length: count }, () => "server" as const)
  /** Null while a process is dead. */
  const places: Array<Effect.Success<ReturnType<typeof startServer>> | null> = roles.map(() => null)

  const start = Effect.fnUntraced(function* (place: number) {
    places[place] = yield* startServer({ folder: store.folder, env })
  })

  const kill = Effect.fnUntraced(function* (place: number) {
    const running = places[place]
    if (running === undefined || running === null) return
    places[place] = null
    yield* killNow(running)
  })

  /** A server that is alive, as far as anybody knows; while there is none, the next one. */
  const someServer = Effect.gen(function* () {
    for (;;) {
      const alive = places.flatMap((running) => (running === null ? [] : [{ url: running.url }]))
      const chosen = alive[Math.floor((yield* Random.next) * alive.length)]
      if (chosen !== undefined) return chosen
      yield* Effect.sleep("10 millis")
    }
  })

  // The first one brings the database up to date.
  yield* start(0)
  yield* Effect.forEach(roles.slice(1), (_, index) => start(index + 1), { concurrency: "unbounded", discard: true })
  const fleet: Fleet = { roles, start, kill, someServer, urlOf: (place) => places[place]?.url ?? null }
  return fleet
})
