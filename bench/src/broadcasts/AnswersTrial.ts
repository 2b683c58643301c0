import { Effect, Equal, Option, Schema } from "effect"
import { Disagreement } from "../cases/Case.ts"
import type { Reading, Trial } from "../loads/Trial.ts"
import { percentile } from "../measure/Figures.ts"
import { type Asked, startAsking } from "./Asking.ts"
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
    const client = yield* startAsking(`${server.url}/v1/contacts/${contact.uuid}`)
    // A server that has run for a while: its code is compiled, and its connections are open.
    const smaller = new TextEncoder().encode(bodyOf({ ...carousel(Math.ceil(recipients / 10)), scheduledFor: later }))
    for (let n = 0; n < warmUps; n++) yield* server.post("/broadcasts", smaller, 202)

    const accepting: Array<readonly [from: number, until: number]> = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.timeOrigin + performance.now()
      const answer = yield* server.post("/broadcasts", body, 202)
      accepting.push([from, performance.timeOrigin + performance.now()])
      yield* checkWarnings(answer, warnings, recipients)
    }
    const isMeanwhile = ({ due }: Asked) => accepting.some(([from, until]) => from <= due && due <= until)
    const answering = (yield* client.stop).filter(isMeanwhile).map(({ wait }) => wait)
    const at = percentile(answering)
    const peak = yield* server.peakMemory
    const readings: ReadonlyArray<Reading> = [
      { what: "accepted in", value: percentile(accepting.map(([from, until]) => until - from))(0.5), unit: "ms" },
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

/** How many broadcasts of a tenth of the size are accepted before anything is measured. */
const warmUps = 3

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
