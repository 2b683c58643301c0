import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, message, recipient, startAlone, statusesIn } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

const endings = [
  { digits: "0001", receipts: ["7 undeliverable"] },
  { digits: "0002", receipts: [] },
  { digits: "0003", receipts: ["7 delivered"] },
  { digits: "0006", receipts: ["7 read", "7 delivered", "7 read", "7 delivered"] },
  { digits: "0007", receipts: ["7 delivered", "7 read"] },
  { digits: "1000", receipts: ["7 delivered", "7 read"] }
]

describe("an identifier's last four digits", () => {
  test.each(endings)("$digits: accepted, with the documented receipts", function* ({ digits, receipts }) {
    const { channel } = yield* startAlone()
    const batches = yield* listenTo(channel)
    const messageId = yield* channel.send(message(7, `49170000${digits}`))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(statusesIn(batches), receipts)
    assert.isTrue(batches.flat().every((receipt) => receipt.messageId === messageId))
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(batches.flat().length, receipts.length)
  })

  test("0001: the receipt has the error, and the others have none", function* () {
    const { channel } = yield* startAlone()
    const batches = yield* listenTo(channel)
    yield* channel.send(message(1, "491700000001"))
    yield* channel.send(message(2, "491700000003"))
    yield* TestClock.adjust("1 second")
    const errors = new Map(batches.flat().map(({ correlation, error }) => [correlation, error]))
    assert.include(errors.get(recipient(1)), "no account")
    assert.isNull(errors.get(recipient(2)))
  })

  test("0004: two transient errors, and the third send is accepted and delivered", function* () {
    const { channel, record } = yield* startAlone()
    const batches = yield* listenTo(channel)
    for (const attempt of [1, 2]) {
      const error = yield* Effect.flip(channel.send(message(7, "491700000004", attempt)))
      assert.strictEqual(error.reason, "Transient")
    }
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* record.sent, [])
    yield* channel.send(message(7, "491700000004", 3))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(statusesIn(batches), ["7 delivered"])
    assert.deepInclude((yield* record.sent)[0], { sends: 3, duplicates: 0 })
  })

  test("0005: the response is lost, and the receipts resolve it by the correlation (B12)", function* () {
    const { channel, record } = yield* startAlone()
    const batches = yield* listenTo(channel)
    const error = yield* Effect.flip(channel.send(message(7, "491700000005")))
    assert.strictEqual(error.reason, "OutcomeUnknown")
    assert.strictEqual((yield* record.sent).length, 1)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(statusesIn(batches), ["7 delivered", "7 read"])
  })

  test("0006: receipts that arrive out of order have timestamps in order (B11)", function* () {
    const { channel } = yield* startAlone()
    const batches = yield* listenTo(channel)
    yield* channel.send(message(7, "491700000006"))
    yield* TestClock.adjust("1 second")
    const [read, delivered, readAgain, deliveredAgain] = batches.flat()
    assert.isBelow(Number(delivered?.at.epochMilliseconds), Number(read?.at.epochMilliseconds))
    assert.deepStrictEqual([readAgain, deliveredAgain], [read, delivered])
  })
})
