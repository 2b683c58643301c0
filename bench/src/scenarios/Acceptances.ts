import { Effect, Schema } from "effect"
import { bodyOf, carousel } from "../load/Requests.ts"
import { type Answer, expectJson } from "../Client.ts"
import type { Figure } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** How many broadcasts are accepted at once, and the recipients of each. */
const [broadcasts, recipients] = [3, 50_000]

/** The most memory that the server may use, in MiB. */
const mostMemory = 512

/** Messages a second from one sender: more than the server can send. */
const rate = "100000"

const Accepted = Schema.Struct({ uuid: Schema.String, recipients: Schema.Int })
const Details = Schema.Struct({ status: Schema.String, recipients: Schema.Int, sent: Schema.Int })

/** Large broadcasts are accepted at once, and sent. */
export const acceptances: Scenario = {
  name: "acceptances",
  about: "three broadcasts of 50,000 are accepted at once and sent, in at most 512 MiB",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database, { ROLLCALL_SEND_RATE: rate })
      const size = Math.ceil(recipients * share)
      const body = bodyOf(carousel(size))

      // A server that has no place for another large body says when to come again.
      const accept = Effect.gen(function* () {
        let answer: Answer = yield* server.send("POST", "/broadcasts", { body })
        while (answer.status === 503) {
          answer = yield* Effect.delay(server.send("POST", "/broadcasts", { body }), "500 millis")
        }
        return (yield* expectJson(202, Accepted)(answer)).uuid
      })
      const detailsOf = (uuid: string) =>
        Effect.flatMap(server.send("GET", `/broadcasts/${uuid}`), expectJson(200, Details))
      const sentOf = (uuid: string) =>
        Effect.repeat(Effect.delay(detailsOf(uuid), "500 millis"), {
          until: ({ recipients, sent, status }) => sent === recipients || status === "failed"
        })

      const work = Effect.gen(function* () {
        const began = performance.now()
        const uuids = yield* Effect.all(
          Array.from({ length: broadcasts }, () => accept),
          { concurrency: "unbounded" }
        )
        const accepted = performance.now()
        const done = yield* Effect.forEach(uuids, sentOf, { concurrency: "unbounded" })
        const ended = performance.now()
        const sent = done.reduce((sum, one) => sum + one.sent, 0)
        const figures: ReadonlyArray<Figure> = [
          { name: "accepted in", value: (accepted - began) / 1_000, unit: "s" },
          { name: "sent", value: sent, unit: "", least: broadcasts * size, most: broadcasts * size },
          { name: "sent in", value: (ended - accepted) / 1_000, unit: "s" },
          { name: "peak memory", value: yield* server.peakMemory, unit: "MiB", most: mostMemory }
        ]
        return figures
      })
      return [yield* watch(`${broadcasts} of ${size.toLocaleString("en")}`, server, work)]
    })
  )
}
