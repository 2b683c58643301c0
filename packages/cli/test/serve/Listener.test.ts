import { assert, describe, it } from "@effect/vitest"
import { systemCaller, Workspaces, AccessTokens, Contacts, Rollcall } from "@rollcall/core"
import { MessageChannel, TemplateCatalog } from "@rollcall/core/channel"
import * as http from "@rollcall/http"
import * as Memory from "@rollcall/storage-memory"
import { Context, Deferred, type Duration, Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import { connect, type Socket } from "node:net"
import { connectionError } from "../../src/serve/ConnectionErrors.ts"
import { listen } from "../../src/serve/Listener.ts"
import { live } from "../../../core/test/Suite.ts"

const channel = Layer.mock(MessageChannel, { channelType: "chatapp" })
const memory = Rollcall.layer.pipe(
  Layer.provide([channel, TemplateCatalog.layerOf([])]),
  Layer.provideMerge(Memory.layer)
)

/** A server in this process whose searches never end: `called` when one begins, `stopped` when it is interrupted. */
const searchingFor = Effect.fnUntraced(function* (drainTimeout: Duration.Input) {
  const called = yield* Deferred.make<void>()
  const stopped = yield* Deferred.make<void>()
  const search = () =>
    Effect.andThen(Deferred.succeed(called, undefined), Effect.never).pipe(
      Effect.onInterrupt(() => Deferred.succeed(stopped, undefined))
    )
  const services = yield* Layer.build(Layer.mergeAll(memory, Layer.mock(Contacts, { search }), Logger.layer([])))
  const tokens = Context.get(services, AccessTokens)
  const { token } = yield* tokens.create(
    systemCaller((yield* Context.get(services, Workspaces).ensure("default")).uuid),
    {}
  )
  const app = yield* Effect.provideContext(http.make(), services)
  const scope = yield* Scope.fork(yield* Effect.scope)
  const settings = { host: "127.0.0.1", port: 0, pathPrefix: "", maxConnections: 10 } as const
  const url = yield* Scope.provide(listen(app, settings, drainTimeout), scope)
  const headers = `Host: x\r\nAuthorization: Bearer ${Redacted.value(token)}`
  const request = `POST /v1/contacts/search HTTP/1.1\r\n${headers}\r\nContent-Length: 2\r\n\r\n{}`
  return { url, headers, request, called, stopped, close: Scope.close(scope, Exit.void) }
})

const searching = searchingFor("100 millis")

/** A connection on which these bytes are sent, and what comes back until it is closed. It fails if it is reset. */
const send = (url: string, bytes: string | Uint8Array) =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(url)
    const answer = yield* Deferred.make<string, Error>()
    const socket = yield* Effect.acquireRelease(
      Effect.sync((): Socket => connect(Number(port), hostname)),
      (socket) => Effect.sync(() => socket.destroy())
    )
    let text = ""
    socket
      .on("data", (data) => (text += data.toString()))
      .on("error", (error) => Deferred.doneUnsafe(answer, Effect.fail(error)))
      .on("close", () => Deferred.doneUnsafe(answer, Effect.succeed(text)))
    socket.write(bytes)
    return { socket, answer: Effect.map(Deferred.await(answer), toAnswer) }
  })

const toAnswer = (text: string) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [first, ...headers] = head.split("\r\n")
  const json: unknown = body === "" ? null : JSON.parse(body)
  return { first, headers: headers.map((header) => header.toLowerCase()), json }
}

const large = `X-Large: ${"a".repeat(17_000)}`
const tooLarge = "The request line and headers exceed the limit of 16 KiB. Send fewer or shorter headers."
const clientHello = new Uint8Array([0x16, 3, 1, 0, 0xc8, 1, 0, 0, 0xc4, 3, 3, 0xff, 0x80, 0, 0x0d, 0x0a])

const unreadable: ReadonlyArray<
  readonly [name: string, bytes: string | Uint8Array, first: string, area: "broadcasts" | "contacts", details: RegExp]
> = [
  ["a header that is none", "GET /broadcasts/x HTTP/1.1\r\nHost: x\r\nNo header\r\n\r\n", "400", "broadcasts", /token/],
  ["a path that is none", "GET v1 HTTP/1.1\r\n\r\n", "400", "contacts", /HTTP\/1\.1/],
  ["headers over 16 KiB", `GET /v1/contacts HTTP/1.1\r\n${large}\r\n\r\n`, "431", "contacts", RegExp(tooLarge)],
  ["the same of Broadcasts", `GET /broadcasts HTTP/1.1\r\n${large}\r\n\r\n`, "431", "broadcasts", RegExp(tooLarge)],
  ["a request without a host", "GET /broadcasts HTTP/1.1\r\n\r\n", "400", "broadcasts", /the header Host/],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400", "contacts", /HTTP\/1\.1/],
  ["TLS", clientHello, "400", "contacts", /HTTP\/1\.1/],
  ["a tunnel", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "400", "contacts", /CONNECT/]
]

