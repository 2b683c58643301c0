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
import { jsonAnswer } from "../../src/system/JsonAnswer.ts"

const textOf = (answer: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(answer).json())

describe("an answer that no schema has encoded", () => {
  const law = (name: string, schema: Schema.Codec<unknown, unknown>) =>
    it.effect.prop(`W1: is what the schema of ${name} encodes`, [schema], ([value]) =>
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

  it("has the status that its endpoint answers", () => {
    assert.strictEqual(jsonAnswer(Schema.String)("").status, 200)
    assert.strictEqual(jsonAnswer(Schema.String, 201)("").status, 201)
  })
})
