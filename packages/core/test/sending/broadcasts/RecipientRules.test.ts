import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import type { RecipientReason, Template } from "@rollcall/core"
import { anyValue } from "@rollcall/core/channel"
import type { GivenRecipient, RecipientParametersPayload, RecipientPayload } from "@rollcall/core/sending"
import { toPayload } from "../../../src/sending/broadcasts/BroadcastPayload.ts"
import { digitForms } from "../../../src/people/contacts/Identifiers.ts"
import { readRecipient } from "../../../src/sending/broadcasts/RecipientRules.ts"
import {
  carouselRecipient,
  carouselRequest,
  orderUpdate,
  plainRecipient,
  plainRequest,
  summerCollection
} from "./payloads/Payloads.ts"

const found = (template: Template) => ({ template, check: anyValue })

const identifier = "4917100000001"
/** The reason and the error of each problem. */
const problemsOf = (result: ReturnType<typeof readRecipient>): ReadonlyArray<readonly [RecipientReason, string]> =>
  Result.isFailure(result) ? result.failure.map(({ error, reason }) => [reason, error]) : []

const plain = (change: Partial<RecipientPayload>, firstIndex?: number) =>
  readRecipient(
    { ...plainRecipient(identifier), ...change },
    firstIndex,
    plainRequest([]).parameters,
    found(orderUpdate)
  )

const plainParameters = (change: Partial<RecipientParametersPayload>) =>
  plain({ parameters: { ...plainRecipient(identifier).parameters, ...change } })

const carousel = (change: Partial<RecipientParametersPayload>) =>
  readRecipient(
    { ...carouselRecipient(identifier), parameters: { ...carouselRecipient(identifier).parameters, ...change } },
    undefined,
    carouselRequest([]).parameters,
    found(summerCollection)
  )

