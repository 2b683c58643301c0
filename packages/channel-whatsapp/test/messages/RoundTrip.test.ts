import { assert, describe, it } from "@effect/vitest"
import type { MessageParameters } from "@rollcall/core/channel"
import { Option, Result, Schema } from "effect"
import * as fc from "fast-check"
import { readRequest, requestProblem } from "../../src/fake/RequestProblem.ts"
import { messageRequest } from "../../src/messages/MessageRequest.ts"
import { checkOf } from "../../src/templates/ValueProblems.ts"
import { type PartLayout, readTemplate, type TemplateLayout } from "../../src/templates/TemplateLayout.ts"
import { TemplateShape } from "../../src/templates/TemplateShape.ts"
import { messageTo } from "../Fixture.ts"
import { generatedTemplate, type GeneratedTemplate } from "./TemplateArbitrary.ts"

const read = ({ definition }: GeneratedTemplate) => readTemplate(Schema.decodeUnknownSync(TemplateShape)(definition))
const json = Schema.decodeUnknownSync(Schema.Json)

/** Values for a part: each says what it is for. Names are in another order than the template's. */
const valuesFor = ({ body, bodyNames, buttons, header }: PartLayout, value: (what: string) => string) => {
  const turned = bodyNames?.toReversed()
  const media = "https://files.example.com/a.bin"
  return {
    header: header === null ? null : { type: header.type, value: header.type === "text" ? value("h") : media },
    body: turned?.map(value) ?? Array.from({ length: body }, (_, n) => value(`b${n + 1}`)),
    ...(turned !== undefined && { bodyNames: turned }),
    buttons: buttons.filter(({ value }) => value !== null).map(({ index }) => value(`u${index}`))
  }
}
const parametersFor = (layout: TemplateLayout, value = (what: string) => what): MessageParameters => ({
  ...valuesFor(layout, value),
  cards: layout.cards?.map((card) => valuesFor(card, value)) ?? null
})

const Components = Schema.Array(
  Schema.Struct({
    type: Schema.String,
    index: Schema.optionalKey(Schema.String),
    sub_type: Schema.optionalKey(Schema.String),
    parameters: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Json))),
    cards: Schema.optionalKey(Schema.Array(Schema.Json))
  })
)
const Sent = Schema.Struct({ template: Schema.Struct({ components: Schema.optionalKey(Components) }) })

const send = (layout: TemplateLayout, { definition }: GeneratedTemplate, parameters: MessageParameters) =>
  messageRequest(messageTo("4915112345678", definition, parameters), layout)

/** The code with which the platform refuses a request, if it does. A request of another form is refused, too. */
const refusalOf = (request: unknown, { definition }: GeneratedTemplate) =>
  Option.match(readRequest(request), {
    onNone: () => 100,
    onSome: (asked) => requestProblem(asked, [json(definition)])
  })

