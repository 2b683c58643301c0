import { assert, describe, it } from "@effect/vitest"
import { SimulatorJournalError } from "@rollcall/channel-simulator"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { listenTo, makeTextJournal, message, recipient, start, startAlone, told } from "./Fixture.ts"

describe("handing over", () => {
  it.effect("takes one correlation once, answers alike, and counts the duplicates", () =>
    Effect.gen(function* () {
      const { channel, record } = yield* startAlone()
      const batches = yield* listenTo(channel)
      const first = yield* channel.handOver(message(1))
      const again = yield* channel.handOver(message(1, "491700001234", 2))
      const another = yield* channel.handOver(message(2))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(again, first)
      assert.notStrictEqual(another, first)
      const recorded = yield* record.handOvers
      assert.deepStrictEqual(
        recorded.map(({ attempts, correlation, duplicates }) => ({ correlation, attempts, duplicates })),
        [
          { correlation: recipient(1), attempts: 2, duplicates: 1 },
          { correlation: recipient(2), attempts: 1, duplicates: 0 }
        ]
      )
      assert.deepStrictEqual(yield* record.takenByIdentifier, new Map([["491700001234", 2]]))
      assert.sameMembers([...told(batches)], ["1 delivered", "1 read", "2 delivered", "2 read"])
    })
  )

  it.effect("of many at once takes one", () =>
    Effect.gen(function* () {
      const { channel, record } = yield* startAlone()
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => channel.handOver(message(1, "491700001234", index + 1))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(answers).size, 1)
      assert.deepInclude((yield* record.handOvers)[0], { attempts: 20, duplicates: 19 })
    })
  )

  it.effect("is in the journal before it is answered", () =>
    Effect.gen(function* () {
      const journal = yield* makeTextJournal
      const { channel } = yield* start(journal)
      yield* channel.handOver(message(1))
      assert.include(journal.text, recipient(1))
    })
  )

  it.effect("is on its way for as long as the options say, and taken at its end", () =>
    Effect.gen(function* () {
      const { channel, record } = yield* startAlone({ handOverDelay: "300 millis" })
      const fiber = yield* Effect.forkChild(channel.handOver(message(1)))
      yield* TestClock.adjust("299 millis")
      assert.deepStrictEqual(yield* record.handOvers, [])
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* record.handOvers)[0]?.at.epochMilliseconds, 300)
    })
  )

  it.effect("knows its senders (B5), and takes nothing from another", () =>
    Effect.gen(function* () {
      const { channel, record } = yield* startAlone({ senders: ["4930123456"] })
      const stranger = { ...message(1), from: "4940654321" }
      assert.isTrue(yield* channel.hasSender(stranger.workspace, "4930123456"))
      assert.isFalse(yield* channel.hasSender(stranger.workspace, stranger.from))
      assert.strictEqual((yield* Effect.flip(channel.handOver(stranger))).reason, "SenderTrouble")
      assert.deepStrictEqual(yield* record.handOvers, [])
      yield* channel.handOver(message(1))
    })
  )

  it.effect("has any sender unless told otherwise", () =>
    Effect.gen(function* () {
      const { channel } = yield* startAlone()
      assert.isTrue(yield* channel.hasSender(message(1).workspace, "1"))
    })
  )

  it.effect("is not known when the journal does not answer (B12), and the simulator goes on", () =>
    Effect.gen(function* () {
      const journal = yield* makeTextJournal
      let broken = true
      const { channel, record } = yield* start({
        append: (lines) =>
          broken ? Effect.fail(new SimulatorJournalError({ cause: "disk full" })) : journal.append(lines),
        readFrom: journal.readFrom
      })
      assert.strictEqual((yield* Effect.flip(channel.handOver(message(1)))).reason, "AnswerLost")
      assert.deepStrictEqual(yield* channel.recall([{ correlation: recipient(1), attempt: 1 }]), [{ _tag: "Untold" }])
      broken = false
      yield* channel.handOver(message(2))
      assert.deepStrictEqual(
        (yield* record.handOvers).map(({ correlation }) => correlation),
        [recipient(2)]
      )
    })
  )

  it.effect("is not known when the journal breaks in a way that nobody foresaw, and the simulator goes on", () =>
    Effect.gen(function* () {
      const journal = yield* makeTextJournal
      let broken = true
      const { channel, record } = yield* start({
        append: journal.append,
        readFrom: (position) => (broken ? Effect.die("a bug") : journal.readFrom(position))
      })
      assert.strictEqual((yield* Effect.flip(channel.handOver(message(1)))).reason, "AnswerLost")
      const failure = yield* Effect.flip(record.handOvers)
      assert.strictEqual(failure.cause, "a bug")
      broken = false
      yield* channel.handOver(message(2))
      assert.deepStrictEqual(
        (yield* record.handOvers).map(({ correlation }) => correlation),
        [recipient(1), recipient(2)]
      )
    })
  )

  it.effect("is not known when its line does not come back from the journal", () =>
    Effect.gen(function* () {
      const journal = yield* makeTextJournal
      const { channel } = yield* start({ append: () => Effect.void, readFrom: journal.readFrom })
      assert.strictEqual((yield* Effect.flip(channel.handOver(message(1)))).reason, "AnswerLost")
    })
  )
})
