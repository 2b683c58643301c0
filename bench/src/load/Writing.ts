import { Deferred, Effect, Fiber, Schema } from "effect"
import { type Answer, expectJson } from "../Client.ts"
import { answersOf, counted, type Figure } from "../Part.ts"
import type { Server } from "../Server.ts"

/** How many clients write, each one request after the other. */
const clients = 8

/** How long a client rests after each answer: a refusal comes at once. */
const rest = "20 millis"

/** Longest that a write may take until it is answered, in milliseconds. */
const slowest = 10_500

const Page = Schema.Struct({ pagination: Schema.Struct({ total: Schema.Int }) })
const Created = Schema.fromJsonString(Schema.Struct({ uuid: Schema.String }))

/**
 * Clients create contacts until the figures are asked for: how the requests were answered, and how many of those that were
 * answered with success are not there, or are there twice.
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

  /** Waits for the last answers, and looks for what they promised. */
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
