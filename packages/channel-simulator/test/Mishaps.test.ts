import { assert, describe } from "@effect/vitest"
import type { SimulatorOptions } from "@rollcall/channel-simulator"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, message, startAlone, statusesIn } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

const count = 1_000

/** What becomes of many messages: the answers, and the receipts in the order of their arrival. */
const run = (options: SimulatorOptions, numbers = Array.from({ length: count }, (_, index) => index)) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { channel } = yield* startAlone(options)
      const batches = yield* listenTo(channel)
      const answers = new Map<number, string>()
      yield* Effect.forEach(
        numbers,
        (number) =>
          Effect.match(channel.send(message(number)), {
            onFailure: ({ reason }) => void answers.set(number, reason),
            onSuccess: () => void answers.set(number, "accepted")
          }),
        { concurrency: "unbounded" }
      )
      yield* TestClock.adjust("2 seconds")
      return { answers, receipts: statusesIn(batches) }
    })
  )

const tally = (texts: Iterable<string>, what: string) => Array.from(texts).filter((text) => text.endsWith(what)).length

describe("simulated failures", () => {
  test("never occur by default", function* () {
    const outcome = yield* run({})
    assert.strictEqual(tally(outcome.answers.values(), "accepted"), count)
    assert.strictEqual(new Set(outcome.receipts).size, 2 * count)
    assert.strictEqual(outcome.receipts.length, 2 * count)
  })

  test("occur about as often as their probability", function* () {
    const { answers, receipts } = yield* run({ mishaps: { loseResponse: 0.2, loseReceipt: 0.3 } })
    const repeated = yield* run({ mishaps: { repeatReceipt: 0.1 } })
    const refused = yield* run({ mishaps: { transientError: 0.4 } })
    assert.closeTo(tally(answers.values(), "OutcomeUnknown") / count, 0.2, 0.05)
    assert.closeTo(tally(receipts, "delivered") / count, 0.7, 0.05)
    assert.closeTo(tally(receipts, "read") / count, 0.7, 0.05)
    assert.closeTo(repeated.receipts.length / count, 2.2, 0.1)
    assert.closeTo(tally(refused.answers.values(), "Transient") / count, 0.4, 0.05)
  })

  test("always occur at a probability of one", function* () {
    const { answers, receipts } = yield* run(
      { mishaps: { loseResponse: 1, repeatReceipt: 1, reorderReceipts: 1 } },
      [5]
    )
    assert.deepStrictEqual(answers, new Map([[5, "OutcomeUnknown"]]))
    assert.deepStrictEqual(receipts, ["5 read", "5 delivered", "5 read", "5 delivered"])
    assert.deepStrictEqual((yield* run({ mishaps: { loseReceipt: 1 } }, [5])).receipts, [])
  })

  test("never affect an identifier whose last digits decide", function* () {
    const { channel } = yield* startAlone({
      mishaps: { loseResponse: 1, loseReceipt: 1, repeatReceipt: 1, reorderReceipts: 1, transientError: 1 }
    })
    const batches = yield* listenTo(channel)
    yield* channel.send(message(3, "491700000003"))
    yield* channel.send(message(6, "491700000006"))
    assert.strictEqual((yield* Effect.flip(channel.send(message(7, "491700000007")))).reason, "Transient")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(statusesIn(batches).filter((text) => text.startsWith("3")).length, 1)
    assert.strictEqual(statusesIn(batches).filter((text) => text.startsWith("6")).length, 4)
  })

  test("are the same for one seed in any order of messages, and differ for another seed", function* () {
    const mishaps = {
      loseResponse: 0.3,
      loseReceipt: 0.3,
      repeatReceipt: 0.3,
      reorderReceipts: 0.3,
      transientError: 0.3
    }
    const numbers = Array.from({ length: 200 }, (_, index) => index)
    const sorted = (outcome: { answers: ReadonlyMap<number, string>; receipts: ReadonlyArray<string> }) => [
      numbers.map((number) => outcome.answers.get(number)),
      [...outcome.receipts].sort()
    ]
    const one = sorted(yield* run({ seed: "one", mishaps }, numbers))
    assert.deepStrictEqual(sorted(yield* run({ seed: "one", mishaps }, numbers.toReversed())), one)
    assert.notDeepEqual(sorted(yield* run({ seed: "two", mishaps }, numbers)), one)
  })
})
