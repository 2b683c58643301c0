import { assert } from "@effect/vitest"
import { Effect, References, Tracer } from "effect"
import { withSpans } from "../../src/shared/Spans.ts"
import { test } from "../Suite.ts"

/** A service of one operation, which counts its calls. */
const counting = () => {
  let calls = 0
  return withSpans("Counter", { next: (step: number) => Effect.succeed((calls += step)) })
}

/** Runs the effect, and returns the names of the spans that it made. */
const spansOf = <A>(effect: Effect.Effect<A>) =>
  Effect.suspend(() => {
    const names: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        names.push(options.name)
        return new Tracer.NativeSpan(options)
      }
    })
    return Effect.as(Effect.withTracer(effect, tracer), names)
  })

test("an operation has a span with its service's name and its own", function* () {
  assert.deepStrictEqual(yield* spansOf(counting().next(1)), ["Counter.next"])
})

test("no span is created where tracing is disabled", function* () {
  const untraced = Effect.provideService(counting().next(1), References.TracerEnabled, false)
  assert.deepStrictEqual(yield* spansOf(untraced), [])
})

test("an operation is called each time its effect runs, and not before", function* () {
  const next = counting().next(2)
  assert.deepStrictEqual(yield* spansOf(Effect.andThen(next, next)), ["Counter.next", "Counter.next"])
  assert.strictEqual(yield* next, 6)
})