describe("an invalid HTTP request", () => {
  live("W5: gets an error in its area's envelope, and its connection closes", function* () {
    const { url } = yield* searching
    for (const [name, bytes, status, area, details] of unreadable) {
      const { first, headers, json } = yield* Effect.flatMap(send(url, bytes), ({ answer }) => answer)
      assert.match(first ?? "", RegExp(`^HTTP/1.1 ${status} `), name)
      assert.includeMembers(
        headers,
        ["content-type: application/json", "connection: close", "x-content-type-options: nosniff"],
        name
      )
      const error: unknown = area === "contacts" ? Object.values(json ?? {})[0] : json
      assert.hasAllKeys(error, ["message", "details"], name)
      assert.match(JSON.stringify(error), details, name)
    }
    const { answer } = yield* send(url, "GET /health HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n")
    assert.strictEqual((yield* answer).first, "HTTP/1.1 200 OK")
  })

  it("W5: returns 408 if its headers arrive too slowly", () => {
    const error = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" })
    const limits = { headersTimeout: 10_000, maxHeaderSize: 16_384, requestTimeout: 300_000 }
    assert.deepStrictEqual(connectionError(error, limits), {
      status: 408,
      details: "The request timed out. Headers must arrive within 10 seconds, and the whole request within 300."
    })
  })

  live("W5: with an invalid chunked body gets an error in the request's envelope", function* () {
    const { headers, url } = yield* searching
    const body = "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nnot a size\r\n"
    const { answer } = yield* send(url, `POST /broadcasts HTTP/1.1\r\n${headers}\r\n${body}`)
    const { first, json } = yield* answer
    assert.strictEqual(first, "HTTP/1.1 400 Bad Request")
    assert.hasAllKeys(json, ["message", "details"])
  })
})

describe("more connections than the limit", () => {
  live("S12: leave some for health requests, and reject all other requests", function* () {
    const { headers, url } = yield* searching
    const waiting = yield* Effect.replicateEffect(send(url, ""), 10)
    const asks = (path: string, ...more: ReadonlyArray<string>) =>
      Effect.flatMap(
        send(url, `GET ${path} HTTP/1.1\r\n${[headers, ...more].join("\r\n")}\r\n\r\n`),
        ({ answer }) => answer
      )
    for (let n = 0; n < 20; n++) {
      const health = yield* asks("/health")
      assert.strictEqual(health.first, "HTTP/1.1 200 OK")
      assert.include(health.headers, "connection: close")
    }
    const refused = yield* asks("/broadcasts")
    assert.strictEqual(refused.first, "HTTP/1.1 503 Service Unavailable")
    assert.hasAllKeys(refused.json, ["message", "details"])
    for (const { socket } of waiting) socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    yield* Effect.sleep("200 millis")
    // The ten are idle now.
    assert.notStrictEqual((yield* asks("/broadcasts", "Connection: close")).first, refused.first)
  })
})

describe("a client that disconnects", () => {
  for (const [name, leave] of [
    ["closes its connection", (socket: Socket) => socket.destroy()],
    ["closes its side of it", (socket: Socket) => socket.end()]
  ] as const) {
    live(`ends its search when it ${name}`, function* () {
      const { called, request, stopped, url } = yield* searching
      const { socket } = yield* send(url, request)
      yield* Deferred.await(called)
      leave(socket)
      yield* Deferred.await(stopped)
    })
  }
})

describe("a server that stops", () => {
  live("W10: does not wait for an idle client, whatever the request timeout", function* () {
    const { close, url } = yield* searchingFor("1 hour")
    const { answer, socket } = yield* send(url, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    yield* Effect.callback<void>((resume) => void socket.once("data", () => resume(Effect.void)))
    yield* close
    assert.strictEqual((yield* answer).first, "HTTP/1.1 200 OK")
  })

  live("W10: does not wait for a connection without a request", function* () {
    const { close, url } = yield* searchingFor("1 hour")
    const { answer } = yield* send(url, "")
    // By its answer the connection before it has been taken, too.
    const asked = yield* send(url, "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    yield* asked.answer
    yield* close
    assert.strictEqual((yield* answer).first, "")
  })

  live("W10: responds to the request that it cuts off, and resets no connection", function* () {
    const { called, close, request, stopped, url } = yield* searching
    const { answer } = yield* send(url, request)
    yield* Deferred.await(called)
    const closing = yield* Effect.forkChild(close)
    const { first, headers, json } = yield* answer
    assert.strictEqual(first, "HTTP/1.1 503 Service Unavailable")
    assert.includeMembers(headers, ["retry-after: 5", "connection: close"])
    assert.deepStrictEqual(json, {
      error: {
        message: "503 SERVICE UNAVAILABLE",
        details: "The server is stopping. Check whether the change was made before you send it again."
      }
    })
    yield* Deferred.await(stopped)
    yield* Fiber.join(closing)
  })
})
