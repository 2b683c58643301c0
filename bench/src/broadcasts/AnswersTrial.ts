import { Effect, Equal, Fiber, Option, Schema } from "effect"
import { type CaseError, Disagreement } from "../cases/Case.ts"
import type { Reading, Trial } from "../loads/Trial.ts"
import { percentile } from "../measure/Figures.ts"
import { broken, type Warning } from "./BrokenRecipients.ts"
import { bodyOf, carousel, later } from "./Requests.ts"
import { Accepted, startServer } from "./Server.ts"

/**
 * Other requests are answered while 50,000 recipients of a carousel are accepted, of whom some thousands are broken. A
 * request is sent every few milliseconds, whether those before it are answered or not, and timed from when it was due.
 */
export const answersMeanwhile: Trial = {
  name: "broadcast: answers while accepting 50,000",
  readings: Effect.fnUntraced(function* ({ url }, { recipients, rounds }) {
    const server = yield* startServer(url)
    const { request, warnings } = broken({ ...carousel(recipients), scheduledFor: later })
    const body = new TextEncoder().encode(bodyOf(request))
    const contact = decodeContact(
      yield* server.post("/v1/contacts", encode({ first_name: "Ada", email: "a@b.example" }), 201)
    )
    const get = server.get(`/v1/contacts/${contact.uuid}`)
    for (let n = 0; n < warmUp; n++) yield* get
    yield* server.post("/broadcasts", new TextEncoder().encode(bodyOf({ ...carousel(100), scheduledFor: later })), 202)

    const accepting: Array<number> = []
    const answering: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const [answer, waits] = yield* whileIt(server.post("/broadcasts", body, 202), get)
      accepting.push(performance.now() - began)
      answering.push(...waits)
      yield* checkWarnings(answer, warnings, recipients)
    }
    const at = percentile(answering)
    const peak = yield* server.peakMemory
    const readings: ReadonlyArray<Reading> = [
      { what: "accepted in", value: percentile(accepting)(0.5), unit: "ms" },
      { what: "body", value: body.length / 2 ** 20, unit: "MiB" },
      { what: "warnings", value: warnings.length, unit: "" },
      { what: "GETs meanwhile", value: answering.length, unit: "" },
      { what: "GET p50", value: at(0.5), unit: "ms" },
      { what: "GET p99", value: at(0.99), unit: "ms", under: 100 },
      { what: "GET max", value: at(1), unit: "ms" },
      ...Option.match(peak, {
        onNone: () => [],
        onSome: (value) => [{ what: "peak memory of the server", value, unit: "MiB", under: 512 } as const]
      })
    ]
    return readings
  }, Effect.scoped)
}

const warmUp = 200

/** How often a small request is due, in milliseconds. */
const every = 5

/** Asks again and again until `effect` is done; gives what that gives, and how long each answer took. */
const whileIt = Effect.fnUntraced(function* <A>(
  effect: Effect.Effect<A, CaseError>,
  ask: Effect.Effect<unknown, CaseError>
) {
  const began = performance.now()
  const asked = Effect.map(ask, () => performance.now())
  const work = yield* Effect.forkScoped(effect)
  const asking: Array<readonly [due: number, Fiber.Fiber<number, CaseError>]> = []
  while (work.pollUnsafe() === undefined) {
    const due = began + asking.length * every
    asking.push([due, yield* Effect.forkScoped(asked)])
    yield* Effect.sleep(Math.max(0, began + asking.length * every - performance.now()))
  }
  const result = yield* Fiber.join(work)
  const waits = yield* Effect.forEach(asking, ([due, fiber]) => Effect.map(Fiber.join(fiber), (at) => at - due))
  return [result, waits] as const
}, Effect.scoped)

const decodeContact = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ uuid: Schema.String })))

const decodeAccepted = Schema.decodeSync(Schema.fromJsonString(Accepted))

const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))

/** Every broken recipient is warned of in its place, with everything that is wrong with it, and nobody else is. */
const checkWarnings = (answer: string, wanted: ReadonlyArray<Warning>, recipients: number) => {
  const accepted = decodeAccepted(answer)
  const told = accepted.warnings.recipients
  const isRight =
    told.length === wanted.length &&
    accepted.rejected_recipients === wanted.length &&
    accepted.recipients === recipients - wanted.length &&
    told.every((warning, index) => Equal.equals(warning, wanted[index]))
  const place = told.findIndex((warning, index) => !Equal.equals(warning, wanted[index]))
  return isRight
    ? Effect.void
    : new Disagreement({ case: "warnings", library: told[place] ?? told.length, rival: wanted[place] ?? wanted.length })
}
