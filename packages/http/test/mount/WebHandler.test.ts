import { assert, describe } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { makeFetch } from "../App.ts"
import { broadcastJson } from "../Endpoints.ts"
import { test } from "../../../core/test/Suite.ts"

const url = "http://localhost/v1/contacts"
const headers = { authorization: "Bearer full" }

describe("the routes as a fetch handler", () => {
  test("an aborted request is interrupted, and its promise resolves", function* () {
    const started = yield* Deferred.make<void>()
    const stopped = yield* Deferred.make<void>()
    const list = () =>
      Effect.andThen(Deferred.succeed(started, undefined), Effect.never).pipe(
        Effect.onInterrupt(() => Deferred.succeed(stopped, undefined))
      )
    const fetch = yield* makeFetch({ contacts: { list } })
    const controller = new AbortController()
    const answer = fetch(new Request(url, { headers, signal: controller.signal }))
    yield* Deferred.await(started)
    controller.abort()
    yield* Deferred.await(stopped)
    const { status } = yield* Effect.promise(() => answer)
    assert.strictEqual(status, 499)
  })

  test("a request that was aborted before gets a response too", function* () {
    const fetch = yield* makeFetch({ contacts: { list: () => Effect.never } })
    const answer = yield* Effect.promise(() => fetch(new Request(url, { headers, signal: AbortSignal.abort() })))
    assert.strictEqual(answer.status, 499)
  })

  test("an aborted request's authorization is interrupted", function* () {
    const started = yield* Deferred.make<void>()
    const authorize = () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never)
    const fetch = yield* makeFetch({ options: { authorize } })
    const controller = new AbortController()
    const answer = fetch(new Request(url, { signal: controller.signal }))
    yield* Deferred.await(started)
    controller.abort()
    assert.strictEqual((yield* Effect.promise(() => answer)).status, 499)
  })

  test("W7: an endless streaming body returns 413 when it reaches the limit", function* () {
    const fetch = yield* makeFetch({ limits: { body: 100, broadcastBody: 1_000 } })
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(100).fill((pulled++, 0x20)))
    })
    const request = new Request("http://localhost/broadcasts", { method: "POST", headers, body, duplex: "half" })
    const answer = yield* Effect.promise(() => fetch(request))
    assert.strictEqual(answer.status, 413)
    assert.isBelow(pulled, 20)
  })

  test("a body that breaks off returns 400", function* () {
    const fetch = yield* makeFetch()
    const text = new TextEncoder().encode(JSON.stringify(broadcastJson).slice(0, 20))
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(text),
      pull: (controller) => controller.error(new Error("broken off"))
    })
    const request = new Request("http://localhost/broadcasts", { method: "POST", headers, body, duplex: "half" })
    assert.strictEqual((yield* Effect.promise(() => fetch(request))).status, 400)
  })

  test("W5: a path outside the prefix returns 404", function* () {
    const fetch = yield* makeFetch({ options: { prefix: "/rollcall" } })
    for (const [path, status] of [
      ["/rollcall/health", 200],
      ["/health", 404],
      ["/rollcallx/health", 404],
      ["/", 404]
    ] as const) {
      assert.strictEqual((yield* Effect.promise(() => fetch(`http://localhost${path}`))).status, status, path)
    }
  })
})
