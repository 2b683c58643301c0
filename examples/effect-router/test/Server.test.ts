import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { serve } from "../src/Server.ts"

const send = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, cookie?: string) {
  const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const init = { method, headers: { cookie: cookie ?? "" }, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = yield* Effect.promise(() => fetch(`${url}${path}`, init))
  return { status: answer.status, headers: answer.headers, text: yield* Effect.promise(() => answer.text()) }
})

layer(Layer.provide(serve(0), Logger.layer([])))("a host on Effect's router", (it) => {
  it.effect("accepts its users by their session, each in the clinic's workspace", () =>
    Effect.gen(function* () {
      const contact = { email: "zoe@example.org" }
      assert.strictEqual((yield* send("POST", "/rollcall/v1/contacts", contact)).status, 401)
      const login = yield* send("POST", "/login", { name: "zoe" })
      const cookie = login.headers.getSetCookie().join()
      assert.strictEqual((yield* send("POST", "/rollcall/v1/contacts", contact, cookie)).status, 201)
      assert.include((yield* send("GET", "/rollcall/v1/contacts", undefined, cookie)).text, "zoe@example.org")
      assert.strictEqual((yield* send("GET", "/rollcall/v1/contacts", undefined, "session=mallory")).status, 401)
    })
  )

  it.effect("keeps its routes, its errors and its headers", () =>
    Effect.gen(function* () {
      const answers = [
        yield* send("GET", "/"),
        yield* send("PUT", "/"),
        yield* send("GET", "/none"),
        yield* send("POST", "/login", { name: "mallory" }),
        yield* send("GET", "/v1/contacts")
      ]
      assert.deepStrictEqual(
        answers.map(({ headers, status, text }) => [status, text, headers.has("x-request-id")]),
        [
          [200, "The clinic", false],
          [404, "", false],
          [404, "", false],
          [403, "Who are you?", false],
          [404, "", false]
        ]
      )
      const below = yield* send("GET", "/rollcall/none")
      assert.deepStrictEqual([below.status, below.headers.has("x-request-id")], [404, true])
      assert.include(below.text, "There is nothing at this path.")
    })
  )
})
