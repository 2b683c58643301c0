import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, message, startAlone } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

describe("many concurrent messages", () => {
  test("have receipts in shared batches", function* () {
    const { channel, record } = yield* startAlone()
    const batches = yield* listenTo(channel)
    yield* Effect.forEach(
      Array.from({ length: 10_000 }, (_, index) => message(index)),
      channel.send,
      {
        concurrency: 1_000,
        discard: true
      }
    )
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* record.sent).length, 10_000)
    assert.strictEqual(batches.flat().length, 20_000)
    assert.isAtMost(batches.length, 80)
  })
})
