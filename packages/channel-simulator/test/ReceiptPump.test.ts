import { assert, describe } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import type { DeliveryReceipt } from "@rollcall/core/channel"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, start, startAlone, statusesIn } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

const noDelay = { deliveryDelay: { min: 0, max: 0 }, readDelay: { min: 0, max: 0 } }

describe("listening", () => {
  test("gets delivered and read receipts within a second by default", function* () {
    const { channel } = yield* startAlone()
    const batches = yield* listenTo(channel)
    yield* Effect.forEach(
      Array.from({ length: 200 }, (_, index) => message(index)),
      channel.send
    )
    yield* TestClock.adjust("40 millis")
    assert.strictEqual(batches.length, 0)
    yield* TestClock.adjust("960 millis")
    assert.strictEqual(new Set(statusesIn(batches)).size, 400)
    assert.strictEqual(batches.flat().length, 400)
  })

  test("gets receipts with the clock's time, and never before they are due", function* () {
    const { channel } = yield* startAlone({
      deliveryDelay: { min: "10 minutes", max: "10 minutes" },
      readDelay: { min: "1 hour", max: "1 hour" }
    })
    const arrivals: Array<readonly [string, number, number]> = []
    yield* Effect.forkScoped(
      channel.listen(
        Effect.fnUntraced(function* (batch) {
          const now = yield* Clock.currentTimeMillis
          for (const { at, status } of batch) arrivals.push([status, at.epochMilliseconds, now])
        })
      )
    )
    yield* TestClock.adjust("5 seconds")
    yield* channel.send(message(1))
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual(arrivals, [
      ["delivered", 605_000, 605_050],
      ["read", 4_205_000, 4_205_050]
    ])
  })

  test("gets an earlier receipt before one that waits", function* () {
    const journal = makeTextJournal()
    const slow = yield* start(journal.open(), { ...noDelay, deliveryDelay: { min: "1 day", max: "1 day" } })
    yield* slow.channel.send(message(1))
    const quick = yield* start(journal.open(), noDelay)
    const batches = yield* listenTo(quick.channel)
    yield* TestClock.adjust("1 minute")
    yield* quick.channel.send(message(2))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(statusesIn(batches), ["2 delivered", "2 read"])
  })

  test("gets receipts in batches of limited size", function* () {
    const { channel } = yield* startAlone({ ...noDelay, receiptBatch: 30, receiptWindow: "2 seconds" })
    const batches = yield* listenTo(channel)
    yield* Effect.forEach(
      Array.from({ length: 50 }, (_, index) => message(index)),
      channel.send
    )
    yield* TestClock.adjust("1999 millis")
    assert.deepStrictEqual(batches, [])
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(
      batches.map((batch) => batch.length),
      [30, 30, 30, 10]
    )
  })

  test("gets a batch again until it is accepted, and nothing else before", function* () {
    const { channel } = yield* startAlone(noDelay)
    const offers: Array<ReadonlyArray<DeliveryReceipt>> = []
    const unavailable = new StorageError({ reason: "Unavailable", cause: "the store is away" })
    yield* Effect.forkScoped(
      channel.listen((batch) => Effect.suspend(() => (offers.push(batch) < 8 ? Effect.fail(unavailable) : Effect.void)))
    )
    yield* channel.send(message(1))
    yield* TestClock.adjust("1 second")
    yield* channel.send(message(2))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(offers.length, 9)
    assert.deepStrictEqual(
      offers.slice(0, 8).map((batch) => statusesIn([batch])),
      Array.from({ length: 8 }, () => ["1 delivered", "1 read"])
    )
    assert.deepStrictEqual(statusesIn(offers.slice(8)), ["2 delivered", "2 read"])
  })

  test("loses no receipt when it is interrupted during a batch", function* () {
    const { channel } = yield* startAlone(noDelay)
    const first = yield* Effect.forkChild(channel.listen(() => Effect.never))
    yield* channel.send(message(1))
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(first)
    const batches = yield* listenTo(channel)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(statusesIn(batches), ["1 delivered", "1 read"])
  })
})
