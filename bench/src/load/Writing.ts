import { Deferred, Effect, Fiber, Schema } from "effect"
import { type Answer, expectJson } from "../Client.ts"
import { answersOf, counted, type Figure } from "../Part.ts"
import type { Server } from "../Server.ts"

/** The number of clients that write, each one request at a time. */
const clients = 8

/** How long a client waits after each response, because a rejection arrives at once. */
const rest = "20 millis"

/** Maximum time until a write gets its response, in milliseconds. */
const slowest = 10_500

const Page = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })
const Created = Schema.fromJsonString(Schema.Struct({ uuid: Schema.String }))

/**
 * Starts clients that create contacts. `figures` stops them and returns the statuses of the responses, and how many
 * confirmed contacts are missing or stored twice.
 */
export const startWriting = Effect.fnUntraced(function* (server: Pick<Server, "send">) {
  const { send } = server
  const total = Effect.map(
    Effect.flatMap(send("GET", "/v1/contacts?limit=1"), expectJson(200, Page)),
    ({ pagination }) => pagination.total
  )
  const before = yield* total
  const answers: Array<Answer> = []
  const state = { sent: 0, isOver: false }
  const writeOn = Effect.gen(function* () {
    while (!state.isOver) {
      const json = { first_name: "Eve", email: `eve-${state.sent++}@example.org` }
      answers.push(yield* send("POST", "/v1/contacts", { json }))
      yield* Effect.sleep(rest)
    }
  })
  const writers = yield* Effect.forkScoped(Effect.replicateEffect(writeOn, clients, { concurrency: "unbounded" }))

  /** Waits for the last responses, and checks that the confirmed contacts are stored. */
  const figures = Effect.gen(function* () {
    state.isOver = true
    yield* Fiber.join(writers)
    const after = yield* total
    const created = yield* Effect.forEach(
      answers.filter(({ status }) => status === 201),
      ({ text }) => Schema.decodeEffect(Created)(text)
    )
    const found = yield* Effect.forEach(created, ({ uuid }) => send("GET", `/v1/contacts/${uuid}`), { concurrency: 8 })
    const lost = found.filter(({ status }) => status !== 200).length
    const doubled = Math.max(0, after - before - state.sent)
    return [...answersOf("writes", answers, [201, 503], slowest), counted("lost", lost), counted("doubled", doubled)]
  })
  return { figures }
})

/** How long a server may take until every request succeeds again, and the maximum response time after that. */
const soon = "1 second"
const soonInMillis = 1_000

/** The number of requests sent after the recovery, and how many of them run at once. */
const [requests, atOnce] = [64, 16]

/** The interval of requests that check for the recovery, without waiting for earlier responses. */
const every = "50 millis"

const list = "/v1/contacts?limit=1"

/** Measures how long it takes until the first request succeeds, and whether all requests succeed after a second. */
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
