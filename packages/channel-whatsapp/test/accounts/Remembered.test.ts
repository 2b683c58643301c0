import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { remember } from "../../src/accounts/Remembered.ts"

/** A value that is loaded as it is when the load begins, and a gate that the load waits for. */
const loadedAfter = (gate: Latch.Latch, present: { value: string }) =>
  Effect.gen(function* () {
    const { value } = present
    yield* gate.await
    return value
  })

it.effect("a forgotten value is never returned to later readers", () =>
  Effect.gen(function* () {
    const gate = yield* Latch.make(true)
    const present = { value: "old" }
    const remembered = remember<string, never>("a value", "1 hour")
    const get = remembered.get(loadedAfter(gate, present))
    assert.strictEqual(yield* get, "old")
    yield* gate.close
    present.value = "new"
    yield* remembered.forget
    const all = yield* Effect.forkChild(Effect.all([get, get, get], { concurrency: "unbounded" }))
    yield* Effect.yieldNow
    yield* gate.open
    assert.deepStrictEqual(yield* Fiber.join(all), ["new", "new", "new"])
  })
)

it.effect("a value forgotten while it loads is loaded again", () =>
  Effect.gen(function* () {
    const gate = yield* Latch.make(false)
    const present = { value: "old" }
    const remembered = remember<string, never>("a value", "1 hour")
    const get = remembered.get(loadedAfter(gate, present))
    const first = yield* Effect.forkChild(get)
    yield* Effect.yieldNow
    present.value = "new"
    yield* remembered.forget
    yield* gate.open
    assert.strictEqual(yield* Fiber.join(first), "old")
    assert.strictEqual(yield* get, "new")
  })
)
