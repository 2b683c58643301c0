import { assert, describe, it, layer, vi } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { accepting } from "../broadcasts/Accepting.ts"
import { makeApp, type Sent, SharedApp } from "../App.ts"
import { broadcastJson, endpoints, envelope, issuesOf, titled } from "../Endpoints.ts"
import { acceptance } from "../Samples.ts"
import { agreeing } from "../Stubs.ts"

const withBody = endpoints.filter(({ json }) => json !== undefined)
/** The limits of the application under test, and which of them counts for an endpoint. */
const limits = { body: 5_000, importBody: 8_000, broadcastBody: 20_000 }
const limitOf = (path: string) => {
  if (path.startsWith("/v1/contacts/bulk")) return limits.importBody
  return path === "/broadcasts" || path === "/broadcasts/validate" ? limits.broadcastBody : limits.body
}

/** A body of some bytes that is in order: white space is part of JSON. */
const padded = (json: unknown, bytes: number) => {
  const text = JSON.stringify(json)
  return text + " ".repeat(bytes - new TextEncoder().encode(text).byteLength)
}

/** The same in pieces of 1,000 bytes, without its length; counts how many were read, and says so. */
const inChunks = (text: string, onRead: (chunks: number) => void = () => {}) => {
  const bytes = new TextEncoder().encode(text)
  const sent = { chunks: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const chunk = bytes.subarray(sent.chunks * 1_000, (sent.chunks + 1) * 1_000)
        if (chunk.byteLength === 0) return controller.close()
        sent.chunks++
        controller.enqueue(chunk)
        onRead(sent.chunks)
      },
      cancel: () => {
        sent.cancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, sent }
}

layer(SharedApp.layerOf({ ...agreeing, limits }))("the body of a request", (it) => {
  const whole = withBody.filter(({ path }) => limitOf(path) === limits.body)
  it.effect.each(titled(whole))("W2: %s is parsed once and not encoded again", ([, { json, method, path }]) =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      const body = JSON.stringify(json).replace(/_([a-z])/, (_, letter: string) => letter.toUpperCase())
      const parse = vi.spyOn(JSON, "parse")
      const stringify = vi.spyOn(JSON, "stringify")
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.restoreAllMocks()))
      yield* send(method, path, { body })
      assert.strictEqual(parse.mock.calls.filter(([text]) => text === body).length, 1)
      const written = stringify.mock.results.map(({ value }): unknown => value)
      assert.notInclude(written, body)
      assert.notInclude(written, JSON.stringify(json))
    })
  )

  it.effect.each(titled(withBody))("W5, W7, W9: %s is limited by its length before it is read", ([, endpoint]) =>
    Effect.gen(function* () {
      const { area, json, method, path } = endpoint
      const limit = limitOf(path)
      const send = yield* SharedApp
      const most = yield* send(method, path, { body: padded(json, limit) })
      assert.include([200, 201, 202, 204], most.status)
      const over = inChunks(padded(json, limit + 1))
      const headers = { "content-length": String(limit + 1) }
      const answer = yield* send(method, path, { headers, body: over.body })
      const details = `The body has more than ${limit} bytes, the maximum of this endpoint.`
      const tooLarge = envelope(area, "413 PAYLOAD TOO LARGE", details)
      assert.deepStrictEqual([answer.status, answer.json], [413, tooLarge])
      assert.strictEqual(over.sent.chunks, 0)
    })
  )

  it.effect.each(titled(withBody))("W7: %s is counted if its length is unknown, and read up to the limit", (titled) =>
    Effect.gen(function* () {
      const [, { json, method, path }] = titled
      const limit = limitOf(path)
      const send = yield* SharedApp
      const most = yield* send(method, path, { body: inChunks(padded(json, limit)).body })
      assert.include([200, 201, 202, 204], most.status)
      const endless = inChunks(padded(json, limit * 10))
      const answer = yield* send(method, path, { body: endless.body })
      assert.strictEqual(answer.status, 413)
      assert.strictEqual(endless.sent.chunks, limit / 1_000 + 1)
      assert.isTrue(endless.sent.cancelled)
    })
  )

  it.effect.each(titled(withBody))("%s returns 415 with a Content-Encoding", ([, { area, json, method, path }]) =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      for (const encoding of ["gzip", "br", "gzip, identity"]) {
        const answer = yield* send(method, path, { headers: { "content-encoding": encoding }, json })
        const details = "Content-Encoding is not supported. Send the body as plain JSON."
        const unsupported = envelope(area, "415 UNSUPPORTED MEDIA TYPE", details)
        assert.deepStrictEqual([answer.status, answer.json], [415, unsupported])
      }
      const plain = yield* send(method, path, { headers: { "content-encoding": "identity" }, json })
      assert.include([200, 201, 202, 204], plain.status)
    })
  )

  const noJson = "The body is not JSON in UTF-8."
  const noObject = "The body is not a JSON object."
  const refused: ReadonlyArray<readonly [name: string, sent: Sent, details: string]> = [
    ["no body", {}, noJson],
    ["an empty body", { body: "" }, noJson],
    ["no JSON", { body: "{" }, noJson],
    ["JSON and more", { body: "{} {}" }, noJson],
    ["bytes that are no UTF-8", { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, noJson],
    ["bytes that end inside a character", { body: new Uint8Array([0x7b, 0x7d, 0xe2, 0x82]) }, noJson],
    ...["[]", "null", '"text"', "5", "true"].map((body) => [`${body}, no object`, { body }, noObject] as const)
  ]
  it.effect.each(refused)("W4: %s returns 400 in Contacts", ([, sent, details]) =>
    Effect.gen(function* () {
      const send = yield* SharedApp
      for (const { method, path } of withBody.filter(({ area }) => area === "contacts")) {
        const answer = yield* send(method, path, sent)
        const badRequest = envelope("contacts", "400 BAD REQUEST", details)
        assert.deepStrictEqual([answer.status, answer.json], [400, badRequest], path)
      }
    })
  )
})

