import { assert, describe, it } from "@effect/vitest"
import { SimulatorJournal } from "@rollcall/channel-simulator"
import { Array as Arr, Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, recipient, start } from "./Fixture.ts"

describe("a simulator", () => {
  it.effect("forgets what ended, but not the last messages, nor one without receipts", () =>
    Effect.gen(function* () {
      const journal = yield* makeTextJournal
      const options = { keepEnded: 10 }
      const { channel, record } = yield* start(journal, options)
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
      const again = yield* start(journal, options)
      for (const number of [1, 32, 45]) yield* again.channel.send(message(number))
      const sent = yield* again.record.sent
      assert.deepStrictEqual(
        sent.map(({ correlation }) => correlation),
        remembered
      )
      assert.strictEqual(sent.filter(({ duplicates }) => duplicates === 1).length, 3)
    })
  )
})

it.effect("a journal in memory has the last of many lines", () =>
  Effect.gen(function* () {
    const { append, readFrom } = yield* SimulatorJournal
    const lines = Arr.makeBy(25_000, String)
    for (const part of Arr.chunksOf(lines, 500)) yield* append(part)
    const { lines: kept, next } = yield* readFrom(0)
    assert.strictEqual(next, 25_000)
    assert.isBelow(kept.length, 20_000)
    assert.deepStrictEqual(kept, lines.slice(-kept.length))
    assert.deepStrictEqual(yield* readFrom(24_999), { lines: ["24999"], next })
    assert.deepStrictEqual(yield* readFrom(25_000), { lines: [], next })
  }).pipe(Effect.provide(SimulatorJournal.layerMemory))
)
