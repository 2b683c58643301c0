import { assert, describe, it } from "@effect/vitest"
import { toEstimateResource } from "../../src/broadcasts/EstimateResource.ts"
import { ContactUuid } from "@rollcall/core"
import type { MessageParameters } from "@rollcall/core/channel"

const contactUuid = ContactUuid.make("0195b1c8-2800-7000-8000-000000000001")
const message = { header: null, body: null, footer: null, buttons: null, cards: null }

const parametersOf = (parameters: MessageParameters) => {
  const example = { contactUuid, identifier: "4930901820", parameters, message }
  const estimate = { contacts: 1, recipients: 1, exclusions: {}, predictions: {}, seconds: 1, examples: [example] }
  return toEstimateResource(estimate).examples[0]?.parameters
}

describe("the values of an example (R6)", () => {
  it("have the template's names, or their positions", () => {
    const header = { type: "image", value: "https://shop.example/a.png" } as const
    assert.deepStrictEqual(parametersOf({ header, body: ["Ada", "9:30"], buttons: ["A1"], cards: null }), {
      header: { value: header.value },
      body: { "1": "Ada", "2": "9:30" },
      button: { "1": "A1" },
      cards: null
    })
    const named = { header: null, body: ["9:30", "Ada"], bodyNames: ["time", "name"], buttons: [], cards: null }
    assert.deepStrictEqual(parametersOf(named)?.body, { time: "9:30", name: "Ada" })
  })

  it("are the cards' values if there are cards, which have the buttons", () => {
    const card = { header: { type: "image", value: "https://shop.example/1.png" }, body: [], buttons: ["1"] } as const
    assert.deepStrictEqual(parametersOf({ header: null, body: ["Ada"], buttons: [], cards: [card] }), {
      header: null,
      body: { "1": "Ada" },
      button: null,
      cards: [{ header: { value: "https://shop.example/1.png" }, body: {}, button: { "1": "1" } }]
    })
  })
})
