import { assert, describe, it } from "@effect/vitest"
import { type CarouselTemplate, type MessageParameters, PlainTemplate } from "@rollcall/core/channel"
import { renderMessage } from "@rollcall/core/sending"
import { Result, Schema } from "effect"
import fc from "fast-check"

const plain = (given: Partial<PlainTemplate>): PlainTemplate => ({
  kind: "plain",
  name: "n",
  locale: "en",
  status: "approved",
  header: null,
  body: 0,
  buttons: 0,
  ...given
})

const values = (given: Partial<MessageParameters>): MessageParameters => ({
  header: null,
  body: [],
  buttons: [],
  cards: null,
  ...given
})

const nothing = { header: null, body: null, footer: null, buttons: null, cards: null }

describe("a rendered message", () => {
  it("R50: has the values in their placeholders, by position", () => {
    const template = plain({
      header: "text",
      body: 2,
      buttons: 2,
      text: {
        header: "Order {{1}}",
        body: "{{2}}, your order of {{1}} is here. Thanks, {{ 2 }}!",
        footer: "Say STOP to stop",
        buttons: [
          { label: "Call", value: "+4930901820" },
          { label: "Track", value: "https://shop.example/t/{{1}}?x=1" },
          { label: "Copy", value: "{{1}}" },
          { label: "Stop" }
        ]
      }
    })
    const parameters = values({
      header: { type: "text", value: "no. 7" },
      body: ["Monday", "Zoë"],
      buttons: ["abc", "SAVE20"]
    })
    assert.deepStrictEqual(renderMessage(template, parameters), {
      header: { type: "text", value: "Order no. 7" },
      body: "Zoë, your order of Monday is here. Thanks, Zoë!",
      footer: "Say STOP to stop",
      buttons: [
        { label: "Call", value: "+4930901820" },
        { label: "Track", value: "https://shop.example/t/abc?x=1" },
        { label: "Copy", value: "SAVE20" },
        { label: "Stop", value: null }
      ],
      cards: null
    })
  })

  it("R50, B25: has the values in their placeholders, by the names stored with them", () => {
    const template = plain({ body: 2, bodyNames: ["day", "name"], text: { body: "{{name}} on {{day}}" } })
    const rendered = (parameters: Partial<MessageParameters>) => renderMessage(template, values(parameters)).body
    assert.strictEqual(rendered({ body: ["Monday", "Zoë"] }), "Zoë on Monday")
    assert.strictEqual(rendered({ body: ["Zoë", "Monday"], bodyNames: ["name", "day"] }), "Zoë on Monday")
    assert.isNull(rendered({ body: ["Zoë"], bodyNames: ["name"] }))
  })

  it("R50: has media and cards, and null for parts without wording", () => {
    const image = { type: "image", value: "https://a.example/b.png" } as const
    assert.deepStrictEqual(renderMessage(plain({ header: "image", body: 1 }), values({ header: image, body: ["x"] })), {
      ...nothing,
      header: image
    })
    const template: CarouselTemplate = {
      kind: "carousel",
      name: "n",
      locale: "en",
      status: "approved",
      body: 1,
      text: { body: "Hi {{1}}" },
      cards: [
        {
          header: "image",
          body: 1,
          buttons: 1,
          text: { body: "{{1}} €", buttons: [{ label: "Buy", value: "https://a.example/{{1}}" }] }
        },
        { header: "image", body: 0, buttons: 0 }
      ]
    }
    const cards = [
      { header: image, body: ["9"], buttons: ["7"] },
      { header: image, body: [], buttons: [] }
    ]
    assert.deepStrictEqual(renderMessage(template, values({ body: ["Zoë"], cards })), {
      ...nothing,
      body: "Hi Zoë",
      buttons: [],
      cards: [
        {
          header: image,
          body: "9 €",
          footer: null,
          buttons: [{ label: "Buy", value: "https://a.example/7" }]
        },
        { header: image, body: null, footer: null, buttons: null }
      ]
    })
  })

  it("R50: does not interpret a value as a placeholder, whatever it contains", () => {
    const part = fc.constantFrom("{{1}}", "{{2}}", "{{", "}}", "1", "$1", "$&", "a")
    const text = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""))
    const template = plain({ body: 2, text: { body: "<{{1}}|{{2}}|{{1}}>" } })
    fc.assert(
      fc.property(text, text, (first, second) => {
        assert.strictEqual(
          renderMessage(template, values({ body: [first, second] })).body,
          `<${first}|${second}|${first}>`
        )
      })
    )
  })
})

describe("a wording", () => {
  const decode = Schema.decodeUnknownResult(PlainTemplate)
  const isTaken = (given: Partial<PlainTemplate>) => Result.isSuccess(decode(plain(given)))

  it("R50: has a placeholder for each value that the template takes", () => {
    assert.isTrue(isTaken({ body: 2, text: { body: "{{2}} {{1}} {{2}}" } }))
    assert.isTrue(isTaken({ body: 1, bodyNames: ["day"], text: { body: "{{day}}" } }))
    assert.isTrue(isTaken({ header: "text", text: { header: "{{customer}}" } }))
    assert.isTrue(isTaken({ text: { header: "Hello", buttons: [{ label: "Stop" }] } }))
    assert.isTrue(isTaken({ header: "image", buttons: 1, text: { buttons: [{ label: "Go", value: "{{1}}" }] } }))
  })

  it.each<[string, Partial<PlainTemplate>]>([
    ["no body for its values", { body: 1, text: {} }],
    ["a place too few", { body: 2, text: { body: "{{1}}" } }],
    ["a place too many", { body: 1, text: { body: "{{1}} {{2}}" } }],
    ["a name that the template lacks", { body: 1, bodyNames: ["day"], text: { body: "{{1}}" } }],
    ["a header without the place of its value", { header: "text", text: { header: "Hello" } }],
    ["a place in a header that takes none", { text: { header: "{{1}}" } }],
    ["a text for a header of media", { header: "image", text: { header: "Hello" } }],
    ["a place in the footer", { text: { footer: "{{1}}" } }],
    ["a button too few with a place", { buttons: 1, text: { buttons: [{ label: "Go", value: "https://a.example" }] } }],
    ["a button with two places", { buttons: 1, text: { buttons: [{ label: "Go", value: "{{1}}{{2}}" }] } }],
    ["an empty text", { text: { body: "" } }]
  ])("R50: is rejected with %s", (_, given) => assert.isFalse(isTaken(given)))
})
