import { assert, describe, it } from "@effect/vitest"
import type { MessageParameters, SendError } from "@rollcall/core/channel"
import { Result, Schema } from "effect"
import { messageRequest } from "../../src/messages/MessageRequest.ts"
import { readTemplate } from "../../src/templates/TemplateLayout.ts"
import { TemplateShape } from "../../src/templates/TemplateShape.ts"
import { golden, type GoldenName, goldens, messageTo } from "../Fixture.ts"

const build = (name: GoldenName, change: Partial<MessageParameters> = {}) => {
  const { parameters, template } = golden(name)
  const shape = Schema.decodeUnknownSync(TemplateShape)(template)
  const layout = Result.getOrThrow(readTemplate(shape))
  return messageRequest(messageTo("4915112345678", shape, { ...parameters, ...change }), layout)
}

const failure = (built: Result.Result<unknown, SendError>) =>
  Result.isFailure(built) ? built.failure : assert.fail("the request is refused")

describe("a message's request", () => {
  it.each(goldens)("of the template %s is as documented", (name) => {
    assert.deepStrictEqual(Result.getOrThrow(build(name)), golden(name).request)
  })

  it.each(["", " ", "a\nb", "a\r\nb", "a\tb", "a     b", "a\u2028b"])(
    "with %j as a value is rejected before it is sent, only for the recipient",
    (text) => {
      for (const change of [
        { body: ["a", text, "b"] },
        { buttons: [text] },
        { header: { type: "text", value: text } }
      ] satisfies ReadonlyArray<Partial<MessageParameters>>) {
        assert.strictEqual(failure(build("positional", change)).reason, "Undeliverable")
      }
    }
  )

  it("B7: of an authentication template to a user id is rejected before it is sent", () => {
    const { parameters, template } = golden("no-variables")
    const shape = Schema.decodeUnknownSync(TemplateShape)(template)
    const built = (category: string, to: string) =>
      messageRequest(messageTo(to, shape, parameters), Result.getOrThrow(readTemplate({ ...shape, category })))
    const { reason, recipient } = failure(built("AUTHENTICATION", "US.13491208655302741918"))
    assert.deepStrictEqual([reason, recipient], ["Undeliverable", "malformed_address"])
    assert.isTrue(Result.isSuccess(built("AUTHENTICATION", "4915112345678")))
    assert.isTrue(Result.isSuccess(built("UTILITY", "US.13491208655302741918")))
  })

  it("accepts four consecutive spaces", () => {
    assert.isTrue(Result.isSuccess(build("positional", { body: ["a    b", "c", "d"] })))
  })

  it("for a template with changed parameters pauses the broadcast", () => {
    const changes: ReadonlyArray<readonly [GoldenName, Partial<MessageParameters>]> = [
      ["positional", { body: ["one"] }],
      ["positional", { header: null }],
      ["positional", { buttons: [] }],
      ["positional", { cards: [] }],
      ["positional", { bodyNames: ["a", "b", "c"] }],
      ["named", { bodyNames: ["day", "order"] }],
      ["named", { bodyNames: ["day", "day"] }],
      ["image", { header: { type: "video", value: "https://files.example.com/a.mp4" } }],
      ["carousel", { cards: null }],
      ["carousel", { cards: (golden("carousel").parameters.cards ?? []).slice(1) }]
    ]
    for (const [name, change] of changes) {
      assert.strictEqual(failure(build(name, change)).reason, "TemplateRejected", JSON.stringify(change))
    }
  })
})
