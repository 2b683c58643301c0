import { assert, describe, it } from "@effect/vitest"
import { Api } from "@rollcall/api"
import { Effect, Random, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { newContact, TestApp } from "../../packages/http/test/TestApp.ts"
import { makeDice } from "../src/hostile/Dice.ts"
import { Document } from "../src/hostile/Document.ts"
import { makeRequests } from "../src/hostile/Requests.ts"
import { test } from "../../packages/core/test/Suite.ts"

const document = Schema.decodeUnknownEffect(Schema.fromJsonString(Document))(JSON.stringify(OpenApi.fromApi(Api)))

const requests = 300

it.layer(TestApp.layer)("hostile requests to the document's operations", (it) => {
  it.effect("get a response, and never 500", () =>
    Effect.gen(function* () {
      const { ours, send } = yield* TestApp
      const next = makeRequests(yield* document, yield* makeDice, [yield* newContact(ours)])
      const statuses = new Set<number>()
      for (let n = 0; n < requests; n++) {
        const { body, hasToken, headers, method, path } = next()
        const token = hasToken ? ours : "wrong"
        const { status } = yield* send(method, path, { token, headers, ...(body !== undefined && { body }) })
        assert.notStrictEqual(status, 500, `${method} ${path} ${body}`)
        statuses.add(status)
      }
      // Some requests are accepted, and others are rejected for many reasons.
      assert.includeMembers([...statuses], [200, 400, 401, 404, 422])
    }).pipe(Random.withSeed("1"))
  )
})

describe("hostile requests", () => {
  it.effect("can be built from any text, however it is cut", () =>
    Effect.gen(function* () {
      const next = makeRequests(yield* document, yield* makeDice)
      const paths = Array.from({ length: 20_000 }, () => next().path)
      assert.isTrue(paths.every((path) => path.startsWith("/")))
    }).pipe(Random.withSeed("1"))
  )

  test("are the same for the same seed", function* () {
    const some = Effect.gen(function* () {
      const next = makeRequests(yield* document, yield* makeDice)
      return Array.from({ length: 20 }, next)
    })
    const [first, again, other] = yield* Effect.forEach(["1", "1", "2"], (seed) => Random.withSeed(some, seed))
    assert.deepStrictEqual(first, again)
    assert.notDeepEqual(first, other)
  })
})
