import { Effect, Fiber, Schema } from "effect"
import { type Answer, expectJson } from "../Client.ts"
import { answersOf, type Figure } from "../Part.ts"
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
  const writers = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: clients }, () => writeOn),
      { concurrency: "unbounded" }
    )
  )

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
    const [lost, doubled] = [
      found.filter(({ status }) => status !== 200).length,
      Math.max(0, after - before - state.sent)
    ]
    const kept: ReadonlyArray<Figure> = [
      { name: "lost", value: lost, unit: "", most: 0 },
      { name: "doubled", value: doubled, unit: "", most: 0 }
    ]
    return [...answersOf("writes", answers, [201, 503], slowest), ...kept]
  })
  return { figures }
})
