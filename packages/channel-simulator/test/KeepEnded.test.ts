import { assert, describe } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, recipient, start } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

describe("a simulator", () => {
  test("forgets finished messages, except the last messages and those without receipts", function* () {
    const journal = makeTextJournal()
    const options = { keepEnded: 10 }
    const { channel, record } = yield* start(journal.open(), options)
    const batches = yield* listenTo(channel)
    // The message 1 has no receipt.
    yield* channel.send(message(1, "491700000002"))
    for (let number = 2; number <= 45; number++) {
      yield* channel.send(message(number))
      yield* TestClock.adjust("2 seconds")
    }
    assert.strictEqual(batches.flat().length, 88)
    const remembered = [recipient(1), ...Arr.makeBy(14, (index) => recipient(32 + index))]
    const correlations = Effect.map(record.sent, (sent) => sent.map(({ correlation }) => correlation))
    assert.deepStrictEqual(yield* correlations, remembered)

    // What is remembered is sent once, also after a restart.
    const again = yield* start(journal.open(), options)
    for (const number of [1, 32, 45]) yield* again.channel.send(message(number))
    const sent = yield* again.record.sent
    assert.deepStrictEqual(
      sent.map(({ correlation }) => correlation),
      remembered
    )
    assert.strictEqual(sent.filter(({ duplicates }) => duplicates === 1).length, 3)
  })
})
