import { Effect, Schema } from "effect"
import { bodyOf, carousel } from "../load/Requests.ts"
import { expectJson } from "../Client.ts"
import { counted, type Figure } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { broadcastNow, startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

/** The number of broadcasts accepted at once, and of recipients in each. */
const [broadcasts, recipients] = [3, 50_000]

/** Maximum memory of the server, in MiB. */
const mostMemory = 512

/** Messages per second and sender: more than the server can send. */
const rate = "100000"

const Accepted = Schema.Struct({ uuid: Schema.String })

/** Accepts large broadcasts concurrently, and sends them. */
export const acceptances: Scenario = {
  name: "acceptances",
  about: "three broadcasts of 50,000 are accepted at once and sent, in at most 512 MiB",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database, { ROLLCALL_SEND_RATE: rate })
      const size = Math.ceil(recipients * share)
      const body = bodyOf(carousel(size))

      // A server without capacity for another large body returns 503 with a time to retry.
      const accept = Effect.flatMap(
        Effect.repeat(Effect.delay(server.send("POST", "/broadcasts", { body }), "500 millis"), {
          until: ({ status }) => status !== 503
        }),
        expectJson(202, Accepted)
      )
      const sentOf = ({ uuid }: typeof Accepted.Type) =>
        Effect.repeat(Effect.delay(broadcastNow(server, uuid), "500 millis"), {
          until: ({ recipients, sent, status }) => sent === recipients || status === "failed"
        })

      const work = Effect.gen(function* () {
        const began = performance.now()
        const all = yield* Effect.replicateEffect(accept, broadcasts, { concurrency: "unbounded" })
        const accepted = performance.now()
        const done = yield* Effect.forEach(all, sentOf, { concurrency: "unbounded" })
        const ended = performance.now()
        const sent = done.reduce((sum, one) => sum + one.sent, 0)
        const figures: ReadonlyArray<Figure> = [
          { name: "accepted in", value: (accepted - began) / 1_000, unit: "s" },
          counted("sent", sent, broadcasts * size),
          { name: "sent in", value: (ended - accepted) / 1_000, unit: "s" },
          { name: "peak memory", value: yield* server.peakMemory, unit: "MiB", most: mostMemory }
        ]
        return figures
      })
      return [yield* watch(`${broadcasts} of ${size.toLocaleString("en")}`, server, work)]
    })
  )
}
