import { assert, describe, it } from "@effect/vitest"
import {
  BroadcastPage,
  BroadcastResource,
  ContactPage,
  ContactResource,
  RecipientPage,
  StatusPage
} from "@rollcall/api"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { jsonAnswer, piecesOf } from "../../src/system/JsonAnswer.ts"

const textOf = (answer: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(answer).json())

function* allOf(pieces: Generator<string, string>) {
  yield yield* pieces
}

describe("a response encoded without its schema", () => {
  const law = (name: string, schema: Schema.Codec<unknown, unknown>) =>
    it.effect.prop(`W1: equals the schema's encoding of ${name}`, [schema], ([value]) =>
      Effect.gen(function* () {
        const encoded = JSON.stringify(yield* Schema.encodeEffect(schema)(value))
        assert.deepStrictEqual(yield* textOf(jsonAnswer(schema)(value)), JSON.parse(encoded))
      })
    )
  law("a contact", ContactResource)
  law("a page of contacts", ContactPage)
  law("a broadcast", BroadcastResource)
  law("a page of broadcasts", BroadcastPage)
  law("a page of recipients", RecipientPage)
  law("a page of statuses", StatusPage)

  const Texts = Schema.Array(Schema.Struct({ size: Schema.Literals([0, 10, 40_000, 300_000]) }))
  const Total = Schema.UndefinedOr(Schema.Int)
  it.effect.prop(
    "equals the string that JSON.stringify returns, in pieces",
    [Texts, Texts, Total],
    ([some, others, total]) =>
      Effect.sync(() => {
        const [first, second] = [some, others].map((items) => items.map(({ size }) => ({ text: "é".repeat(size) })))
        const page = { first, total, second, last: null }
        const pieces = Array.from(allOf(piecesOf(page)))
        assert.strictEqual(pieces.join(""), JSON.stringify(page))
        // A piece is sent when it is long enough: what is before its last four items is not.
        for (const piece of pieces.slice(0, -1)) assert.isAtLeast(piece.length, 2 ** 18)
        for (const piece of pieces) assert.isBelow(piece.length, 2 ** 18 + 4 * 300_100)
      })
  )

  it.live("of a long page leaves time for other requests", () =>
    Effect.gen(function* () {
      const page = { items: Array.from({ length: 100 }, () => ({ text: "x".repeat(100_000) })) }
      let rounds = 0
      const count = () => {
        rounds += 1
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      const json = yield* textOf(jsonAnswer(Schema.Unknown)(page))
      clearImmediate(next)
      assert.deepStrictEqual(json, page)
      assert.isAtLeast(rounds, 10)
    })
  )

  it("has its endpoint's status", () => {
    assert.strictEqual(jsonAnswer(Schema.String)("").status, 200)
    assert.strictEqual(jsonAnswer(Schema.String, 201)("").status, 201)
  })
})
