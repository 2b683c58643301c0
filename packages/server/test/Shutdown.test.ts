import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Agent, get, type IncomingMessage, request } from "node:http"
import { connect, type Socket } from "node:net"
import { live } from "./Calls.ts"
import { bootstrapToken, startServer, stop, temporaryFolder } from "./ServerProcess.ts"

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

const timedStop = (server: Effect.Success<ReturnType<typeof startServer>>) =>
  Effect.timed(stop(server)).pipe(Effect.map(([time, code]) => ({ millis: Duration.toMillis(time), code })))

describe("a server that is signalled to stop", () => {
  it.live("ends with 0, for SIGINT too", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder })
      yield* server.child.kill({ killSignal: "SIGINT" })
      assert.strictEqual(yield* server.child.exitCode, 0)
    }).pipe(Effect.provide(live))
  )

  it.live("answers the request in progress, and announces the end of the connection", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder })
      const body = JSON.stringify({ first_name: "Ada", email: "ada@example.org" })
      // Half of the body is there when the server is signalled to stop, the rest comes later.
      const slow = request(`${server.url}/v1/contacts`, {
        method: "POST",
        headers,
        agent: new Agent({ keepAlive: true })
      })
      const answer = new Promise<IncomingMessage>((resolve, reject) => slow.on("response", resolve).on("error", reject))
      slow.write(body.slice(0, 10))
      yield* Effect.sleep("200 millis")
      yield* server.child.kill({ killSignal: "SIGTERM" }).pipe(Effect.forkScoped)
      yield* Effect.sleep("300 millis")
      slow.end(body.slice(10))
      const { headers: answered, statusCode } = yield* Effect.promise(() => answer)
      assert.deepStrictEqual([statusCode, answered.connection], [201, "close"])
      assert.strictEqual(yield* server.child.exitCode, 0)
    }).pipe(Effect.provide(live))
  )

  it.live(
    "is gone at once though idle clients hold connections, and in seconds though slow ones send half a request",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer({ folder: yield* temporaryFolder })
        const agent = new Agent({ keepAlive: true })
        yield* Effect.callback<void>((resume) => {
          get(`${server.url}/health`, { agent }, (response) => {
            response.resume().on("end", () => resume(Effect.void))
          })
        })
        const idle = yield* timedStop(server)
        assert.strictEqual(idle.code, 0)
        assert.isBelow(idle.millis, 2_000)

        const other = yield* startServer({ folder: yield* temporaryFolder })
        yield* connectAndSend(other.url, "POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Le")
        const slow = yield* timedStop(other)
        assert.strictEqual(slow.code, 0)
        assert.isBelow(slow.millis, 10_000)
      }).pipe(Effect.provide(live))
  )
})

describe("slow and greedy clients", () => {
  it.live("headers over 16 KiB are refused", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ folder: yield* temporaryFolder })
      const status = yield* Effect.callback<number | undefined>((resume) => {
        get(`${server.url}/health`, { headers: { "x-large": "a".repeat(17_000) } }, (response) =>
          resume(Effect.succeed(response.statusCode))
        )
      })
      assert.strictEqual(status, 431)
    }).pipe(Effect.provide(live))
  )

  it.live("connections beyond the cap are closed at once", () =>
    Effect.gen(function* () {
      const env = { ROLLCALL_MAX_CONNECTIONS: "2" }
      const server = yield* startServer({ folder: yield* temporaryFolder, env })
      const half = "GET /health HTTP/1.1\r\n"
      const sockets = yield* Effect.forEach([1, 2, 3], () => connectAndSend(server.url, half))
      yield* Effect.sleep("300 millis")
      assert.deepStrictEqual(
        sockets.map((socket) => socket.destroyed || socket.readableEnded),
        [false, false, true]
      )
    }).pipe(Effect.provide(live))
  )
})
