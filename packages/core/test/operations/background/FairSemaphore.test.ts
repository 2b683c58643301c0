import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch } from "effect"
import * as fc from "fast-check"
import { makeFairSemaphore } from "../../../src/operations/background/FairSemaphore.ts"
import { test } from "../../Suite.ts"

/** Starts work that has a permit until it is ended, and counts what has one. */
const holding = (total: number) => {
  const semaphore = makeFairSemaphore(total, [Math.max(1, Math.floor(total / 2)), Math.max(1, Math.floor(total / 4))])
  const held: Array<string> = []
  const hold = Effect.fnUntraced(function* (workspace: string, sender: string) {
    const end = yield* Latch.make(false)
    const key = `${workspace} ${sender}`
    const work = Effect.acquireUseRelease(
      Effect.sync(() => void held.push(key)),
      () => end.await,
      () => Effect.sync(() => void held.splice(held.indexOf(key), 1))
    )
    const fiber = yield* Effect.forkChild(semaphore.withPermit([workspace, sender], work), { startImmediately: true })
    return { end: Effect.andThen(end.open, Fiber.join(fiber)), interrupt: Fiber.interrupt(fiber) }
  })
  return { held, hold, semaphore }
}

describe("a fair semaphore", () => {
  test("B15: leaves permits for other senders and workspaces, however many one sender requests", function* () {
    const { held, hold } = holding(8)
    for (let n = 0; n < 20; n++) yield* hold("a", "silent")
    assert.deepStrictEqual(held, ["a silent", "a silent"])
    for (let n = 0; n < 20; n++) yield* hold("a", `${n}`)
    assert.lengthOf(held, 4)
    yield* hold("b", "healthy")
    assert.strictEqual(held.at(-1), "b healthy")
  })

  test("grants the next permit to the workspace with the fewest permits, and there to the first waiter", function* () {
    const { held, hold } = holding(4)
    const first = yield* hold("a", "1")
    for (const [workspace, sender] of [
      ["a", "2"],
      ["b", "1"],
      ["c", "1"],
      ["a", "3"],
      ["d", "1"]
    ] as const)
      yield* hold(workspace, sender)
    assert.deepStrictEqual(held, ["a 1", "a 2", "b 1", "c 1"])
    yield* first.end
    yield* Effect.yieldNow
    assert.deepStrictEqual(held.at(-1), "d 1")
  })

  test("has every permit again after work fails, or is interrupted while waiting or running", function* () {
    const { held, hold, semaphore } = holding(1)
    const failed = yield* Effect.exit(semaphore.withPermit(["a", "1"], Effect.fail("no")))
    assert.isTrue(Exit.isFailure(failed))
    const working = yield* hold("a", "1")
    const waiting = yield* hold("b", "1")
    const last = yield* hold("c", "1")
    yield* waiting.interrupt
    yield* working.interrupt
    yield* Effect.yieldNow
    assert.deepStrictEqual(held, ["c 1"])
    yield* last.end
    assert.deepStrictEqual(held, [])
  })

  test("B15: never exceeds the total and the shares, and leaves no permit idle while an allowed waiter exists", function* () {
    const plan = fc.record({
      total: fc.integer({ min: 1, max: 9 }),
      steps: fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"), fc.boolean()), {
        maxLength: 30
      })
    })
    for (const { steps, total } of fc.sample(plan, 50)) {
      const { held, hold } = holding(total)
      const all: Array<Effect.Success<ReturnType<typeof hold>>> = []
      for (const [workspace, sender, ends] of steps) {
        if (ends) yield* all.shift()?.interrupt ?? Effect.void
        else all.push(yield* hold(workspace, sender))
        assert.isAtMost(held.length, total)
        for (const key of held) {
          const ofWorkspace = held.filter((other) => other.startsWith(key.slice(0, 1))).length
          assert.isAtMost(ofWorkspace, Math.max(1, Math.floor(total / 2)))
          assert.isAtMost(held.filter((other) => other === key).length, Math.max(1, Math.floor(total / 4)))
        }
      }
      yield* Effect.forEach(all, ({ interrupt }) => interrupt)
      assert.deepStrictEqual(held, [])
    }
  })
})
