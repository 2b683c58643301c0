import { assert, describe, it } from "@effect/vitest"
import { parameterIssues, sendingIssues } from "../../src/templates/TemplateParameters.ts"
import { carouselRequest, orderUpdate, plainRequest, summerCollection } from "../broadcasts/payloads/Payloads.ts"
import type { Template } from "@rollcall/core"
import { anyValue } from "@rollcall/core/channel"
import { sentenceOf } from "@rollcall/core/shared"
import type { CardPayload, ParametersPayload } from "@rollcall/core/templates"

const found = (template: Template) => ({ template, check: anyValue })

const plain = (change: Partial<ParametersPayload>) =>
  parameterIssues({ ...plainRequest([]).parameters, ...change }, found(orderUpdate)).map(sentenceOf)

const carousel = (change: Partial<ParametersPayload>) =>
  parameterIssues({ ...carouselRequest([]).parameters, ...change }, found(summerCollection)).map(sentenceOf)

const cards: ReadonlyArray<CardPayload> = carouselRequest([]).parameters.cards ?? []
const firstCard = (change: Partial<CardPayload>) =>
  cards.map((card, index) => (index === 0 ? { ...card, ...change } : card))

describe("template parameters", () => {
  it("B6: parameters in order break no rule", () => {
    assert.deepStrictEqual(plain({}), [])
    assert.deepStrictEqual(carousel({}), [])
  })

  it("B5: a template that is not approved is refused", () => {
    assert.deepStrictEqual(sendingIssues(orderUpdate), [])
    assert.deepStrictEqual(sendingIssues({ ...orderUpdate, status: "pending" }).map(sentenceOf), [
      "templateName: the template is pending, not approved"
    ])
  })

  it.each<[string, Partial<ParametersPayload>, string]>([
    ["B5: cards for a plain template", { cards: [] }, "parameters.cards: the template is not a carousel"],
    [
      "B17: a header of another type",
      { header: { type: "video", value: "https://media.example.com/a.mp4" } },
      "parameters.header.type: the template has a header of type image, not video"
    ],
    [
      "B17: a media header over http",
      { header: { type: "image", value: "http://media.example.com/a.png" } },
      "parameters.header.value: must be an https URL"
    ],
    ["a name too few", { bodyOrder: ["name"] }, "parameters.bodyOrder: the template takes 2 body parameters, not 1"],
    ["a name twice", { bodyOrder: ["name", "name"] }, 'parameters.bodyOrder[1]: names "name" a second time'],
    ["a blank name", { bodyOrder: ["name", " "] }, "parameters.bodyOrder[1]: must not be empty"],
    [
      "a button too many",
      { buttonOrder: ["track", "more"] },
      "parameters.buttonOrder: the template takes 1 button values, not 2"
    ]
  ])("plain: %s is refused with exactly its message", (_title, change, message) => {
    assert.deepStrictEqual(plain(change), [message])
  })

  it("B17: a header value may be left to the recipients", () => {
    assert.deepStrictEqual(plain({ header: { type: "image", value: null } }), [])
    assert.deepStrictEqual(plain({ header: null }), [])
  })

  it("B17: a header for a template without one is refused", () => {
    assert.deepStrictEqual(
      parameterIssues(plainRequest([]).parameters, found({ ...orderUpdate, header: null })).map(sentenceOf),
      ["parameters.header: the template has no header"]
    )
  })

  it.each<[string, Partial<ParametersPayload>, string]>([
    ["B5: no cards", { cards: null }, "parameters.cards: the template is a carousel and needs its cards"],
    ["B8: a card too few", { cards: cards.slice(1) }, "parameters.cards: the template has 3 cards, not 2"],
    [
      "B8: a top-level header",
      { header: { type: "image", value: "https://media.example.com/a.png" } },
      "parameters.header: a carousel defines headers per card only"
    ],
    [
      "B8: a top-level button",
      { buttonOrder: ["track"] },
      "parameters.buttonOrder: a carousel defines buttons per card only"
    ],
    [
      "B8: card body names too few",
      { cards: firstCard({ bodyOrder: ["title"] }) },
      "parameters.cards[0].bodyOrder: the template takes 2 body parameters, not 1"
    ],
    [
      "B17: a card header on a private address",
      { cards: firstCard({ header: { type: "image", value: "https://10.0.0.1/a.png" } }) },
      "parameters.cards[0].header.value: must not name a private address"
    ]
  ])("carousel: %s is refused with exactly its message", (_title, change, message) => {
    assert.deepStrictEqual(carousel(change), [message])
  })

  it("B8: card headers are images or videos, all the same", () => {
    assert.deepStrictEqual(carousel({ cards: firstCard({ header: { type: "document", value: null } }) }), [
      "parameters.cards: all card headers must be of the same type",
      "parameters.cards[0].header.type: must be image or video"
    ])
    assert.deepStrictEqual(carousel({ cards: firstCard({ header: { type: "video", value: null } }) }), [
      "parameters.cards: all card headers must be of the same type",
      "parameters.cards[0].header.type: the template's card has a header of type image, not video"
    ])
  })
})
