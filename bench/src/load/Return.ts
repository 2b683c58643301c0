import { Deferred, Effect } from "effect"
import { answersOf, type Figure } from "../Part.ts"
import type { Server } from "../Server.ts"

/** How long a server may take until everything is answered again, and how long an answer may take then. */
const soon = "1 second"
const soonInMillis = 1_000

/** How many requests are sent then, so many at once. */
const [requests, atOnce] = [64, 16]

/** How often is asked whether it is back, whether the requests before are answered or not. */
const every = "50 millis"

const list = "/v1/contacts?limit=1"

/** How long after now the first request succeeds, and whether all do after a second. */
export const backAfterFault = Effect.fnUntraced(function* ({ send }: Pick<Server, "send">) {
  const began = performance.now()
  const isBack = yield* Deferred.make<number>()
  const ask = Effect.flatMap(send("GET", list), ({ status }) =>
    status === 200 ? Deferred.succeed(isBack, performance.now() - began) : Effect.void
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.forkScoped(ask), Effect.sleep(every))))
  const crowd = Effect.forEach(Array.from({ length: requests }), () => send("GET", list), { concurrency: atOnce })
  const [back, answers] = yield* Effect.all([Deferred.await(isBack), Effect.delay(crowd, soon)], {
    concurrency: "unbounded"
  })
  const figures: ReadonlyArray<Figure> = [
    { name: "first answer after", value: back, unit: "ms", most: soonInMillis },
    ...answersOf("gets after a second", answers, [200], soonInMillis)
  ]
  return figures
}, Effect.scoped)
