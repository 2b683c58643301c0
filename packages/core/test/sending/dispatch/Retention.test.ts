import { assert } from "@effect/vitest"
import { DispatchSettings } from "@rollcall/core"
import { DeliveryStore, Transaction } from "@rollcall/core/storage"
import { dispatchFixture, reminderTo, scriptedChannel } from "@rollcall/conformance/storage"
import { layer as storage } from "@rollcall/storage-memory"
import { DateTime, Duration, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { layerKeyRetention, layerReceiptRetention } from "../../../src/sending/dispatch/Retention.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(storage)

const messageIdsOf = (first: number, count: number) => Array.from({ length: count }, (_, n) => `message ${first + n}`)

/** Keeps unmatched receipts, says which of them are still kept, and collects the log. */
const fixture = Effect.gen(function* () {
  const store = yield* DeliveryStore
  const log: Array<string> = []
  const keep = (messageIds: ReadonlyArray<string>) =>
    store.keepUnmatched(
      messageIds.map((messageId) => {
        return {
          channelType: "chatapp",
          workspace: "all",
          messageId,
          status: "delivered",
          reason: null,
          at: DateTime.makeUnsafe(0)
        }
      })
    )
  const kept = (messageIds: ReadonlyArray<string>) =>
    Effect.map(store.unmatched(messageIds), (receipts) => receipts.length)
  const logger = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => log.push(line))])
  return { keep, kept, log, logger }
})

test("B11: receipts kept for more than 30 days are removed, however many, and their number is logged", function* () {
  const { keep, kept, log, logger } = yield* fixture
  yield* Layer.build(Layer.provide(layerReceiptRetention, logger))
  const [old, young] = [messageIdsOf(0, 2_300), messageIdsOf(2_300, 3)]
  yield* keep(old)
  yield* TestClock.adjust("20 days")
  yield* keep(young)
  yield* TestClock.adjust("10 days")
  assert.deepStrictEqual([yield* kept(old), yield* kept(young), log.length], [2_300, 3, 0])
  yield* TestClock.adjust("5 days")
  assert.deepStrictEqual([yield* kept(old), yield* kept(young), log.length], [0, 3, 1])
  assert.include(log[0], "level=WARN")
  assert.include(log[0], "removed=2300")
  yield* TestClock.adjust("25 days")
  assert.deepStrictEqual([yield* kept(young), log.length], [0, 2])
})

test("B11: the retention time is a setting, and old receipts are removed at startup", function* () {
  const { keep, kept, logger } = yield* fixture
  const messageIds = messageIdsOf(0, 3)
  yield* keep(messageIds)
  yield* TestClock.adjust("2 days")
  const oneDay = { ...DispatchSettings.defaultValue(), keepUnmatchedFor: Duration.days(1) }
  yield* Layer.build(Layer.provide(layerReceiptRetention, [logger, Layer.succeed(DispatchSettings, oneDay)]))
  yield* TestClock.adjust("1 millis")
  assert.strictEqual(yield* kept(messageIds), 0)
})

test("B11: removal waits for no locks, so that it blocks nothing, and is tried again each second", function* () {
  const { keep, kept, logger } = yield* fixture
  const messageIds = messageIdsOf(0, 3)
  yield* keep(messageIds)
  yield* TestClock.adjust("31 days")
  const transaction = yield* Transaction
  let isTaken = true
  const busy = Transaction.of({
    ...transaction,
    lock: () => Effect.never,
    tryLock: (names, mode) => (isTaken ? Effect.succeed(false) : transaction.tryLock(names, mode))
  })
  yield* Layer.build(Layer.provide(layerReceiptRetention, [logger, Layer.succeed(Transaction, busy)]))
  yield* TestClock.adjust("10 seconds")
  assert.strictEqual(yield* kept(messageIds), 3)
  isTaken = false
  yield* TestClock.adjust("1 second")
  assert.strictEqual(yield* kept(messageIds), 0)
})

test("B4: a key is kept for 30 days, and then creates a new broadcast", function* () {
  yield* Layer.build(layerKeyRetention)
  const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
  const create = broadcasts.create(caller, reminderTo(1, { clientUniqueIdentifier: "key" }))
  const first = yield* create
  yield* TestClock.adjust("30 days")
  assert.deepStrictEqual(yield* create, { ...first, replayed: true })
  yield* TestClock.adjust("5 days")
  const second = yield* create
  assert.isFalse(second.replayed)
  assert.notStrictEqual(second.uuid, first.uuid)
})

test("B4: the retention time is a setting", function* () {
  yield* Effect.provideService(Layer.build(layerKeyRetention), DispatchSettings, {
    ...DispatchSettings.defaultValue(),
    keepKeysFor: Duration.hours(1)
  })
  const { broadcasts, caller } = yield* dispatchFixture(scriptedChannel())
  const create = broadcasts.create(caller, reminderTo(1, { clientUniqueIdentifier: "key" }))
  yield* create
  yield* TestClock.adjust("2 hours")
  assert.isFalse((yield* create).replayed)
})
