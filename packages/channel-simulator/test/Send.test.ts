import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, recipient, start, startAlone, statusesIn } from "./Fixture.ts"
import { test } from "../../core/test/Suite.ts"

describe("a send", () => {
  test("is accepted once per correlation, with the same response, and its duplicates are counted", function* () {
    const { channel, record } = yield* startAlone()
    const batches = yield* listenTo(channel)
    const first = yield* channel.send(message(1))
    const again = yield* channel.send(message(1, "491700001234", 2))
    const another = yield* channel.send(message(2))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(again, first)
    assert.notStrictEqual(another, first)
    const recorded = yield* record.sent
    assert.deepStrictEqual(
      recorded.map(({ sends, correlation, duplicates }) => ({ correlation, sends, duplicates })),
      [
        { correlation: recipient(1), sends: 2, duplicates: 1 },
        { correlation: recipient(2), sends: 1, duplicates: 0 }
      ]
    )
    assert.deepStrictEqual(yield* record.sentByIdentifier, new Map([["491700001234", 2]]))
    assert.sameMembers([...statusesIn(batches)], ["1 delivered", "1 read", "2 delivered", "2 read"])
  })

  test("with many concurrent duplicates is accepted once", function* () {
    const { channel, record } = yield* startAlone()
    const answers = yield* Effect.all(
      Array.from({ length: 20 }, (_, index) => channel.send(message(1, "491700001234", index + 1))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(answers).size, 1)
    assert.deepInclude((yield* record.sent)[0], { sends: 20, duplicates: 19 })
  })

  test("is in the journal before its response", function* () {
    const journal = makeTextJournal()
    const { channel } = yield* start(journal.open())
    yield* channel.send(message(1))
    assert.include(journal.text, recipient(1))
  })

  test("takes the configured time, and is accepted at its end", function* () {
    const { channel, record } = yield* startAlone({ sendDelay: "300 millis" })
    const fiber = yield* Effect.forkChild(channel.send(message(1)))
    yield* TestClock.adjust("299 millis")
    assert.deepStrictEqual(yield* record.sent, [])
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    yield* Fiber.join(fiber)
    assert.strictEqual((yield* record.sent)[0]?.at.epochMilliseconds, 300)
  })

  test("is accepted from any sender by default", function* () {
    const { channel } = yield* startAlone()
    assert.isTrue(yield* channel.hasSender(message(1).workspace, "1"))
  })

  test("is unknown if the journal cannot be written (B12), and the simulator continues", function* () {
    const journal = makeTextJournal().open()
    let broken = true
    const { channel, record } = yield* start({
      ...journal,
      append: (line) => {
        if (broken) throw new Error("disk full")
        journal.append(line)
      }
    })
    assert.strictEqual((yield* Effect.flip(channel.send(message(1)))).reason, "OutcomeUnknown")
    assert.deepStrictEqual(yield* channel.lookup([{ correlation: recipient(1), attempt: 1 }]), [{ _tag: "Unknown" }])
    broken = false
    yield* channel.send(message(2))
    assert.deepStrictEqual(
      (yield* record.sent).map(({ correlation }) => correlation),
      [recipient(2)]
    )
  })

  test("is unknown if its line cannot be read, and counts once it can", function* () {
    const journal = makeTextJournal().open()
    let broken = false
    const { channel, record } = yield* start({
      ...journal,
      readNew: () => {
        if (broken) throw new Error("a bad sector")
        return journal.readNew()
      }
    })
    const batches = yield* listenTo(channel)
    broken = true
    assert.strictEqual((yield* Effect.flip(channel.send(message(1)))).reason, "OutcomeUnknown")
    broken = false
    yield* channel.send(message(2))
    assert.deepStrictEqual(
      (yield* record.sent).map(({ correlation }) => correlation),
      [recipient(1), recipient(2)]
    )
    yield* TestClock.adjust("1 second")
    assert.sameMembers([...statusesIn(batches)], ["1 delivered", "1 read", "2 delivered", "2 read"])
  })

  test("is unknown if its line cannot be read back from the journal", function* () {
    const { channel } = yield* start({ ...makeTextJournal().open(), append: () => undefined })
    assert.strictEqual((yield* Effect.flip(channel.send(message(1)))).reason, "OutcomeUnknown")
  })
})
