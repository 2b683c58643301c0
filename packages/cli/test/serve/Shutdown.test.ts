import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { Agent, get, type IncomingMessage, request } from "node:http"
import { connect, type Socket } from "node:net"
import { call, live } from "./Calls.ts"
import { hostServer } from "./HostedServer.ts"
import { bootstrapToken, startServer, temporaryFolder } from "./ServerProcess.ts"

const headers = { authorization: `Bearer ${bootstrapToken}`, "content-type": "application/json" }

/** A connection to the server on which these bytes were sent. */
const connectAndSend = (url: string, bytes: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes, () => resume(Effect.succeed(socket))))
      socket.on("error", () => undefined)
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const Line = Schema.fromJsonString(Schema.Struct({ message: Schema.String, timestamp: Schema.String }))

/** When a server logged a line, in milliseconds by its own clock. */
const loggedAt = (log: string, message: string): number => {
  const line = log.split("\n").find((line) => line.includes(`"${message}"`))
  return Date.parse(Schema.decodeUnknownSync(Line)(line).timestamp)
}

/**
 * Signals a server to stop, and returns its exit code and how long it took until it had closed its connections and its
 * store, by its log: how soon the signal arrives and the process is gone depends on what else the machine does.
 */
const signal = Effect.fnUntraced(function* (
  { child, stderr }: Effect.Success<ReturnType<typeof startServer>>,
  killSignal: "SIGINT" | "SIGTERM"
) {
  yield* child.kill({ killSignal })
  const code = yield* child.exitCode
  const log = yield* stderr.whole
  return { code, millis: loggedAt(log, "Rollcall has stopped") - loggedAt(log, "Rollcall is stopping") }
})

/** What is still in progress after so many milliseconds is cut. A server that waits for idle clients takes as long. */
const drainDeadline = 5_000

describe("a server that is signalled to stop", () => {
  it.live("exits with 0, also for SIGINT, and at once even if idle clients hold connections", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder })
      const agent = new Agent({ keepAlive: true })
      yield* Effect.callback<void>((resume) => {
        get(`${server.url}/health`, { agent }, (response) => {
          response.resume().on("end", () => resume(Effect.void))
        })
      })
      const { code, millis } = yield* signal(server, "SIGINT")
      assert.strictEqual(code, 0)
      assert.isBelow(millis, drainDeadline)
    }).pipe(Effect.provide(live))
  )

  it.live("responds to the running request, and ends in seconds even if slow clients send half a request", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder })
      yield* connectAndSend(server.url, "POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Le")
      const body = JSON.stringify({ first_name: "Ada", email: "ada@example.org" })
      // Half of the body is there when the server is signalled to stop, the rest comes later.
      const slow = request(`${server.url}/v1/contacts`, {
        method: "POST",
        headers: { ...headers, expect: "100-continue" },
        agent: new Agent({ keepAlive: true })
      })
      const answer = new Promise<IncomingMessage>((resolve, reject) => slow.on("response", resolve).on("error", reject))
      yield* Effect.callback<void>((resume) => {
        slow.on("continue", () => resume(Effect.void)).flushHeaders()
      })
      slow.write(body.slice(0, 10))
      const stopping = yield* Effect.forkScoped(signal(server, "SIGTERM"))
      yield* Effect.repeat(Effect.delay(server.stderr.soFar, "20 millis"), {
        until: (log) => log.includes('"Rollcall is stopping"')
      })
      slow.end(body.slice(10))
      // The end of the connection is announced.
      const { headers: answered, statusCode } = yield* Effect.promise(() => answer)
      assert.deepStrictEqual([statusCode, answered.connection], [201, "close"])
      const { code, millis } = yield* Fiber.join(stopping)
      assert.strictEqual(code, 0)
      assert.isBelow(millis, 10_000)
    }).pipe(Effect.provide(live))
  )
})

describe("a server that is drained (O1)", () => {
  it.live("is not ready, and accepts requests until the delay is over", () =>
    Effect.gen(function* () {
      const env = { ROLLCALL_DRAIN_DELAY: "2 seconds" }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env })
      const ready = yield* call(server, "GET", "/ready")
      assert.deepStrictEqual([ready.status, ready.body], [200, { status: "ready" }])
      const stopping = yield* Effect.forkScoped(server.stop)
      yield* Effect.yieldNow
      const draining = yield* call(server, "GET", "/ready")
      assert.deepStrictEqual([draining.status, draining.body], [503, { status: "not_ready", reason: "draining" }])
      const contacts = yield* call(server, "GET", "/v1/contacts")
      assert.deepStrictEqual([contacts.status, contacts.headers["connection"]], [200, "keep-alive"])
      yield* Fiber.join(stopping)
      yield* Effect.flip(call(server, "GET", "/health"))
    }).pipe(Effect.provide(live))
  )
})

describe("slow and greedy clients", () => {
  it.live("headers over 16 KiB are rejected", () =>
    Effect.gen(function* () {
      const server = yield* hostServer({ folder: yield* temporaryFolder })
      const status = yield* Effect.callback<number | undefined>((resume) => {
        get(`${server.url}/health`, { headers: { "x-large": "a".repeat(17_000) } }, (response) =>
          resume(Effect.succeed(response.statusCode))
        )
      })
      assert.strictEqual(status, 431)
    }).pipe(Effect.provide(live))
  )

  it.live("a connection beyond the cap is closed if it sends no request within a second", () =>
    Effect.gen(function* () {
      const env = { ROLLCALL_MAX_CONNECTIONS: "2" }
      const server = yield* hostServer({ folder: yield* temporaryFolder, env })
      const half = "GET /health HTTP/1.1\r\n"
      const sockets = yield* Effect.forEach([1, 2, 3], () => connectAndSend(server.url, half))
      const closed = Effect.sync(() => sockets.map((socket) => socket.destroyed || socket.readableEnded))
      const some = Effect.repeat(Effect.delay(closed, "20 millis"), { until: (all) => all.includes(true) })
      assert.deepStrictEqual(yield* some, [false, false, true])
    }).pipe(Effect.provide(live))
  )
})
