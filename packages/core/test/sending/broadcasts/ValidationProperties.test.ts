import { assert, describe, it } from "@effect/vitest"
import { InvalidInput, WorkspaceUuid } from "@rollcall/core"
import { sentenceOf } from "@rollcall/core/operations"
import { anyValue, Channels, MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import { digitForms } from "@rollcall/core/people"
import { BroadcastStore, ContactStore, OptOutStore, WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Result } from "effect"
import * as fc from "fast-check"
import {
  judge as judgePayload,
  judgePart,
  validateBroadcast
} from "../../../src/sending/broadcasts/BroadcastValidation.ts"
import { toPayload } from "../../../src/sending/broadcasts/BroadcastPayload.ts"
import { brokenRecipients } from "./payloads/BrokenRecipients.ts"
import { brokenRequests } from "./payloads/BrokenRequests.ts"
import { placesOf, withRequest } from "./payloads/PayloadPlaces.ts"
import { type CompleteRequest, now, plainRecipient, plainRequest, summerCollection } from "./payloads/Payloads.ts"
import { anyPayload, type Payload } from "./payloads/ValidPayloads.ts"

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")

const channel = MessageChannel.of({
  channelType: "chatapp",
  hasSender: () => Effect.succeed(true),
  senders: () => Effect.succeed([]),
  send: () => Effect.die("nothing is sent"),
  lookup: () => Effect.die("nothing is asked"),
  listen: () => Effect.never
})

const channelsWith = (template: Payload["template"]) =>
  Channels.layer.pipe(
    Layer.provide(Layer.succeed(MessageChannel, channel)),
    Layer.provide(
      Layer.mock(TemplateCatalog, { find: () => Effect.succeed(Option.some({ template, check: anyValue })) })
    )
  )

/** Everything that is said of a payload: why it is refused as a whole, or of each recipient what is wrong with it. */
const judge = ({ request, template }: Payload, maxRecipients = 10) =>
  Effect.gen(function* () {
    const context = { now, maxRecipients }
    const { warnings } = yield* validateBroadcast(workspace, toPayload(digitForms, request, "chatapp"), context)
    const { read } = yield* judgePayload(workspace, toPayload(digitForms, request, "chatapp"), context)
    const problems = read(request.recipients).map(({ reading }) => (Result.isFailure(reading) ? reading.failure : []))
    return { warnings, problems }
  }).pipe(
    Effect.provide(channelsWith(template)),
    Effect.provide(Layer.mock(ContactStore, {})),
    Effect.provide(Layer.mock(BroadcastStore, { now: Effect.succeed(now) })),
    Effect.provide(Layer.mock(WorkspaceStore, { settings: () => Effect.succeed(Option.none()) })),
    Effect.provide(Layer.mock(OptOutStore, { isEmpty: () => Effect.succeed(true) })),
    Effect.result,
    Effect.runSync
  )

/** Why a payload is refused as a whole. */
const violationsOf = (payload: Payload, maxRecipients?: number): ReadonlyArray<string> => {
  const result = judge(payload, maxRecipients)
  const isRefused = Result.isFailure(result) && result.failure instanceof InvalidInput
  return isRefused && result.failure instanceof InvalidInput ? result.failure.issues.map(sentenceOf) : []
}

/** Which rules a payload breaks of which one part cannot be read. */
const partViolationsOf = ({ request, template }: Payload, unreadable: keyof CompleteRequest) => {
  const { [unreadable]: _, ...part } = request
  return judgePart(workspace, part, { now, maxRecipients: 10 }).pipe(
    Effect.map(({ issues }) => issues.map(sentenceOf)),
    Effect.provide(channelsWith(template)),
    Effect.runSync
  )
}

/** What is wrong with each recipient. */
const problemsOf = (payload: Payload) => Result.getOrThrow(judge(payload)).problems

describe("a generated payload", () => {
  it("B6: without errors is accepted, with a value for everything in the template (B9)", () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const { problems, warnings } = Result.getOrThrow(judge(payload))
        assert.deepStrictEqual([warnings, problems.flat()], [[], []])
      })
    )
  })

  it.each(Object.entries(brokenRequests))("%s is rejected with exactly its message", (_rule, broken) => {
    fc.assert(
      fc.property(anyPayload, fc.nat(), (payload, n) => {
        const [changed, ...violations] = broken(payload, n) ?? [null]
        fc.pre(changed !== null)
        assert.deepStrictEqual(violationsOf(changed), violations)
      })
    )
  })

  it("with one recipient too many is rejected with exactly its message", () => {
    fc.assert(
      fc.property(anyPayload, (payload) => {
        const max = payload.request.recipients.length - 1
        assert.deepStrictEqual(violationsOf(payload, max), [`recipients: must have at most ${max} recipients`])
      })
    )
  })

  it("B6: that breaks two rules gets both issues", () => {
    const rules = Object.values(brokenRequests)
    fc.assert(
      fc.property(anyPayload, fc.constantFrom(...rules), fc.nat(), (payload, broken, n) => {
        const [changed, ...violations] = broken(payload, n) ?? [null]
        fc.pre(changed !== null && changed.request.from === payload.request.from)
        assert.sameMembers(
          [...violationsOf(withRequest(changed, { from: "" }))],
          [...violations, "from: must not be empty"]
        )
      })
    )
  })

  it("B6: with an unreadable part still gets the issues of other parts", () => {
    const rules = Object.values(brokenRequests)
    const unreadable = fc.constantFrom("name", "from", "version", "clientUniqueIdentifier", "recipients")
    fc.assert(
      fc.property(anyPayload, fc.constantFrom(...rules), unreadable, fc.nat(), (payload, broken, omitted, n) => {
        const [changed, ...violations] = broken(payload, n) ?? [null]
        fc.pre(changed !== null && changed.request[omitted] === payload.request[omitted])
        assert.deepStrictEqual(partViolationsOf(changed, omitted), violations)
      })
    )
  })

  it("B6: gets no issue about a template that cannot be looked up, or about unreadable parameters", () => {
    const carousel = { ...summerCollection, status: "paused" } as const
    const payload = { request: plainRequest([plainRecipient("4917100000001")]), template: carousel }
    assert.deepStrictEqual(partViolationsOf(payload, "templateName"), [])
    assert.deepStrictEqual(partViolationsOf(payload, "locale"), [])
    assert.deepStrictEqual(partViolationsOf(payload, "parameters"), [
      "templateName: the template is paused, not approved"
    ])
  })

  it.each(Object.entries(brokenRecipients))(
    "%s rejects only its recipient, with exactly its reason and message (B21)",
    (_rule, broken) => {
      fc.assert(
        fc.property(anyPayload, fc.nat(), fc.nat(), (payload, chosen, n) => {
          const index = chosen % payload.request.recipients.length
          const [changed, problem] = broken(payload, index, n) ?? [null]
          fc.pre(changed !== null)
          const expected = payload.request.recipients.map((_, at) => (at === index ? [problem] : []))
          assert.deepStrictEqual<ReadonlyArray<ReadonlyArray<unknown>>>(problemsOf(changed), expected)
        })
      )
    }
  )

  it("B8: a recipient's cards in another order are rejected for their missing names", () => {
    fc.assert(
      fc.property(anyPayload, fc.nat(), (payload, n) => {
        const { own, put } = placesOf(payload, 0)
        const cards = own.cards ?? []
        const at = n % Math.max(cards.length - 1, 1)
        const [one, other] = [cards[at], cards[at + 1]]
        fc.pre(one !== undefined && other !== undefined)
        const namesOf = ({ body, button }: typeof one) => [Object.keys(body).toSorted(), Object.keys(button).toSorted()]
        fc.pre(JSON.stringify(namesOf(one)) !== JSON.stringify(namesOf(other)))
        const headers = { header: { type: null, value: "https://media.example.com/a.png" } }
        const swapped = cards.with(at, { ...other, ...headers }).with(at + 1, { ...one, ...headers })
        const problems = problemsOf(put({ cards: swapped }))[0] ?? []
        assert.isNotEmpty(problems)
        const places = [at, at + 1].map((index) => `parameters.cards[${index}].`)
        assert.isTrue(problems.every(({ error }) => places.some((place) => error.startsWith(place))))
      })
    )
  })
})
