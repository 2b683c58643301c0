import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { layoutOf } from "../../src/templates/TemplateLayout.ts"
import { TemplateShape } from "../../src/templates/TemplateShape.ts"
import { golden, goldens } from "../Fixture.ts"

const layout = (template: unknown) => layoutOf(Schema.decodeUnknownSync(TemplateShape)(template))

const plain = (...components: ReadonlyArray<object>) => ({
  name: "n",
  language: "en",
  status: "APPROVED",
  components: [{ type: "BODY", text: "b" }, ...components]
})

describe("the definition of a template", () => {
  it("B8: has as many parameters as the platform's has variables", () => {
    const counts = goldens.map((name) => {
      const { template } = Option.getOrThrow(layout(golden(name).template))
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
      statuses.map((status) => Option.getOrThrow(layout({ ...plain(), status })).template.status),
      ["approved", "approved", "pending", "pending", "rejected", "paused", "disabled", "disabled"]
    )
  })

  it("is left out if a broadcast cannot fill it in", () => {
    const templates = [
      plain({ type: "HEADER", format: "LOCATION" }),
      plain({ type: "LIMITED_TIME_OFFER" }),
      plain({ type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy" }] }),
      plain({ type: "CAROUSEL", cards: [{ components: [{ type: "HEADER", format: "PRODUCT" }] }] }),
      plain({ type: "CAROUSEL", cards: [{ components: [{ type: "BODY", text: "no header" }] }] }),
      { ...plain(), name: "" }
    ]
    assert.deepStrictEqual(
      templates.map(layout),
      templates.map(() => Option.none())
    )
  })
})
