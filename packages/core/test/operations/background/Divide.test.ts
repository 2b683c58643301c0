import { assert, describe } from "@effect/vitest"
import { Array as Arr, Effect, Exit } from "effect"
import { divide } from "../../../src/operations/background/Divide.ts"
import { test } from "../../Suite.ts"

/** Divides work on numbers that fails with some of them. Returns those that it was done for, and what was reported. */
const divided = Effect.fnUntraced(function* (count: number, fails: (item: number) => boolean) {
  const done: Array<number> = []
  const reported: Array<number> = []
  let calls = 0
  yield* divide(
    count === 0 ? [] : Arr.makeBy(count, (item) => item),
    (part) =>
      Effect.suspend(() => {
        calls++
        if (part.some(fails)) return Effect.die(new Error("no"))
        done.push(...part)
        return Effect.void
      }),
    (_cause, part) => Effect.sync(() => void reported.push(...part))
  )
  return { calls, done, reported }
})

describe("divided work (B12)", () => {
  test("is done once for all items but the failing ones, in order", function* () {
    for (const count of [0, 1, 2, 7, 500]) {
      for (const bad of [[], [0], [count - 1], [3, 4], [0, 250, 499]]) {
        const { done, reported } = yield* divided(count, (item) => bad.includes(item))
        const all = count === 0 ? [] : Arr.makeBy(count, (item) => item)
        const expected = all.filter((item) => !bad.includes(item))
        assert.deepStrictEqual(done, expected)
        assert.deepStrictEqual(
          reported,
          all.filter((item) => bad.includes(item))
        )
      }
    }
  })

  test("stops after 20 failures in a row", function* () {
    const { calls, done } = yield* divided(500, () => true)
    assert.deepStrictEqual([calls, done], [20, []])
  })

  test("ends when it is interrupted", function* () {
    let calls = 0
    const exit = yield* Effect.exit(
      divide(
        [1, 2, 3],
        () =>
          Effect.andThen(
            Effect.sync(() => calls++),
            Effect.interrupt
          ),
        () => Effect.void
      )
    )
    assert.isTrue(Exit.isFailure(exit))
    assert.strictEqual(calls, 1)
  })
})
