import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import {
  type EndedRequest,
  Readiness,
  type SchemaAge,
  steadyMillis,
  type StoreConnections
} from "@rollcall/core/operations"
import { layerCountingLoggers, StoreMonitor } from "@rollcall/core/storage"
import { Context, Effect, Fiber, Layer, Logger, Option, References } from "effect"
import { TestClock } from "effect/testing"
import { runForever } from "../../../src/operations/background/BackgroundLoop.ts"
import { test } from "../../Suite.ts"

/** A store that answers as a test sets it, and counts how often it is asked. */
const makeStore = () => {
  const store: {
    answer: Effect.Effect<SchemaAge, StorageError>
    connections: StoreConnections | null
    asked: number
    interrupted: number
  } = {
    answer: Effect.succeed("current"),
    connections: null,
    asked: 0,
    interrupted: 0
  }
  const schemaAge = Effect.suspend(() => {
    store.asked += 1
    return Effect.onInterrupt(store.answer, () => Effect.sync(() => void (store.interrupted += 1)))
  })
  return { store, layer: Layer.mock(StoreMonitor, { schemaAge, connections: Effect.sync(() => store.connections) }) }
}

const start = Effect.gen(function* () {
  const { layer, store } = makeStore()
  const readiness = Context.get(yield* Layer.build(Layer.provide(Readiness.layer, layer)), Readiness)
  return { store, ...readiness, reason: Effect.map(readiness.notReady, Option.getOrNull) }
})

const failing = (reason: "Unavailable" | "Conflict" | "Corrupt") =>
  Effect.fail(new StorageError({ reason, cause: new Error(reason) }))

const full = new StorageError({ reason: "Unavailable", cause: null, isFull: true })
const away = new StorageError({ reason: "Unavailable", cause: null, isAway: true })

/** A logger that collects each message with the loop that it names. */
const collect = () => {
  const lines: Array<readonly [message: string, loop: unknown]> = []
  const logger = Logger.make<unknown, void>(({ fiber, message }) => {
    lines.push([[message].flat().join(" "), fiber.getRef(References.CurrentLogAnnotations)["loop"]])
  })
  return { lines, layer: Logger.layer([logger]) }
}

describe("the readiness of a process with failing background work", () => {
  const broken = new StorageError({ reason: "Corrupt", cause: null })

  test.each([
    { error: away, annotations: {}, after: [null, "work_failing"] },
    { error: broken, annotations: {}, after: [null, "work_failing"] },
    { error: full, annotations: {}, after: ["store_full", "store_full"] },
    // One broadcast that fails is no reason to take the process away.
    { error: broken, annotations: { broadcast: "one" }, after: [null, null] }
  ])("ends after a minute, or at once if the disk is full: %j", function* ({ after, annotations, error }) {
    const { layer } = makeStore()
    let fails = false
    const iteration = Effect.suspend(() => (fails ? Effect.fail(error) : Effect.sleep("1 second")))
    const work = Effect.forever(Effect.annotateLogs(runForever("worker", iteration), annotations))
    const context = yield* Layer.build(
      Layer.merge(
        Layer.provide(Readiness.layer, layer),
        Layer.provide(Layer.effectDiscard(Effect.forkScoped(work)), layerCountingLoggers)
      )
    )
    const reason = Effect.map(Context.get(context, Readiness).notReady, Option.getOrNull)
    yield* TestClock.adjust("2 minutes")
    assert.isNull(yield* reason)
    fails = true
    yield* TestClock.adjust("30 seconds")
    const soon = yield* reason
    yield* TestClock.adjust("31 seconds")
    assert.deepStrictEqual([soon, yield* reason], after)
    fails = false
    yield* TestClock.adjust("5 seconds")
    assert.isNull(yield* reason)
  })
})

