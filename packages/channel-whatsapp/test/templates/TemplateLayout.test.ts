import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { readTemplate } from "../../src/templates/TemplateLayout.ts"
import { TemplateShape } from "../../src/templates/TemplateShape.ts"
import { golden, goldens } from "../Fixture.ts"

const layout = (template: unknown) => readTemplate(Schema.decodeUnknownSync(TemplateShape)(template))

const plain = (...components: ReadonlyArray<object>) => ({
  name: "n",
  language: "en",
  status: "APPROVED",
  components: [{ type: "BODY", text: "b" }, ...components]
})

describe("a template's definition", () => {
  it("B8: has as many parameters as the platform's template has variables", () => {
    const counts = goldens.map((name) => {
      const { template } = Result.getOrThrow(layout(golden(name).template))
      return template.kind === "plain"
        ? [template.header, template.body, template.buttons]
        : [template.body, ...template.cards.map(({ body, buttons, header }) => [header, body, buttons])]
    })
    assert.deepStrictEqual(counts, [
      [null, 0, 0],
      ["text", 3, 1],
      ["text", 2, 1],
      ["image", 0, 0],
      ["video", 1, 0],
      ["document", 0, 0],
      [1, ["image", 2, 1], ["image", 2, 1], ["image", 2, 1]],
      [0, ["video", 0, 0], ["video", 0, 0]]
    ])
  })

  it("B5: is approved only if the platform says so", () => {
    const statuses = ["APPROVED", "approved", "PENDING", "IN_APPEAL", "REJECTED", "PAUSED", "DISABLED", "LOCKED"]
    assert.deepStrictEqual(
      statuses.map((status) => Result.getOrThrow(layout({ ...plain(), status })).template.status),
      ["approved", "approved", "pending", "pending", "rejected", "paused", "disabled", "disabled"]
    )
  })

  it("Q1: has the platform's category, and none if that is missing or unknown", () => {
    const given = [
      { category: "MARKETING" },
      { category: "utility" },
      { category: "AUTHENTICATION" },
      { category: "NEWS" },
      {}
    ]
    assert.deepStrictEqual(
      given.map((one) => Result.getOrThrow(layout({ ...plain(), ...one })).template.category),
      ["marketing", "utility", "authentication", undefined, undefined]
    )
  })

  it("B25: has the names of its body, carousel and cards if they are named parameters", () => {
    const text = "{{day}} and {{name}}, {{day}}"
    const card = {
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "{{price}}" }
      ]
    }
    const named = { ...plain(), parameter_format: "NAMED", components: [{ type: "BODY", text }] }
    assert.deepInclude(Result.getOrThrow(layout(named)).template, { body: 2, bodyNames: ["day", "name"] })
    const cards = { ...named, components: [...named.components, { type: "CAROUSEL", cards: [card, card] }] }
    const price = {
      header: "image" as const,
      body: 1,
      bodyNames: ["price"],
      buttons: 0,
      text: { body: "{{price}}" }
    }
    assert.deepInclude(Result.getOrThrow(layout(cards)).template, { bodyNames: ["day", "name"], cards: [price, price] })
    for (const other of [
      plain(),
      { ...plain(), parameter_format: "NAMED" },
      { ...named, parameter_format: "POSITIONAL" }
    ]) {
      assert.notProperty(Result.getOrThrow(layout(other)).template, "bodyNames")
    }
  })

  it("R50: has the platform's wording", () => {
    const components = [
      { type: "HEADER", format: "TEXT", text: "Sale of {{1}}" },
      { type: "BODY", text: "{{2}}, only {{1}}" },
      { type: "FOOTER", text: "The shop" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Stop" },
          { type: "URL", text: "Open", url: "https://a.example/{{1}}" },
          { type: "PHONE_NUMBER", text: "Call", phone_number: "+4930901820" },
          { type: "COPY_CODE", text: "Copy", example: "X" },
          { type: "CATALOG" }
        ]
      }
    ]
    assert.deepStrictEqual(Result.getOrThrow(layout({ ...plain(), components })).template.text, {
      header: "Sale of {{1}}",
      body: "{{2}}, only {{1}}",
      footer: "The shop",
      buttons: [
        { label: "Stop" },
        { label: "Open", value: "https://a.example/{{1}}" },
        { label: "Call", value: "+4930901820" },
        { label: "Copy", value: "{{1}}" },
        { label: "catalog" }
      ]
    })
    const image = [{ type: "HEADER", format: "IMAGE" }, ...components.slice(1, 2)]
    assert.deepStrictEqual(Result.getOrThrow(layout({ ...plain(), components: image })).template.text, {
      body: "{{2}}, only {{1}}"
    })
  })

  it("R50: has no wording if that lacks a place for a value, and can still be sent", () => {
    const components = [{ type: "BODY", text: "{{1}} and {{3}}" }]
    const { template } = Result.getOrThrow(layout({ ...plain(), components }))
    assert.strictEqual(template.body, 2)
    assert.notProperty(template, "text")
  })

  it("B25: is unsendable, with the part that prevents it, if a broadcast cannot fill it in", () => {
    const header = { type: "HEADER", format: "IMAGE" }
    const button = (type: string) => ({ type: "BUTTONS", buttons: [{ type: "URL", url: "https://a.b/c" }, { type }] })
    const rows = [
      [[{ type: "HEADER", format: "LOCATION" }], "a header of the type location"],
      [[{ type: "LIMITED_TIME_OFFER" }], "a component of the type limited_time_offer"],
      [[{ type: "SOMETHING_NEW" }], "a component of the type something_new"],
      [[button("ORDER_DETAILS")], "a button of the type order_details"],
      [[button("MPM")], "a button of the type mpm"],
      [[header, header], "several components of the type header"],
      [[{ type: "FOOTER", text: "{{1}}" }], "a footer with a variable"],
      [[{ type: "HEADER", format: "TEXT", text: "{{1}} {{2}}" }], "a header with several variables"],
      [
        [
          {
            type: "CAROUSEL",
            cards: [{ components: [header] }, { components: [{ type: "HEADER", format: "PRODUCT" }] }]
          }
        ],
        "a header of the type product of card 2"
      ],
      [[{ type: "CAROUSEL", cards: [{ components: [header, button("SPM")] }] }], "a button of the type spm of card 1"],
      [
        [{ type: "CAROUSEL", cards: [{ components: [{ type: "BODY", text: "no header" }] }] }],
        "cards other than 1 to 10 with the same header type, image or video"
      ],
      [[header, { type: "CAROUSEL", cards: [] }], "a header or a button with a value above a carousel"]
    ] as const
    for (const [components, problem] of rows) {
      const read = layout(plain(...components))
      assert.deepStrictEqual(
        Result.isFailure(read) ? read.failure : read,
        { kind: "unsendable", name: "n", locale: "en", status: "approved", problem },
        problem
      )
    }
  })
})
