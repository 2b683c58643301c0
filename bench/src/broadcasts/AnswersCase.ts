import type { BroadcastRequest, RecipientReason } from "@rollcall/core"
import type { RecipientRequest } from "@rollcall/core/broadcasts"
import { Effect, Schema } from "effect"
import { percentile } from "../Alternate.ts"
import { ownTurn, startAsking } from "../Asking.ts"
import { agree, type Case, type Limit, type Measured, single } from "../Case.ts"
import { startServer } from "../Processes.ts"
import { Accepted, bodyOf, carousel, identifierOf, later } from "./Requests.ts"

/** How often a request is sent meanwhile, in milliseconds. */
const every = 5

const name = "broadcast: answers while accepting 50,000"

/**
 * Other requests are answered while 50,000 recipients of a carousel are accepted, some thousands of them invalid. A
 * request is sent every few milliseconds, whether those before it are answered or not, and timed from when it was due.
 */
export const answersMeanwhile: Case = {
  name,
  measure: Effect.fnUntraced(function* ({ url }, _, { recipients, rounds }) {
    const server = yield* startServer(url)
    const encode = (text: string) => new TextEncoder().encode(text)
    const { request, warnings } = broken({ ...carousel(recipients), scheduledFor: later })
    const body = encode(bodyOf(request))
    const person = encode(JSON.stringify({ first_name: "Ada", email: "a@b.example" }))
    const contact = yield* server.post("/v1/contacts", person, 201, Schema.Struct({ uuid: Schema.String }))
    const paths = [`/v1/contacts/${contact.uuid}`]
    const stopAsking = yield* startAsking({ url: server.url, token: server.token, paths, every })
    // As in a server that has run for a while, the code is compiled and connections are open before anything is measured.
    const smaller = encode(bodyOf({ ...carousel(Math.ceil(recipients / 10)), scheduledFor: later }))
    for (let n = 0; n < 3; n++) yield* server.post("/broadcasts", smaller, 202, Accepted)

    const accepting: Array<readonly [from: number, until: number]> = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.timeOrigin + performance.now()
      const accepted = yield* server.post("/broadcasts", body, 202, Accepted)
      accepting.push([from, performance.timeOrigin + performance.now()])
      const counts = [accepted.recipients, accepted.rejected_recipients]
      yield* agree(`${name}: counts`, counts, [recipients - warnings.length, warnings.length])
      yield* agree(`${name}: warnings`, accepted.warnings.recipients, warnings)
    }
    const asked = (yield* stopAsking).filter(({ path }) => path !== ownTurn)
    yield* agree(`${name}: status`, [...new Set(asked.map(({ status }) => status))], [200])
    const meanwhile = asked.filter(({ due }) => accepting.some(([from, until]) => from <= due && due <= until))
    const wait = percentile(meanwhile.map(({ wait }) => wait))
    const peak = yield* server.peakMemory
    return [
      measured("accepted in", percentile(accepting.map(([from, until]) => until - from))(0.5), "ms"),
      measured("body", body.length / 2 ** 20, "MiB"),
      measured("warnings", warnings.length),
      measured("GETs meanwhile", meanwhile.length),
      measured("GET p50", wait(0.5), "ms"),
      measured("GET p99", wait(0.99), "ms", 100),
      measured("GET max", wait(1), "ms"),
      ...(peak === undefined ? [] : [measured("peak memory of the server", peak, "MiB", 512)])
    ]
  }, Effect.scoped)
}

const measured = (what: string, value: number, unit = "", most?: number): Measured => {
  const limits: ReadonlyArray<Limit> = most === undefined ? [] : [{ of: "library", is: "<=", value: most }]
  return { name: `${name}: ${what}`, unit, library: single(value), limits }
}

type Problem = readonly [reason: RecipientReason, error: string]

type Fault = (
  recipient: { readonly identifier: string; readonly parameters: Parameters },
  index: number
) => readonly [changes: Partial<RecipientRequest>, ...problems: ReadonlyArray<Problem>]

type Parameters = NonNullable<RecipientRequest["parameters"]>

const withCard = (
  parameters: Parameters,
  place: number,
  changes: Partial<NonNullable<Parameters["cards"]>[number]>
) => {
  const cards = parameters.cards?.map((card, index) => (index === place ? { ...card, ...changes } : card)) ?? null
  return { parameters: { ...parameters, cards } }
}

const image = { type: null, value: "https://media.example.com/own.png" }

/** Ways to break a rule of recipients, each with the problems to expect; the last one breaks three rules. */
const faults: ReadonlyArray<Fault> = [
  ({ identifier }) => [
    { identifier: `+${identifier}` },
    ["invalid_identifier", "identifier must be given without the leading plus"]
  ],
  (_, index) => [
    { identifier: identifierOf(index - 1) },
    ["duplicate_identifier", `duplicate identifier: it stands first at recipients[${index - 1}]`]
  ],
  () => [
    { clientReference: "r".repeat(256) },
    ["invalid_client_reference", "the client reference must have at most 255 characters"]
  ],
  ({ parameters }) => [
    { parameters: { ...parameters, body: {} } },
    ["missing_parameter", 'parameters.body: "name" is missing']
  ],
  ({ parameters }) => [
    { parameters: { ...parameters, cards: parameters.cards?.slice(1) ?? null } },
    ["wrong_card_count", "parameters.cards: must have 3 cards, not 2"]
  ],
  ({ parameters }) => [
    withCard(parameters, 1, { body: { title: "Hat", price: " " } }),
    ["missing_parameter", 'parameters.cards[1].body: "price" must not be empty']
  ],
  ({ parameters }) => [
    withCard(parameters, 2, { button: { link: "hat", map: "x" } }),
    ["unexpected_parameter", `parameters.cards[2].button: "map" is not in the broadcast's order`]
  ],
  ({ parameters }) => [
    { parameters: { ...parameters, header: image, button: { link: "x" }, cards: [] } },
    ["unexpected_parameter", "parameters.header: a carousel takes headers per card only"],
    ["unexpected_parameter", "parameters.button: a carousel takes buttons per card only"],
    ["wrong_card_count", "parameters.cards: must have 3 cards, not 0"]
  ]
]

/** Breaks every eleventh recipient, one way after the other. Returns the warnings to expect, too. */
const broken = (request: BroadcastRequest) => {
  const warnings: Array<(typeof Accepted.Type)["warnings"]["recipients"][number]> = []
  const recipients = request.recipients.map((recipient, index) => {
    const fault = index % 11 === 10 ? faults[Math.floor(index / 11) % faults.length] : undefined
    if (fault === undefined) return recipient
    const { identifier, parameters } = recipient
    const [changes, ...problems] = fault({ identifier, parameters: parameters ?? {} }, index)
    const changed = { ...recipient, ...changes }
    const [reasons, errors] = [problems.map(([reason]) => reason), problems.map(([, error]) => error)]
    warnings.push({ identifier: changed.identifier, errors, reasons })
    return changed
  })
  return { request: { ...request, recipients }, warnings }
}
