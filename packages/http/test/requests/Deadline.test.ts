import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Queue } from "effect"
import { HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { makeDeadlineTimer } from "@rollcall/core/operations"
import { defaultBodyLimits, defaultRequestDeadlines } from "@rollcall/http"
import { RequestTime } from "../../src/requests/RequestFacts.ts"
import { withinTime } from "../../src/requests/Deadline.ts"
import { makeApp, type Stubs, uuid } from "../App.ts"
import { endpoints, envelope } from "../Endpoints.ts"
import { contact } from "../Samples.ts"
import { failing } from "../Stubs.ts"

/** Services that never answer, and a queue of their calls. */
const silent = Effect.map(Queue.unbounded<void>(), (called) => ({
  called,
  stubs: failing(Effect.andThen(Queue.offer(called, undefined), Effect.never))
}))

const isUpload = (path: string) =>
  /^\/v1\/contacts\/bulk(\/preview)?$|^\/broadcasts(\/validate|\/audience)?$/.test(path)

const after = "Check whether the change was made before you send it again."

describe("a request with endless work", () => {
  it.effect("W10: returns 503 with Retry-After at its deadline, at every endpoint, and not before", () =>
    Effect.gen(function* () {
      const { called, stubs } = yield* silent
      const send = yield* makeApp(stubs)
      for (const { area, json, method, path } of endpoints) {
        const seconds = isUpload(path) && method === "POST" ? 60 : 10
        const request = yield* Effect.forkChild(send(method, path, { json }))
        yield* Queue.take(called)
        yield* TestClock.adjust(Duration.seconds(seconds - 0.001))
        assert.isUndefined(request.pollUnsafe(), `${method} ${path}`)
        yield* TestClock.adjust("1 millis")
        const { headers, json: body, status } = yield* Fiber.join(request)
        assert.deepStrictEqual([status, headers.get("retry-after")], [503, "5"], `${method} ${path}`)
        assert.isNotNull(headers.get("x-request-id"))
        const took = `The request took longer than ${seconds === 60 ? "1m" : "10s"} and was stopped.`
        const details = method === "GET" ? took : `${took} ${after}`
        assert.deepStrictEqual(body, envelope(area, "503 SERVICE UNAVAILABLE", details))
      }
    })
  )

  it.effect("W10: has the host's deadline, and a line in the log", () =>
    Effect.gen(function* () {
      const { called, stubs } = yield* silent
      const lines: Array<string> = []
      const send = yield* makeApp({
        ...stubs,
        options: { deadlines: { request: Duration.seconds(2) } },
        log: (line) => lines.push(line)
      })
      const request = yield* Effect.forkChild(send("GET", `/v1/contacts/${uuid}`))
      yield* Queue.take(called)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(request)).status, 503)
      assert.strictEqual(lines.length, 1)
      assert.include(lines[0], '"status":503')
      assert.include(lines[0], '"durationMs":2000')
    })
  )

  it.effect("W10: gets its response even if the work cannot be interrupted yet; the work stops as soon as it can", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const finish = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<Exit.Exit<unknown, unknown>>()
      const get: NonNullable<Stubs["contacts"]>["get"] = () =>
        Effect.onExit(
          Effect.andThen(
            Effect.uninterruptible(Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(finish))),
            Effect.succeed(contact)
          ),
          (exit) => Deferred.succeed(stopped, exit)
        )
      const send = yield* makeApp({ contacts: { get } })
      const request = yield* Effect.forkChild(send("GET", `/v1/contacts/${uuid}`))
      yield* Deferred.await(started)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(request)).status, 503)
      assert.isFalse(yield* Deferred.isDone(stopped))
      yield* Deferred.succeed(finish, undefined)
      assert.isTrue(Exit.hasInterrupts(yield* Deferred.await(stopped)))
    })
  )

  it.effect("W10: gets its response if the caller cannot be looked up", () =>
    Effect.gen(function* () {
      const called = yield* Deferred.make<void>()
      const verifyHash = () => Effect.andThen(Deferred.succeed(called, undefined), Effect.never)
      const send = yield* makeApp({ tokens: { verifyHash } })
      const request = yield* Effect.forkChild(send("POST", "/broadcasts", { json: {} }))
      yield* Deferred.await(called)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(request)).status, 503)
    })
  )
})

describe("withinTime", () => {
  const time = new RequestTime(0, defaultRequestDeadlines, defaultBodyLimits)
  const options = Effect.map(Effect.scope, (ending) => ({
    facts: { workspace: null, time },
    ending,
    watch: makeDeadlineTimer(ending)
  }))

  it.effect("reports that the server stops if anything but the client interrupts the request", () =>
    Effect.gen(function* () {
      const stopped = yield* Deferred.make<void>()
      const work = Effect.onInterrupt(Effect.never, () => Deferred.succeed(stopped, undefined))
      const request = yield* withinTime(work, yield* options).pipe(
        Effect.scoped,
        Effect.forkChild({ startImmediately: true, uninterruptible: true })
      )
      yield* Fiber.interrupt(request)
      assert.strictEqual(yield* Fiber.join(request), "stopping")
      yield* Deferred.await(stopped)
    })
  )

  it.effect("closes the work's scope after the response, or when the work has stopped", () =>
    Effect.gen(function* () {
      const given = yield* options
      const closed: Array<string> = []
      const workOf = (name: string, rest: Effect.Effect<never> | Effect.Effect<void>) =>
        Effect.addFinalizer(() => Effect.sync(() => closed.push(name))).pipe(
          Effect.andThen(rest),
          Effect.as(HttpServerResponse.empty())
        )
      yield* Effect.scoped(
        Effect.andThen(
          withinTime(workOf("answered", Effect.void), given),
          Effect.sync(() => assert.deepStrictEqual(closed, []))
        )
      )
      assert.deepStrictEqual(closed, ["answered"])
      const request = yield* Effect.forkChild(Effect.scoped(withinTime(workOf("stopped", Effect.never), given)))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* Fiber.join(request), "over")
      assert.deepStrictEqual(closed, ["answered", "stopped"])
    })
  )
})
