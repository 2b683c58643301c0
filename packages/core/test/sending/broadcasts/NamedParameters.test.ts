import { assert, describe, it } from "@effect/vitest"
import { anyValue, type CarouselTemplate, type PlainTemplate, type ValueCheck } from "@rollcall/core/channel"
import type { RecipientPayload } from "@rollcall/core/sending"
import { sentenceOf } from "@rollcall/core/operations"
import { Result } from "effect"
import * as fc from "fast-check"
import { readRecipient } from "../../../src/sending/broadcasts/RecipientRules.ts"
import { parameterIssues } from "../../../src/sending/templates/TemplateParameters.ts"
import {
  carouselRecipient,
  carouselRequest,
  orderUpdate,
  plainRecipient,
  plainRequest,
  summerCollection
} from "./payloads/Payloads.ts"

const names = fc.uniqueArray(fc.constantFrom("customer_name", "voucher_code", "constructor", "day", "__proto__", "1"), {
  minLength: 1,
  maxLength: 4
})

/** Names of a template, and the same in another order, which a broadcast may give them in. */
const turned = names.chain((names) =>
  fc.tuple(fc.constant(names), fc.shuffledSubarray(names, { minLength: names.length }))
)

/** A value for each name, which says whose it is. */
const valuesOf = (names: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `of ${name}`]))

const namedPlain = (bodyNames: ReadonlyArray<string>): PlainTemplate => ({
  ...orderUpdate,
  body: bodyNames.length,
  bodyNames
})
const namedCarousel = (bodyNames: ReadonlyArray<string>): CarouselTemplate => ({
  ...summerCollection,
  body: bodyNames.length,
  bodyNames,
  cards: summerCollection.cards.map((card) => ({ ...card, body: bodyNames.length, bodyNames }))
})

const plainOrder = (bodyOrder: ReadonlyArray<string>) => ({ ...plainRequest([]).parameters, bodyOrder })
const carouselOrder = (bodyOrder: ReadonlyArray<string>) => {
  const { parameters } = carouselRequest([])
  return { ...parameters, bodyOrder, cards: parameters.cards?.map((card) => ({ ...card, bodyOrder })) ?? null }
}

describe("a template's named parameters", () => {
  it("B25: get the values of their names in any order, in the body and in cards", () => {
    fc.assert(
      fc.property(turned, ([bodyNames, order]) => {
        const body = valuesOf(order)
        const expected = { body: bodyNames.map((name) => `of ${name}`), bodyNames }
        const plain = { template: namedPlain(bodyNames), check: anyValue }
        assert.deepStrictEqual(parameterIssues(plainOrder(order), plain), [])
        const recipient = plainRecipient("4917100000001")
        const one = { ...recipient, parameters: { ...recipient.parameters, body } }
        const message = Result.getOrThrow(readRecipient(one, undefined, plainOrder(order), plain))
        assert.deepInclude(message, expected)

        const carousel = { template: namedCarousel(bodyNames), check: anyValue }
        assert.deepStrictEqual(parameterIssues(carouselOrder(order), carousel), [])
        const { parameters, ...rest } = carouselRecipient("4917100000001")
        const cards = parameters.cards?.map((card) => ({ ...card, body })) ?? null
        const other: RecipientPayload = { ...rest, parameters: { ...parameters, body, cards } }
        const withCards = Result.getOrThrow(readRecipient(other, undefined, carouselOrder(order), carousel))
        assert.deepInclude(withCards, expected)
        assert.lengthOf(withCards.cards ?? [], 3)
        for (const card of withCards.cards ?? []) assert.deepInclude(card, expected)
      })
    )
  })

  it("B25: are rejected with an unknown name or a missing name, with the template's names", () => {
    const template = namedPlain(["customer_name", "voucher_code"])
    const issuesOf = (order: ReadonlyArray<string>) =>
      parameterIssues(plainOrder(order), { template, check: anyValue }).map(sentenceOf)
    const has = "customer_name, voucher_code"
    const missing = (name: string) =>
      `parameters.bodyOrder: "${name}" is missing: the template's body parameters are ${has}`
    const unknown = (index: number, name: string) =>
      `parameters.bodyOrder[${index}]: the template has no parameter "${name}": its body parameters are ${has}`
    assert.deepStrictEqual(issuesOf(["first", "second"]), [
      ...[unknown(0, "first"), unknown(1, "second")],
      ...[missing("customer_name"), missing("voucher_code")]
    ])
    assert.deepStrictEqual(issuesOf(["voucher_code"]), [missing("customer_name")])
    assert.deepStrictEqual(issuesOf([...(template.bodyNames ?? []), "day"]), [unknown(2, "day")])
    assert.deepStrictEqual(issuesOf(["customer_name", "customer_name", " "]), [
      'parameters.bodyOrder[1]: repeats "customer_name"',
      "parameters.bodyOrder[2]: must not be empty",
      missing("voucher_code")
    ])
    const carousel = { template: namedCarousel(["price"]), check: anyValue }
    const { length } = parameterIssues(carouselOrder(["prize"]), carousel)
    assert.strictEqual(length, 2 * 4, "of the body and of each of three cards")
  })

  it("B8: of a positional template keep the broadcast's order", () => {
    const found = { template: orderUpdate, check: anyValue }
    const recipient = plainRecipient("4917100000001")
    const message = Result.getOrThrow(readRecipient(recipient, undefined, plainOrder(["order", "name"]), found))
    assert.deepStrictEqual([message.body, message.bodyNames], [["A-1", "Ana"], undefined])
  })
})

