import { metrics } from "@rollcall/core/observability"
import { Effect, Layer, Metric, type Scope } from "effect"
import { createRollcall } from "../../../packages/rollcall/src/index.ts"
import { memory } from "../../../packages/rollcall/src/memory.ts"
import { simulator } from "../../../packages/rollcall/src/simulator.ts"
import { alternate, figuresOf, type Side } from "../Alternate.ts"
import { broadcastsOf, checkSentOnce, dispatcher, instantChannel } from "../broadcasts/Dispatching.ts"
import { reminder } from "../broadcasts/Requests.ts"
import { agree, type Case, type Limit, nothing, type Size } from "../Case.ts"
import type { Fixture } from "../stores/Fixture.ts"

/** A series that records nothing. */
const silent = Object.assign(Metric.counter("silent"), { updateUnsafe: () => {} })

/** Runs an effect while requests and sends are not recorded. */
const withoutRecording = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const families = [metrics.requests, metrics.sends, metrics.sent, metrics.groups]
  return Effect.acquireUseRelease(
    Effect.sync(() =>
      families.map((family) => {
        const { of } = family
        Object.assign(family, { of: () => silent })
        return () => Object.assign(family, { of })
      })
    ),
    () => effect,
    (undo) => Effect.sync(() => undo.forEach((one) => one()))
  )
}

/** Samples the processor time that this process uses for a piece of work, in milliseconds. */
const cpuOf = <E>(work: Effect.Effect<unknown, E>, pieces: number) =>
  Effect.suspend(() => {
    const before = process.cpuUsage()
    return Effect.map(work, () => {
      const { system, user } = process.cpuUsage(before)
      return (system + user) / 1_000 / pieces
    })
  })

/** Metrics cost at most three parts in a hundred. */
const cost: Limit = { of: "median", is: "<=", value: 1.03 }

/** How many pieces a piece of work has, and how to do them all. */
interface Work {
  readonly pieces: number
  readonly run: Effect.Effect<unknown, Error>
}

/**
 * The processor time of something that is measured, beside the same with nothing recorded. The store is in memory, so that no
 * other work hides what metrics cost.
 */
const metricsCase = (
  what: string,
  prepare: (fixture: Fixture, size: Size) => Effect.Effect<Work, Error, Scope.Scope>
): Case => {
  const name = `metrics: processor time of ${what}`
  return {
    name,
    only: "memory",
    measure: Effect.fnUntraced(function* (fixture, pace, size) {
      const { pieces, run } = yield* prepare(fixture, size)
      const sides: ReadonlyArray<Side> = [() => cpuOf(run, pieces), () => withoutRecording(cpuOf(run, pieces))]
      const [library = nothing, rival] = (yield* alternate(sides, pace)).map(figuresOf)
      return [{ name, unit: "ms", library, rival, limits: [cost] }]
    }, Effect.scoped)
  }
}

/** How many requests are one sample. */
const requests = 100

/** A host in this process with one contact, and how it is sent many requests that it has to answer with this status. */
const host = Effect.gen(function* () {
  const rollcall = yield* Effect.acquireRelease(
    Effect.promise(() =>
      createRollcall({
        storage: memory(),
        channel: simulator(),
        http: { authorize: async () => ({ workspace: "bench" }) }
      })
    ),
    (opened) => Effect.promise(() => opened.close())
  )
  const { uuid } = yield* Effect.promise(async () => {
    const workspace = await rollcall.workspace("bench")
    return await workspace.contacts.create({ email: "first@example.org" })
  })
  const send = (status: number, request: () => Request): Work => {
    const one = Effect.promise(async () => {
      const response = await rollcall.fetch(request())
      await response.arrayBuffer()
      return response.status
    })
    const checked = Effect.tap(one, (answered) =>
      answered === status ? Effect.void : agree("metrics: status", [answered], [status])
    )
    return { pieces: requests, run: Effect.replicateEffect(checked, requests, { discard: true }) }
  }
  return { send, uuid }
})

/** The processor time of requests and of a message with metrics, beside the same with nothing recorded. */
export const metricsCases: ReadonlyArray<Case> = [
  metricsCase("GET /v1/contacts/{uuid}", () =>
    Effect.map(host, ({ send, uuid }) => send(200, () => new Request(`http://host/v1/contacts/${uuid}`)))
  ),
  metricsCase("POST /v1/contacts", () => {
    let created = 0
    const request = () =>
      new Request("http://host/v1/contacts", {
        method: "POST",
        body: JSON.stringify({ email: `new-${created++}@example.org`, first_name: "Ada" }),
        headers: { "content-type": "application/json" }
      })
    return Effect.map(host, ({ send }) => send(201, request))
  }),
  metricsCase(
    "a message",
    Effect.fnUntraced(function* (fixture, { recipients }) {
      const { broadcasts, caller, completed, storage } = yield* broadcastsOf(fixture)
      const pieces = Math.min(recipients, 2_000)
      const run = Effect.gen(function* () {
        const channel = instantChannel()
        const { uuid } = yield* broadcasts.create(caller, reminder(pieces))
        yield* Layer.build(dispatcher(channel, storage))
        yield* completed(uuid)
        yield* checkSentOnce([channel.record()], pieces)
      }).pipe(Effect.scoped)
      return { pieces, run }
    })
  )
]