describe("any platform template", () => {
  it("B25: is sent in a form that the platform accepts, or is unsendable because of a named part", () => {
    const seen = { sent: 0, unsendable: 0 }
    fc.assert(
      fc.property(generatedTemplate, (generated) => {
        const result = read(generated)
        if (generated.unsendable.length > 0) {
          seen.unsendable++
          const problem = Result.isFailure(result) ? result.failure.problem : "nothing"
          assert.isTrue(
            generated.unsendable.some((type) => problem.includes(`of the type ${type.toLowerCase()}`)),
            problem
          )
          return
        }
        seen.sent++
        const layout = Result.getOrThrow(result)
        const request = Result.getOrThrow(send(layout, generated, parametersFor(layout)))
        assert.isUndefined(refusalOf(request, generated), JSON.stringify(request))
      }),
      { numRuns: 500 }
    )
    assert.isAbove(seen.sent, 50)
    assert.isAbove(seen.unsendable, 50)
  })

  it("B25: gets each value at the variable with its name, or its number", () => {
    let compared = 0
    fc.assert(
      fc.property(generatedTemplate, (generated) => {
        fc.pre(generated.unsendable.length === 0)
        const layout = Result.getOrThrow(read(generated))
        const request = Result.getOrThrow(send(layout, generated, parametersFor(layout)))
        const { components = [] } = Schema.decodeUnknownSync(Sent)(request).template
        for (const { index, parameters = [], type } of components) {
          for (const [place, { coupon_code, parameter_name, text }] of parameters.entries()) {
            compared++
            if (type === "body") assert.strictEqual(text, parameter_name ?? `b${place + 1}`)
            if (type === "button") assert.strictEqual(text ?? coupon_code, `u${index}`)
          }
        }
      })
    )
    assert.isAbove(compared, 50)
  })

  it("is rejected by the fake without one of its components, with another index or name, and with an extra component", () => {
    fc.assert(
      fc.property(generatedTemplate, fc.nat(), (generated, n) => {
        fc.pre(generated.unsendable.length === 0)
        const layout = Result.getOrThrow(read(generated))
        const request = Schema.decodeUnknownSync(Sent)(
          Result.getOrThrow(send(layout, generated, parametersFor(layout)))
        )
        const { components = [] } = request.template
        const whole = json(Result.getOrThrow(send(layout, generated, parametersFor(layout))))
        const refuses = (changed: ReadonlyArray<object>, what: string) => {
          const template = { name: "generated", language: { code: "en_US" }, components: changed }
          const other = Object.assign({}, whole, { template })
          assert.isDefined(refusalOf(other, generated), `${what}: ${JSON.stringify(changed)}`)
        }
        refuses([...components, { type: "order_status" }], "a component of another type")
        refuses([...components, { type: "button", sub_type: "url", index: "9", parameters: [] }], "one button more")
        const chosen = components[n % Math.max(1, components.length)]
        if (chosen === undefined) return
        const others = components.filter((one) => one !== chosen)
        refuses(others, "a component too few")
        refuses([...components, chosen], "a component twice")
        const [parameter, ...rest] = chosen.parameters ?? []
        if (chosen.type === "button") refuses([...others, { ...chosen, index: "7" }], "another index")
        if (chosen.type === "carousel") refuses([...others, { ...chosen, cards: chosen.cards?.slice(1) }], "no card")
        if (parameter === undefined) return
        refuses([...others, { ...chosen, parameters: rest }], "a parameter too few")
        refuses([...others, { ...chosen, parameters: [parameter, parameter, ...rest] }], "a parameter twice")
        refuses(
          [...others, { ...chosen, parameters: [{ ...parameter, parameter_name: "nowhere" }, ...rest] }],
          "another name"
        )
      })
    )
  })

  const values = fc.oneof(
    fc.constantFrom("Zoë", "a\nb", "a\tb", "a    b", "a     b", "1234567890123456", "x".repeat(61), "x".repeat(1_025)),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== "")
  )

  it("B25: is accepted with a value exactly if the acceptance reported no problem with it", () => {
    const seen = { refused: 0, taken: 0 }
    fc.assert(
      fc.property(generatedTemplate, fc.array(values, { minLength: 30, maxLength: 30 }), (generated, texts) => {
        fc.pre(generated.unsendable.length === 0)
        const layout = Result.getOrThrow(read(generated))
        let next = 0
        const parameters = parametersFor(layout, () => texts[next++ % texts.length] ?? "x")
        const check = checkOf(layout)
        const problems = [parameters, ...(parameters.cards ?? [])].flatMap((part, index) => {
          const card = index === 0 ? null : index - 1
          return [
            ...(part.header === null ? [] : check({ card, part: "header" }, [part.header.value])),
            // In the order of the template, as core gives them.
            ...check({ card, part: "body" }, part.bodyNames === undefined ? part.body : part.body.toReversed()),
            ...check({ card, part: "buttons" }, part.buttons)
          ]
        })
        const built = send(layout, generated, parameters)
        assert.strictEqual(Result.isSuccess(built), problems.length === 0, JSON.stringify(problems))
        if (Result.isSuccess(built)) {
          seen.taken++
          assert.isUndefined(refusalOf(built.success, generated))
        } else {
          seen.refused++
          assert.deepInclude(built.failure, { reason: "Undeliverable", recipient: "invalid_parameter" })
        }
      }),
      { numRuns: 300 }
    )
    assert.isAbove(seen.refused, 20)
    assert.isAbove(seen.taken, 20)
  })
})