describe("a value that the platform would reject", () => {
  const check: ValueCheck = ({ card, part }, values) =>
    values.flatMap((value, index) =>
      value.startsWith("bad") ? [{ index: part === "body" ? index : null, problem: `of ${part}, ${card}` }] : []
    )

  it("B6, B25: is a problem of the recipient, with the value's name", () => {
    const { parameters } = plainRecipient("4917100000001")
    const given = {
      ...plainRecipient("4917100000001"),
      parameters: { ...parameters, body: { name: "Ana", order: "bad" }, button: { track: "bad" } }
    }
    const read = readRecipient(given, undefined, plainRequest([]).parameters, { template: orderUpdate, check })
    assert.deepStrictEqual(Result.isFailure(read) ? read.failure : [], [
      { reason: "invalid_parameter", error: 'parameters.body: "order" of body, null' },
      { reason: "invalid_parameter", error: "parameters.button: of buttons, null" }
    ])
    const carousel = carouselRecipient("4917100000001")
    const cards = carousel.parameters.cards?.map((card, n) =>
      n === 1 ? { ...card, body: { title: "bad", price: "1" } } : card
    )
    const inCard = { ...carousel, parameters: { ...carousel.parameters, cards: cards ?? null } }
    const found = { template: summerCollection, check }
    const other = readRecipient(inCard, undefined, carouselRequest([]).parameters, found)
    assert.deepStrictEqual(Result.isFailure(other) ? other.failure : [], [
      { reason: "invalid_parameter", error: 'parameters.cards[1].body: "title" of body, 1' }
    ])
  })

  it("B6, B25: in a shared header is an issue of the broadcast, and in a recipient's header a problem of the recipient", () => {
    const template = { ...orderUpdate, header: "text" as const }
    const shared = { ...plainRequest([]).parameters, header: { type: "text" as const, value: "bad" } }
    assert.deepStrictEqual(parameterIssues(shared, { template, check }).map(sentenceOf), [
      "parameters.header.value: of header, null"
    ])
    const { parameters } = plainRecipient("4917100000001")
    const given = {
      ...plainRecipient("4917100000001"),
      parameters: { ...parameters, header: { type: null, value: "bad" } }
    }
    const read = readRecipient(given, undefined, shared, { template, check })
    assert.deepStrictEqual(Result.isFailure(read) ? read.failure : [], [
      { reason: "invalid_parameter", error: "parameters.header.value: of header, null" }
    ])
  })
})
