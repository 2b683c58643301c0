import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { checkOf } from "../../src/templates/ValueProblems.ts"
import { readTemplate } from "../../src/templates/TemplateLayout.ts"
import { TemplateShape } from "../../src/templates/TemplateShape.ts"

const checkFor = (...components: ReadonlyArray<object>) =>
  checkOf(
    Result.getOrThrow(
      readTemplate(
        Schema.decodeUnknownSync(TemplateShape)({ name: "n", language: "en", status: "APPROVED", components })
      )
    )
  )

const ofButton = (button: object) => {
  const check = checkFor({ type: "BODY", text: "b" }, { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY" }, button] })
  return (value: string) => check({ card: null, part: "buttons" }, [value])[0]?.problem
}

describe("values that the platform would reject (B25)", () => {
  it("B25: are measured with the whole text: 60 characters in a header, 1,024 in a body, 32,768 in a body without other parts", () => {
    const header = checkFor({ type: "HEADER", format: "TEXT", text: "Hi {{1}}!" }, { type: "BODY", text: "b" })
    const inHeader = (value: string) => header({ card: null, part: "header" }, [value])
    assert.deepStrictEqual(inHeader("x".repeat(56)), [])
    assert.deepStrictEqual(inHeader("x".repeat(57)), [
      { index: null, problem: "the header would have more than 60 characters" }
    ])
    for (const [others, most] of [
      [[], 32_768],
      [[{ type: "FOOTER", text: "f" }], 1_024]
    ] as const) {
      const check = checkFor({ type: "BODY", text: "{{1}}, {{2}}, {{1}}" }, ...others)
      const inBody = (...values: ReadonlyArray<string>) => check({ card: null, part: "body" }, values)
      assert.deepStrictEqual(inBody("😀", "x".repeat(most - 6)), [])
      const problem = `the text would have more than ${most} characters`
      assert.deepStrictEqual(inBody("😀", "x".repeat(most - 5)), [{ index: null, problem }])
      assert.deepStrictEqual(inBody("a\nb", "x".repeat(most)), [
        { index: 0, problem: "must not contain line breaks or tabs" }
      ])
    }
  })

  it("B25: include a whole URL for a button, which takes only the end of its URL", () => {
    const problem = ofButton({ type: "URL", url: "https://shop.example.com/track/{{1}}" })
    for (const value of ["ABC", "a/b?c=d", "orders/7#top", "shop.example", "a.b/c", "http", "https%3A%2F%2Fa.b"]) {
      assert.isUndefined(problem(value), value)
    }
    for (const value of [
      ...["https://shop.example.com/track/ABC", "http://other.example.com", " HTTPS://a.b", "whatsapp://send"],
      ...["shop.example.com/track/ABC", "Shop.Example.com/track/"]
    ]) {
      assert.strictEqual(problem(value), "must be only the part after https://shop.example.com/track/, not a whole URL")
    }
    const prefix = "https://shop.example.com/track/"
    assert.isUndefined(problem("x".repeat(2_000 - prefix.length)))
    assert.strictEqual(
      problem("x".repeat(2_001 - prefix.length)),
      `must have at most ${2_000 - prefix.length} characters`
    )
    // Where a shop counts clicks, the value of a query may be a whole URL.
    assert.isUndefined(
      ofButton({ type: "URL", url: "https://a.example.com/go?to={{1}}" })("https://shop.example.com/a")
    )
  })

  it("B25: exclude a coupon code of 20 characters and a one-time code of 15", () => {
    for (const [button, most] of [
      [{ type: "COPY_CODE" }, 20],
      [{ type: "OTP", otp_type: "COPY_CODE" }, 15]
    ] as const) {
      assert.isUndefined(ofButton(button)("1".repeat(most)))
      assert.strictEqual(ofButton(button)("1".repeat(most + 1)), `must have at most ${most} characters`)
      assert.strictEqual(ofButton(button)("1\n2"), "must not contain line breaks or tabs")
    }
  })

  it("B25: are found in a carousel's cards, each by its own definition", () => {
    const card = (url: string) => ({
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "{{1}}" },
        { type: "BUTTONS", buttons: [{ type: "URL", url }] }
      ]
    })
    const cards = [card("https://a.example.com/{{1}}"), card("https://a.example.com/?u={{1}}")]
    const check = checkFor({ type: "BODY", text: "b" }, { type: "CAROUSEL", cards })
    const url = ["https://b.example.com/"]
    assert.lengthOf(check({ card: 0, part: "buttons" }, url), 1)
    assert.lengthOf(check({ card: 1, part: "buttons" }, url), 0)
    assert.lengthOf(check({ card: 1, part: "body" }, ["a\tb"]), 1)
    assert.lengthOf(check({ card: 1, part: "header" }, url), 0)
  })
})