describe("recipient rules", () => {
  it("B7: a user id accepts every template except authentication templates", () => {
    const sent = (category: "authentication" | "utility", to: string) =>
      readRecipient({ ...plainRecipient(to) }, undefined, plainRequest([]).parameters, {
        ...found(orderUpdate),
        template: { ...orderUpdate, category }
      })
    assert.deepStrictEqual(problemsOf(sent("authentication", "US.13491208655302741918")), [
      ["invalid_identifier", "an authentication template cannot be sent to a user id: give the person's phone number"]
    ])
    assert.isTrue(Result.isSuccess(sent("authentication", identifier)))
    assert.isTrue(Result.isSuccess(sent("utility", "US.13491208655302741918")))
  })

  it("B9: a valid recipient is stored with its values in the template's order", () => {
    assert.deepStrictEqual(
      plain({}),
      Result.succeed({
        header: { type: "image" as const, value: "https://media.example.com/box.png" },
        body: ["Ana", "A-1"],
        buttons: ["A-1"],
        cards: null
      })
    )
    const message = Result.getOrThrow(carousel({}))
    assert.deepStrictEqual(message.body, ["Ana"])
    assert.deepStrictEqual(
      message.cards?.map((card) => card.body),
      [
        ["Hat", "10"],
        ["Hat", "10"],
        ["Hat", "10"]
      ]
    )
  })

  it.each(["4917100", "491710000000123"])("B7: %s is an identifier", (identifier) => {
    assert.isTrue(Result.isSuccess(plain({ identifier })))
  })

  it("B8: a missing, an empty and a surplus value are reported together", () => {
    assert.deepStrictEqual(problemsOf(plainParameters({ body: { name: " ", extra: "x" }, button: {} })), [
      ["missing_parameter", 'parameters.body: "name" must not be empty'],
      ["missing_parameter", 'parameters.body: "order" is missing'],
      ["unexpected_parameter", `parameters.body: "extra" is not in the broadcast's order`],
      ["missing_parameter", 'parameters.button: "track" is missing']
    ])
  })

  it("B6: of more than 500 errors, the first 500 are returned, with the number of the others", () => {
    const body = Object.fromEntries(Array.from({ length: 650 }, (_, index) => [`key ${index}`, "x"]))
    const errors = problemsOf(plainParameters({ body: { name: "Ana", order: "A-1", ...body } }))
    assert.strictEqual(errors.length, 501)
    assert.deepStrictEqual(errors[499], [
      "unexpected_parameter",
      `parameters.body: "key 499" is not in the broadcast's order`
    ])
    assert.deepStrictEqual(errors[500], ["unexpected_parameter", "and 150 more"])
  })

  it("B17: a recipient's header overrides the value, but not the type", () => {
    const value = "https://media.example.com/mine.png"
    assert.deepStrictEqual(Result.getOrThrow(plainParameters({ header: { type: null, value } })).header, {
      type: "image",
      value
    })
  })

  it("B6: values of wrong types are reported with all other errors, without further errors about them", () => {
    const given: GivenRecipient = {
      identifier: "+1",
      clientReference: 7,
      parameters: { header: { type: 1, value: false }, body: { name: null, order: undefined, "a\0": 1 }, button: [] }
    }
    assert.deepStrictEqual(problemsOfGiven(given), [
      ["invalid_identifier", "identifier must be given without the leading plus"],
      ["invalid_client_reference", "the client reference must be a string"],
      ["invalid_parameter", "parameters.header.type: must be a string"],
      ["invalid_parameter", "parameters.header.value: must be a string"],
      ["invalid_parameter", 'parameters.body: "name" must be a string'],
      ["missing_parameter", 'parameters.body: "order" is missing'],
      ["unexpected_parameter", `parameters.body: "a\\u0000" is not in the broadcast's order`],
      ["invalid_parameter", "parameters.button: must be an object"]
    ])
    const cards = [5, { header: "x", body: [], button: { 1: 1 } }]
    assert.deepStrictEqual(problemsOfGiven({ identifier, parameters: { cards } }, "carousel"), [
      ["missing_parameter", 'parameters.body: "name" is missing'],
      ["wrong_card_count", "parameters.cards: must have 3 cards, not 2"]
    ])
    const three = problemsOfGiven(
      { identifier, parameters: { body: { name: "Ana" }, cards: [...cards, null] } },
      "carousel"
    )
    assert.includeDeepMembers(
      [...three],
      [
        ["invalid_parameter", "parameters.cards[0]: must be an object"],
        ["invalid_parameter", "parameters.cards[1].header: must be an object"],
        ["invalid_parameter", "parameters.cards[1].body: must be an object"],
        ["invalid_parameter", "parameters.cards[2]: must be an object"]
      ]
    )
  })

  it.each<[unknown, string]>([
    [5, "parameters: must be an object"],
    [[], "parameters: must be an object"],
    [{ cards: {} }, "parameters.cards: must be a list"],
    [{ body: "Ana" }, "parameters.body: must be an object"],
    [{ body: { name: "A\0" } }, 'parameters.body: "name" must not contain U+0000 or a lone surrogate']
  ])("B6: parameters with the value %j are a problem of the recipient", (parameters, error) => {
    assert.deepInclude(problemsOfGiven({ identifier, parameters }, "carousel"), ["invalid_parameter", error])
  })

  it("B6: null counts as missing, and unknown members are ignored", () => {
    const parameters = {
      header: null,
      body: { name: "Ana", order: "1" },
      button: { track: "1" },
      cards: null,
      other: [1]
    }
    assert.deepStrictEqual(problemsOfGiven({ identifier, clientReference: null, parameters }), [])
  })
})

/** What is wrong with a recipient that was not decoded. */
const problemsOfGiven = (given: GivenRecipient, kind: "plain" | "carousel" = "plain") => {
  const request = kind === "plain" ? plainRequest([]) : carouselRequest([])
  const template = kind === "plain" ? orderUpdate : summerCollection
  const stream = { ...request, count: 1, recipients: Stream.make([given]) }
  const [recipient] = Effect.runSync(Stream.runCollect(toPayload(digitForms, stream, "chatapp").recipients)).flat()
  assert(recipient !== undefined)
  return problemsOf(readRecipient(recipient, undefined, request.parameters, found(template)))
}
