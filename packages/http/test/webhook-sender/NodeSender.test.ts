import { assert, describe, it } from "@effect/vitest"
import { WebhookSender, WebhookSettings } from "@rollcall/core/events"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { layer, type SenderOptions } from "../../src/webhook-sender/index.ts"
import { publicLookup, type Resolve } from "../../src/webhook-sender/Lookup.ts"
import { live } from "../../../core/test/Suite.ts"

/** A server on the loopback. It keeps what it gets, and counts connections. */
const receiver = (answer: (response: ServerResponse, request: IncomingMessage) => void) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly port: number
      readonly requests: ReadonlyArray<{ readonly headers: IncomingMessage["headers"]; readonly body: string }>
      readonly connections: () => number
      readonly close: () => void
    }>((resume) => {
      const requests: Array<{ readonly headers: IncomingMessage["headers"]; readonly body: string }> = []
      let connections = 0
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
          answer(response, request)
        })
      })
      server.on("connection", () => connections++)
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const { port } = isInfo(address) ? address : { port: 0 }
        resume(
          Effect.succeed({
            port,
            requests,
            connections: () => connections,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const isInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null

const send = (url: string, body: string = "{}") =>
  WebhookSender.use((sender) => sender.send({ url, headers: { "webhook-id": "a" }, body }))

const sending = (allowPrivateAddresses: boolean, options: SenderOptions = {}) =>
  Layer.fresh(layer(options)).pipe(
    Layer.provideMerge(Layer.succeed(WebhookSettings, { ...WebhookSettings.defaultValue(), allowPrivateAddresses }))
  )

const resolving =
  (...addresses: ReadonlyArray<string>): Resolve =>
  (_hostname, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )

describe("a webhook request", () => {
  it.live("has the headers and the body, and returns the response's status", () =>
    Effect.gen(function* () {
      const { port, requests } = yield* receiver((response) => response.writeHead(202, { "retry-after": "7" }).end())
      const answer = yield* send(`http://127.0.0.1:${port}/hooks`, '{"name":"Zoë"}')
      assert.deepStrictEqual(answer, { _tag: "Answered", status: 202, retryAfter: Duration.seconds(7) })
      assert.strictEqual(requests[0]?.body, '{"name":"Zoë"}')
      assert.strictEqual(requests[0]?.headers["webhook-id"], "a")
    }).pipe(Effect.provide(sending(true)))
  )

  it.live("H6: reuses a connection, and follows no redirect", () =>
    Effect.gen(function* () {
      const { connections, port, requests } = yield* receiver((response) =>
        response.writeHead(302, { location: "/elsewhere" }).end("moved")
      )
      for (let n = 0; n < 3; n++) {
        assert.deepStrictEqual(yield* send(`http://127.0.0.1:${port}/hooks`), {
          _tag: "Answered",
          status: 302,
          retryAfter: null
        })
      }
      assert.strictEqual(requests.length, 3)
      assert.strictEqual(connections(), 1)
    }).pipe(Effect.provide(sending(true)))
  )

  it.live("returns without the response body, whatever its length", () =>
    Effect.gen(function* () {
      const { port } = yield* receiver((response) => {
        response.writeHead(200)
        response.write(Buffer.alloc(1024 * 1024))
        // It never ends.
      })
      const answer = yield* send(`http://127.0.0.1:${port}/`)
      assert.deepStrictEqual(answer, { _tag: "Answered", status: 200, retryAfter: null })
    }).pipe(Effect.provide(sending(true)))
  )

  it.live("reports an unreachable endpoint or a closed connection, without its address", () =>
    Effect.gen(function* () {
      const { close, port } = yield* receiver((response) => response.destroy())
      assert.deepStrictEqual(yield* send(`http://127.0.0.1:${port}/`), {
        _tag: "Unanswered",
        message: "cannot be reached (ECONNRESET)"
      })
      close()
      assert.deepStrictEqual(yield* send(`http://127.0.0.1:${port}/`), {
        _tag: "Unanswered",
        message: "cannot be reached (ECONNREFUSED)"
      })
    }).pipe(Effect.provide(sending(true)))
  )
})

const noPublicAddress =
  "has no public address, which is required unless the setting webhooks.allowPrivateAddresses is true"

describe("without the setting that allows private addresses (H6)", () => {
  it.live("no request is sent to an address written in the URL, in any form, or without TLS", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* receiver((response) => response.end())
      for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]) {
        const answer = yield* send(`https://${host}:${port}/`)
        assert.deepStrictEqual(answer, { _tag: "Unanswered", message: noPublicAddress })
      }
      assert.deepStrictEqual(yield* send(`http://receiver.example:${port}/`), {
        _tag: "Unanswered",
        message: "is not https, which is required unless the setting webhooks.allowPrivateAddresses is true"
      })
      assert.strictEqual(connections(), 0)
    }).pipe(Effect.provide(sending(false)))
  )

  it.live.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"])(
    "no request is sent to a name that resolves to %s",
    (address) =>
      Effect.gen(function* () {
        const answer = yield* send("https://receiver.example/")
        assert.deepStrictEqual(answer, { _tag: "Unanswered", message: noPublicAddress })
      }).pipe(Effect.provide(sending(false, { resolve: resolving(address) })))
  )

  live("a name that resolves to a public address first and to a private one later is then rejected", function* () {
    const { connections, port } = yield* receiver((response) => response.end())
    const asked = yield* Deferred.make<void>()
    const answers = ["8.8.8.8", "127.0.0.1"]
    let questions = 0
    const resolve: Resolve = (hostname, callback) => {
      resolving(answers[questions++] ?? "127.0.0.1")(hostname, callback)
      Deferred.doneUnsafe(asked, Effect.void)
    }
    yield* Effect.gen(function* () {
      // The first one is on its way to a public address, where no test waits for an answer.
      const first = yield* Effect.forkChild(send("https://receiver.example:1/"))
      yield* Deferred.await(asked)
      assert.strictEqual(questions, 1)
      yield* Fiber.interrupt(first)
      for (let n = 0; n < 2; n++) {
        const later = yield* send(`https://receiver.example:${port}/`)
        assert.deepStrictEqual(later, { _tag: "Unanswered", message: noPublicAddress })
      }
    }).pipe(Effect.provide(sending(false, { resolve })))
    assert.strictEqual(questions, 3)
    assert.strictEqual(connections(), 0)
  })

  live("only the public addresses of a name are connected to", function* () {
    const lookup = publicLookup(resolving("10.0.0.1", "8.8.8.8", "::1", "2606:4700::1111"))
    const all = yield* Effect.callback<unknown>((resume) =>
      lookup("receiver.example", { all: true }, (_error, addresses) => resume(Effect.succeed(addresses)))
    )
    assert.deepStrictEqual(all, [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1111", family: 6 }
    ])
    const one = yield* Effect.callback<unknown>((resume) =>
      lookup("receiver.example", { family: 6 }, (_error, address) => resume(Effect.succeed(address)))
    )
    assert.strictEqual(one, "2606:4700::1111")
  })
})
