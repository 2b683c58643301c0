import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { layerCountingLoggers } from "@rollcall/core/storage"
import { Cause, Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { runForever } from "../../../src/operations/background/BackgroundLoop.ts"
import { test } from "../../Suite.ts"

interface Line {
  readonly text: string
  readonly loop: unknown
  readonly repetitions: unknown
  readonly failedForMs: unknown
  readonly cause: string
}

/** Runs background work in a fiber of its own, and returns the lines that it has logged so far. */
const start = Effect.fnUntraced(function* (work: Effect.Effect<void>) {
  const lines: Array<Line> = []
  const logger = Logger.make<unknown, void>(({ cause, fiber, message }) => {
    const { failedForMs, loop, repetitions } = fiber.getRef(References.CurrentLogAnnotations)
    lines.push({ text: [message].flat().join(" "), loop, repetitions, failedForMs, cause: String(Cause.squash(cause)) })
  })
  const background = Layer.effectDiscard(Effect.forkScoped(work)).pipe(
    Layer.provide(layerCountingLoggers),
    Layer.provide(Logger.layer([logger]))
  )
  yield* Layer.build(background)
  return lines
})

const away = (port: number) =>
  new StorageError({ reason: "Unavailable", cause: new Error(`connect ECONNREFUSED 127.0.0.1:${port}`) })

const broken = (port: number) => new StorageError({ reason: "Corrupt", cause: new Error(`not a number: ${port}`) })

describe("the log of background work", () => {
  test("has one line at the start of a store outage, one per minute and one at the end", function* () {
    for (const [seconds, between] of [
      [20, 0],
      [250, 4]
    ] as const) {
      let isAway = false
      const iteration = Effect.suspend(() => (isAway ? Effect.fail(away(1)) : Effect.sleep("1 second")))
      const loops = Array.from({ length: 20 }, (_, n) => Effect.forever(runForever(`loop ${n}`, iteration)))
      const lines = yield* start(Effect.all(loops, { concurrency: "unbounded", discard: true }))
      yield* TestClock.adjust("5 seconds")
      isAway = true
      yield* TestClock.adjust(`${seconds} seconds`)
      isAway = false
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        lines.map(({ text }) => text),
        [
          "The store is unavailable",
          ...Array.from({ length: between }, () => "The store is still unavailable"),
          "The store is available again"
        ]
      )
      assert.strictEqual(lines[0]?.loop, "loop 0")
      assert.closeTo(Number(lines.at(-1)?.failedForMs), seconds * 1_000, 1_500)
    }
  })

  test("has one line a minute for repeated failures, with their number", function* () {
    let port = 0
    let isAway = true
    const iteration = Effect.suspend(() => (isAway ? Effect.fail(broken(port++)) : Effect.sleep("1 second")))
    const worker = Effect.forever(runForever("worker", iteration))
    const lines = yield* start(Effect.all([worker, worker, worker], { concurrency: 3, discard: true }))
    yield* TestClock.adjust("20 seconds")
    assert.deepStrictEqual(
      lines.map(({ loop, repetitions, text }) => [text, loop, repetitions]),
      [["an iteration of background work failed", "worker", undefined]]
    )
    isAway = false
    yield* TestClock.adjust("10 minutes")
    // Three workers failed at once, and every 500 ms for 20 seconds. One of these failures was logged.
    assert.deepStrictEqual(
      lines.slice(1).map(({ loop, repetitions, text }) => [text, loop, repetitions]),
      [
        ["background work succeeds again", "worker", undefined],
        ["an iteration of background work failed", "worker", 3 * 41 - 1]
      ]
    )
    isAway = true
    yield* TestClock.adjust("3 minutes")
    assert.lengthOf(lines, 3 + 1 + 2)
  })

  test("has each failure that differs from the previous one", function* () {
    const failures = [broken(1), new StorageError({ reason: "Conflict", cause: null }), broken(2), new Error("a bug")]
    const lines = yield* start(
      Effect.andThen(
        Effect.forEach(failures, (failure) => runForever("sweep", Effect.fail(failure)), { discard: true }),
        runForever("worker", Effect.fail(broken(3)))
      )
    )
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(
      lines.map(({ loop }) => loop),
      ["sweep", "sweep", "sweep", "worker"]
    )
  })

  test("has the end of each failure with its duration, and no end without a failure", function* () {
    let isAway = true
    const iteration = Effect.suspend(() => (isAway ? Effect.fail(broken(1)) : Effect.sleep("1 second")))
    const failing = Effect.forever(runForever("worker", iteration))
    const other = Effect.forever(runForever("other", Effect.sleep("1 second")))
    const lines = yield* start(Effect.all([failing, other], { concurrency: 2, discard: true }))
    const ended = () => lines.filter(({ failedForMs }) => failedForMs !== undefined)
    yield* TestClock.adjust("90 seconds")
    isAway = false
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(
      ended().map(({ failedForMs, loop }) => [loop, failedForMs]),
      [["worker", 90_500]]
    )
  })

  test("has the end of alternating failures once a minute", function* () {
    let times = 0
    const iteration = Effect.suspend(() => (++times % 2 === 1 ? Effect.fail(broken(1)) : Effect.sleep("500 millis")))
    const lines = yield* start(Effect.forever(runForever("worker", iteration)))
    yield* TestClock.adjust("150 seconds")
    assert.lengthOf(
      lines.filter(({ failedForMs }) => failedForMs !== undefined),
      3
    )
  })

  test("distinguishes a loop's items by the annotations of their failures", function* () {
    const one = runForever("worker", Effect.fail(broken(1))).pipe(Effect.annotateLogs({ webhook: "one" }))
    const other = runForever("worker", Effect.void).pipe(Effect.annotateLogs({ webhook: "other" }))
    const lines = yield* start(Effect.andThen(one, other))
    yield* TestClock.adjust("1 second")
    assert.lengthOf(lines, 1)
  })

  test("has each entry that is not a failure as often as it is logged", function* () {
    const lines = yield* start(Effect.replicateEffect(Effect.logInfo("done"), 3, { discard: true }))
    yield* TestClock.adjust("1 second")
    assert.lengthOf(lines, 3)
  })
})
