import { Effect, Fiber } from "effect"
import { addHeavyContacts, heavySearch } from "../load/HeavyContacts.ts"
import { answersOf, type Figure } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"

/** Maximum time until the server exits, in milliseconds. */
const longest = 10_000

/** Stops a server during a search. */
export const sigterm: Scenario = {
  name: "sigterm",
  about: "a heavy search and cheap requests, then SIGTERM: every request is answered, and the server ends within 10 s",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      yield* addHeavyContacts(server, Math.ceil(5_000 * share))
      // The last request must reach the server before the signal does, because a later connection is refused.
      const times = Array.from({ length: 20 }, (_, index) => index * 8)
      const cheap = Effect.forEach(times, (time) => Effect.delay(server.send("GET", "/v1/contacts"), time), {
        concurrency: "unbounded"
      })
      const heavy = server.send("POST", "/v1/contacts/search", { json: heavySearch(50) })
      const requests = yield* Effect.forkScoped(Effect.all([heavy, cheap], { concurrency: 2 }))
      yield* Effect.sleep("200 millis")
      const began = performance.now()
      const code = yield* server.stop
      const ended = performance.now() - began
      const [search, gets] = yield* Fiber.join(requests)
      const figures: ReadonlyArray<Figure> = [
        { name: "ended in", value: ended, unit: "ms", most: longest },
        { name: "exit code", value: code, unit: "", most: 0 },
        ...answersOf("searches", [search], [200, 503]),
        ...answersOf("gets", gets, [200, 503])
      ]
      return [{ name: "while searching", figures }]
    })
  )
}
