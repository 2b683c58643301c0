import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import type { TextSink } from "../../src/requests/body/RequestBodies.ts"
import { readSliced } from "../../src/requests/body/SlicedBody.ts"
import { test } from "../../../core/test/Suite.ts"

/** A body that arrives in one piece. */
const arriving = (text: string) => (sink: TextSink) => {
  const refused = sink(text)
  return refused === undefined ? Effect.void : Effect.fail(refused)
}

const options = { member: "list", maxItemLength: 1_000, turn: Effect.yieldNow }

describe("readSliced", () => {
  test("passes each item with its index, and yields between items", function* () {
    const items = Array.from({ length: 2_000 }, (_, n) => ({ n }))
    const body = yield* readSliced(arriving(JSON.stringify({ before: 1, list: items, after: 2 })), options)
    assert.deepStrictEqual(body.head, { before: 1, list: [], after: 2 })
    assert.deepStrictEqual([body.items, body.repeated], [2_000, false])
    const shown: Array<unknown> = []
    const turns: Array<number> = []
    const other = yield* Effect.forkChild(
      Effect.forever(
        Effect.andThen(
          Effect.sync(() => turns.push(shown.length)),
          Effect.yieldNow
        )
      )
    )
    yield* Stream.runForEach(body.slices, (items) =>
      Effect.sync(() => shown.push(...items.map(({ index, value }) => [value, index])))
    )
    yield* Fiber.interrupt(other)
    assert.deepStrictEqual(
      shown,
      items.map((item, index) => [item, index])
    )
    const between = turns.filter((count) => count > 0 && count < items.length)
    assert.isAtLeast(new Set(between).size, 2)
    for (const count of between) assert.strictEqual(count % 250, 0)
  })

  test("rejects a body with too long items or other members, and a body that is no JSON", function* () {
    const reasonOf = (text: string) =>
      readSliced(arriving(text), options).pipe(
        Effect.flatMap(({ slices }) => Stream.runDrain(slices)),
        Effect.flip,
        Effect.map(({ reason }) => reason._tag)
      )
    assert.strictEqual(yield* reasonOf(`{"list":[],"name":"${"x".repeat(1024 * 1024)}"}`), "TooLarge")
    assert.strictEqual(yield* reasonOf(`{"list":["${"x".repeat(70_000)}"]}`), "TooLarge")
    assert.strictEqual(yield* reasonOf('{"list":[1,x]}'), "NotJson")
    assert.strictEqual(yield* reasonOf('{"list":[1]'), "NotJson")
    assert.strictEqual(yield* reasonOf('["list"]'), "NotObject")
  })
})