describe("request bodies", () => {
  it.effect("with 200,000 levels of nesting is rejected without a stack overflow", () =>
    Effect.gen(function* () {
      const { send } = yield* accepting
      const deep = "[".repeat(200_000) + "]".repeat(200_000)
      const contacts = yield* send("POST", "/v1/contacts", { body: `{"custom_fields":{"a":${deep}}}` })
      assert.strictEqual(issuesOf(contacts).length, 1)
      const nested = /"details":"metadata(\[0\])+: must not be nested deeper than 64 levels"/
      const body = JSON.stringify({ ...broadcastJson, recipients: [] })
      const head = yield* send("POST", "/broadcasts", { body: body.replace("{", `{"metadata":${deep},`) })
      assert.strictEqual(head.status, 400)
      assert.match(head.text, nested)
      const members = `"identifier":"31612345678","x":${deep.slice(175_000, 225_000)}`
      const recipient = yield* send("POST", "/broadcasts", { body: body.replace("[]}", `[{${members}}]}`) })
      assert.strictEqual(recipient.status, 202)
    })
  )

  it.effect("W9: has a limit for the body without its recipients and for each recipient, which a 413 names", () =>
    Effect.gen(function* () {
      const send = yield* makeApp({ limits: { body: 100 } })
      const longName = yield* send("POST", "/broadcasts", { json: { ...broadcastJson, name: "x".repeat(1_100_000) } })
      assert.strictEqual(longName.status, 413)
      assert.include(longName.text, "The body without its recipients has more than 1048576 characters")
      const recipients = [{ identifier: "x".repeat(400_000) }]
      const longRecipient = yield* send("POST", "/broadcasts", { json: { ...broadcastJson, recipients } })
      assert.strictEqual(longRecipient.status, 413)
      assert.include(longRecipient.text, "An item of recipients has more than 131072 characters")
    })
  )

  it.effect("W10: that arrives too slowly returns 408 and closes the connection", () =>
    Effect.gen(function* () {
      const send = yield* makeApp()
      for (const { area, method, path } of withBody) {
        const asked = yield* Deferred.make<void>()
        const body = new ReadableStream<Uint8Array>(
          {
            pull: (controller) => {
              if (Effect.runSync(Deferred.isDone(asked))) return new Promise<void>(() => {})
              controller.enqueue(new TextEncoder().encode('{"'))
              Deferred.doneUnsafe(asked, Effect.void)
              return undefined
            }
          },
          { highWaterMark: 0 }
        )
        const request = yield* Effect.forkChild(send(method, path, { body }))
        yield* Deferred.await(asked)
        yield* TestClock.adjust("4999 millis")
        assert.isUndefined(request.pollUnsafe(), path)
        yield* TestClock.adjust("1 second")
        const answer = yield* Fiber.join(request)
        assert.deepStrictEqual([answer.status, answer.headers.get("connection")], [408, "close"], path)
        const details = "The body arrived too slowly: after 5s at least 16 KiB per second are required."
        assert.deepStrictEqual(answer.json, envelope(area, "408 REQUEST TIMEOUT", details))
      }
    })
  )

  it.effect("W11: that is large and only announced takes no place", () =>
    Effect.gen(function* () {
      const send = yield* makeApp({ ...agreeing, limits: { body: 1_000, placeWait: Duration.zero } })
      const announce = Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const body = new ReadableStream<Uint8Array>(
          {
            pull: () => {
              Deferred.doneUnsafe(asked, Effect.void)
              return new Promise<void>(() => {})
            }
          },
          { highWaterMark: 0 }
        )
        yield* Effect.forkChild(send("POST", "/broadcasts", { headers: { "content-length": "8000000" }, body }))
        yield* Deferred.await(asked)
      })
      yield* Effect.replicateEffect(announce, 3)
      assert.strictEqual((yield* send("POST", "/broadcasts", { body: padded(broadcastJson, 1_001) })).status, 202)
    })
  )

  it.effect("W11: that is large waits for its place before it is read further", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      const send = yield* makeApp({
        limits: { body: 1_000, largeBodies: 1 },
        broadcasts: {
          create: () =>
            Effect.as(Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(finish)), acceptance)
        }
      })
      const first = yield* Effect.forkChild(send("POST", "/broadcasts", { body: padded(broadcastJson, 1_001) }))
      yield* Deferred.await(begun)
      const read = yield* Deferred.make<void>()
      const chunks = inChunks(padded(broadcastJson, 10_000), (count) => {
        if (count === 2) Deferred.doneUnsafe(read, Effect.void)
      })
      const second = yield* Effect.forkChild(send("POST", "/broadcasts", { body: chunks.body }))
      yield* Deferred.await(read)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(chunks.sent.chunks, 2)
      yield* Deferred.succeed(finish, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 202)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(second)).status, 202)
    })
  )

  it.effect("W11: are held two at once if large; a third returns 503 with Retry-After until one is finished", () =>
    Effect.gen(function* () {
      const begun = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const finish = yield* Deferred.make<void>()
      let count = 0
      const send = yield* makeApp({
        limits: { body: 1_000, placeWait: Duration.zero },
        broadcasts: {
          create: () =>
            Effect.gen(function* () {
              const mine = begun[count++]
              if (mine !== undefined) yield* Deferred.succeed(mine, undefined)
              yield* Deferred.await(finish)
              return acceptance
            }),
          validate: () => Effect.succeed({ warnings: [], predictions: {} })
        }
      })
      const body = padded(broadcastJson, 1_001)
      const first = yield* Effect.forkChild(send("POST", "/broadcasts", { body }))
      const second = yield* Effect.forkChild(send("POST", "/broadcasts", { body: inChunks(body).body }))
      for (const one of begun) yield* Deferred.await(one)

      const third = yield* send("POST", "/broadcasts", { body })
      assert.strictEqual(third.status, 503)
      assert.strictEqual(third.headers.get("retry-after"), "5")
      assert.deepStrictEqual(
        third.json,
        envelope("broadcasts", "503 SERVICE UNAVAILABLE", "The server is busy with other large requests. Try again.")
      )
      assert.strictEqual((yield* send("POST", "/broadcasts", { body: inChunks(body).body })).status, 503)
      const small = yield* send("POST", "/broadcasts/validate", { body: padded(broadcastJson, 1_000) })
      assert.strictEqual(small.status, 200)

      yield* Deferred.succeed(finish, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 202)
      assert.strictEqual((yield* Fiber.join(second)).status, 202)
      assert.strictEqual((yield* send("POST", "/broadcasts", { body })).status, 202)
    })
  )
})
