import { assert, describe } from "@effect/vitest"
import { messageIdOf } from "@rollcall/core/channel"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeTextJournal, message, recipient, start, startAlone } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

describe("a lookup (B12)", () => {
  test("answers requests in order: accepted, not accepted, unknown when the response was lost", function* () {
    const { channel } = yield* startAlone()
    const messageId = messageIdOf(yield* channel.send(message(1)))
    yield* Effect.flip(channel.send(message(2, "491700000005")))
    const answers = yield* channel.lookup([3, 2, 1].map((number) => ({ correlation: recipient(number), attempt: 1 })))
    assert.deepStrictEqual(answers, [{ _tag: "NotAccepted" }, { _tag: "Unknown" }, { _tag: "Accepted", messageId }])
  })

  test("blocks a send in progress, and allows the next one", function* () {
    const { channel, record } = yield* startAlone({ sendDelay: "1 second" })
    const frozen = yield* Effect.forkChild(Effect.flip(channel.send(message(1, "491700001234", 1))))
    yield* TestClock.adjust("500 millis")
    assert.deepStrictEqual(yield* channel.lookup([{ correlation: recipient(1), attempt: 1 }]), [
      { _tag: "NotAccepted" }
    ])
    const following = yield* Effect.forkChild(channel.send(message(1, "491700001234", 2)))
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* Fiber.join(frozen)).reason, "Transient")
    yield* Fiber.join(following)
    assert.deepInclude((yield* record.sent)[0], { sends: 2, duplicates: 0 })
  })

  test("blocks earlier attempts too, even if they arrive after a later attempt was accepted", function* () {
    const { channel, record } = yield* startAlone()
    yield* channel.lookup([{ correlation: recipient(1), attempt: 3 }])
    yield* channel.lookup([{ correlation: recipient(1), attempt: 2 }])
    for (const attempt of [1, 2, 3]) {
      const error = yield* Effect.flip(channel.send(message(1, "491700001234", attempt)))
      assert.strictEqual(error.reason, "Transient")
    }
    yield* channel.send(message(1, "491700001234", 4))
    yield* Effect.flip(channel.send(message(1, "491700001234", 3)))
    assert.deepInclude((yield* record.sent)[0], { sends: 5, duplicates: 0 })
  })

  test("knows the messages another process accepted, and blocks another process's sends in progress", function* () {
    const journal = makeTextJournal()
    const dying = yield* start(journal.open())
    const asking = yield* start(journal.open())
    const messageId = messageIdOf(yield* dying.channel.send(message(1)))
    const answers = yield* asking.channel.lookup([
      { correlation: recipient(1), attempt: 1 },
      { correlation: recipient(2), attempt: 1 }
    ])
    assert.deepStrictEqual(answers, [{ _tag: "Accepted", messageId }, { _tag: "NotAccepted" }])
    assert.strictEqual((yield* Effect.flip(dying.channel.send(message(2)))).reason, "Transient")
  })

  test("without requests writes nothing", function* () {
    const journal = makeTextJournal()
    const { channel } = yield* start(journal.open())
    assert.deepStrictEqual(yield* channel.lookup([]), [])
    assert.strictEqual(journal.text, "")
  })
})
