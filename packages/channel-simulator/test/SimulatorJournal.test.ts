import { assert, describe, it } from "@effect/vitest"
import { MessageChannel } from "@rollcall/core/channel"
import { layerMemory, SimulatorRecord } from "@rollcall/channel-simulator"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, recipient, start, statusesIn } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

describe("the journal", () => {
  test("restores a restarted simulator: its record, its accepted messages, and the receipts to come", function* () {
    const journal = makeTextJournal()
    const before = yield* Effect.scoped(
      Effect.gen(function* () {
        const { channel, record } = yield* start(journal.open())
        yield* Effect.forEach([1, 2, 3], (number) => channel.send(message(number)))
        yield* Effect.flip(channel.send(message(4, "491700000004", 1)))
        return yield* record.sent
      })
    )
    const { channel, record } = yield* start(journal.open())
    assert.strictEqual(before.length, 3)
    assert.deepStrictEqual(yield* record.sent, before)
    yield* channel.send(message(1, "491700001234", 2))
    assert.strictEqual((yield* record.sent)[0]?.duplicates, 1)
    yield* Effect.flip(channel.send(message(4, "491700000004", 2)))
    yield* channel.send(message(4, "491700000004", 3))
    const batches = yield* listenTo(channel)
    yield* TestClock.adjust("3 seconds")
    assert.sameMembers(
      [...statusesIn(batches)],
      ["1 delivered", "1 read", "2 delivered", "2 read", "3 delivered", "3 read", "4 delivered"]
    )
  })

  test("contains the accepted receipts, so that a restart does not repeat them", function* () {
    const journal = makeTextJournal()
    const options = { deliveryDelay: { min: 0, max: 0 }, readDelay: { min: "1 hour", max: "1 hour" } } as const
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { channel } = yield* start(journal.open(), options)
        const batches = yield* listenTo(channel)
        yield* channel.send(message(1))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(statusesIn(batches), ["1 delivered"])
      })
    )
    const { channel } = yield* start(journal.open(), options)
    const batches = yield* listenTo(channel)
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(statusesIn(batches), ["1 read"])
  })

  test("finishes what was started with other options", function* () {
    const journal = makeTextJournal()
    yield* Effect.scoped(
      Effect.flatMap(start(journal.open(), { mishaps: { loseReceipt: 1 } }), ({ channel }) => channel.send(message(1)))
    )
    const { channel } = yield* start(journal.open())
    const batches = yield* listenTo(channel)
    yield* channel.send(message(2))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(statusesIn(batches), ["2 delivered", "2 read"])
  })

  test("may end in an incomplete line, which damages neither earlier nor later lines", function* () {
    const journal = makeTextJournal()
    yield* Effect.scoped(
      Effect.flatMap(start(journal.open()), ({ channel }) =>
        Effect.forEach(
          [1, 2].map((n) => message(n)),
          channel.send
        )
      )
    )
    journal.text = journal.text.slice(0, -20)
    const { channel, record } = yield* start(journal.open())
    assert.deepStrictEqual(
      (yield* record.sent).map(({ correlation }) => correlation),
      [recipient(1)]
    )
    yield* channel.send(message(3))
    yield* channel.send(message(2, "491700001234", 2))
    const again = yield* start(journal.open())
    const recorded = yield* again.record.sent
    assert.deepStrictEqual(
      recorded.map(({ correlation, duplicates }) => [correlation, duplicates]),
      [1, 3, 2].map((number) => [recipient(number), 0])
    )
  })

  test("may contain a line that another process is still writing", function* () {
    const whole = makeTextJournal()
    yield* Effect.flatMap(start(whole.open()), ({ channel }) => channel.send(message(1)))
    const journal = makeTextJournal()
    journal.text = whole.text.slice(0, -20)
    const { record } = yield* start(journal.open())
    assert.deepStrictEqual(yield* record.sent, [])
    journal.text = whole.text
    assert.strictEqual((yield* record.sent).length, 1)
  })

  test("shared by two simulators lets one of them accept a message, and both know it", function* () {
    const journal = makeTextJournal()
    const simulators = [yield* start(journal.open()), yield* start(journal.open())]
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const answers = yield* Effect.forEach(
      numbers.flatMap((number) => simulators.map(({ channel }) => channel.send(message(number)))),
      (send) => send,
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(answers).size, numbers.length)
    for (const { record } of simulators) {
      const recorded = yield* record.sent
      assert.strictEqual(recorded.length, numbers.length)
      assert.isTrue(recorded.every(({ sends, duplicates }) => sends === 2 && duplicates === 1))
    }
  })

  test("shared by two running simulators lets each deliver its own receipts", function* () {
    const journal = makeTextJournal()
    const one = yield* start(journal.open())
    const two = yield* start(journal.open())
    const batchesOfOne = yield* listenTo(one.channel)
    const batchesOfTwo = yield* listenTo(two.channel)
    yield* one.channel.send(message(1))
    yield* two.channel.send(message(2))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(statusesIn(batchesOfOne), ["1 delivered", "1 read"])
    assert.deepStrictEqual(statusesIn(batchesOfTwo), ["2 delivered", "2 read"])
  })

  it.effect("in memory lasts as long as the layer", () =>
    Effect.gen(function* () {
      const channel = yield* MessageChannel
      const record = yield* SimulatorRecord
      assert.strictEqual(channel.channelType, "chatapp")
      yield* channel.send(message(1))
      yield* channel.send(message(1))
      assert.deepInclude((yield* record.sent)[0], { sends: 2, duplicates: 1 })
    }).pipe(Effect.provide(layerMemory()))
  )
})