describe("the readiness of a process (O1)", () => {
  test("is the store's readiness", function* () {
    const { reason, store } = yield* start
    const cases = [
      [Effect.succeed("current"), null],
      [Effect.succeed("newer"), "schema_newer"],
      [Effect.succeed("other"), "store_unusable"],
      [failing("Unavailable"), "store_unavailable"],
      [failing("Conflict"), "store_unavailable"],
      [failing("Corrupt"), "store_unusable"],
      [Effect.die(new Error("of the store")), "store_unusable"],
      [Effect.succeed("current"), null]
    ] satisfies ReadonlyArray<readonly [Effect.Effect<SchemaAge, StorageError>, string | null]>
    for (const [answer, expected] of cases) {
      store.answer = answer
      assert.strictEqual(yield* reason, expected)
      yield* TestClock.adjust("250 millis")
    }
  })

  test("queries the store once for all requests within 250 ms, and notices a loss afterwards", function* () {
    const { reason, store } = yield* start
    yield* Effect.all(
      Array.from({ length: 10 }, () => reason),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(store.asked, 1)
    store.answer = failing("Unavailable")
    yield* TestClock.adjust("249 millis")
    assert.isNull(yield* reason)
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* reason, "store_unavailable")
    assert.strictEqual(store.asked, 2)
  })

  test("is lost if the store has not responded for 500 ms, and returns even if that query has not ended", function* () {
    const { reason, store } = yield* start
    store.answer = Effect.as(Effect.uninterruptible(Effect.sleep("10 seconds")), "current" as const)
    const first = yield* Effect.forkChild(reason)
    yield* TestClock.adjust("250 millis")
    const second = yield* Effect.forkChild(reason)
    yield* TestClock.adjust("249 millis")
    assert.isUndefined(first.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(
      [yield* Fiber.join(first), yield* Fiber.join(second)],
      ["store_unavailable", "store_unavailable"]
    )
    assert.strictEqual(store.asked, 1)
    store.answer = Effect.succeed("current")
    yield* TestClock.adjust("250 millis")
    assert.isNull(yield* reason)
    yield* TestClock.adjust("10 seconds")
  })

  test("stays while all connections are busy and the store responds on them", function* () {
    const { reason, store } = yield* start
    const busy = { used: 10, idle: 0, waiting: 40, limit: 10 }
    store.answer = Effect.as(Effect.sleep("2 seconds"), "current" as const)
    for (const [sinceAnswer, expected] of [
      [499, null],
      [500, "store_unavailable"]
    ] as const) {
      store.connections = { ...busy, sinceAnswer }
      const asked = yield* Effect.forkChild(reason)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* Fiber.join(asked), expected)
      yield* TestClock.adjust("250 millis")
    }
  })

  test("stays for other requests when one request is aborted", function* () {
    const { reason, store } = yield* start
    store.answer = Effect.as(Effect.sleep("100 millis"), "current" as const)
    const first = yield* Effect.forkChild(reason)
    yield* TestClock.adjust("50 millis")
    const second = yield* Effect.forkChild(reason)
    yield* TestClock.adjust("1 millis")
    yield* Fiber.interrupt(first)
    yield* TestClock.adjust("50 millis")
    assert.isNull(yield* Fiber.join(second))
    assert.strictEqual(store.asked, 1)
  })

  test("is lost for ten seconds after a request found the disk full, or until a request stores data", function* () {
    const { ended, reason } = yield* start
    yield* ended({ begun: 0, outcome: full })
    assert.strictEqual(yield* reason, "store_full")
    yield* TestClock.adjust("9999 millis")
    assert.strictEqual(yield* reason, "store_full")
    yield* TestClock.adjust("1 millis")
    assert.isNull(yield* reason)
    yield* ended({ begun: 10_000, outcome: full })
    for (const [outcome, expected] of [
      ["read", "store_full"],
      ["refused", "store_full"],
      ["stored", null]
    ] as const) {
      yield* ended({ begun: 10_000, outcome })
      assert.strictEqual(yield* reason, expected)
    }
  })

  test("stays when requests fail, and their failures are one outage in the log", function* () {
    const { lines, layer: logger } = collect()
    yield* Effect.gen(function* () {
      const { ended, reason } = yield* start
      const request = (outcome: EndedRequest["outcome"], lasting: number) =>
        Effect.flatMap(steadyMillis, (begun) => Effect.andThen(TestClock.adjust(lasting), ended({ begun, outcome })))
      yield* request("read", 10)
      // The outage lasts 150 seconds, in which a request that was refused or answered from before says nothing.
      yield* Effect.repeat(Effect.andThen(request(away, 1_000), request("refused", 10)), { times: 149 })
      assert.isNull(yield* reason)
      yield* request("read", 10)
      yield* TestClock.adjust("2 seconds")
      yield* request("refused", 10)
      yield* request("read", 10)
      yield* request("read", 10)
    }).pipe(Effect.provide(logger))
    assert.deepStrictEqual(lines, [
      ["The store is unavailable", "requests"],
      ["The store is still unavailable", undefined],
      ["The store is still unavailable", undefined],
      ["The store is available again", undefined]
    ])
  })

  test("returns when background work succeeds, even if requests still fail", function* () {
    const { layer } = makeStore()
    let fails = true
    const work = Effect.forever(
      runForever(
        "worker",
        Effect.suspend(() => (fails ? Effect.fail(away) : Effect.sleep("1 second")))
      )
    )
    const context = yield* Layer.build(
      Layer.merge(
        Layer.provide(Readiness.layer, layer),
        Layer.provide(Layer.effectDiscard(Effect.forkScoped(work)), layerCountingLoggers)
      )
    )
    const { ended, notReady } = Context.get(context, Readiness)
    const failingFor = (seconds: number) =>
      Effect.repeat(
        Effect.flatMap(steadyMillis, (begun) =>
          Effect.andThen(TestClock.adjust("1 second"), ended({ begun, outcome: away }))
        ),
        { times: seconds - 1 }
      )
    yield* failingFor(70)
    assert.strictEqual(Option.getOrNull(yield* notReady), "work_failing")
    fails = false
    yield* failingFor(70)
    assert.isNull(Option.getOrNull(yield* notReady))
  })

  test("ends when the process drains, whatever the store's state", function* () {
    const { drain, reason, store } = yield* start
    assert.isNull(yield* reason)
    yield* drain
    assert.strictEqual(yield* reason, "draining")
    store.answer = failing("Unavailable")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* reason, "draining")
  })
})
