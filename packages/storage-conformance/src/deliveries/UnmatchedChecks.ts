import { type DeliveryReceipt, ReceiptStatus, RecipientFault } from "@rollcall/core/channel"
import { DeliveryStore, nextId, Transaction } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { instantAt } from "../broadcasts/Fixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

const messages = fc.uniqueArray(textArbitrary, { minLength: 3, maxLength: 3 })
const which = fc.subarray([0, 1, 2])

const commands = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(
        fc.record({
          message: fc.nat({ max: 2 }),
          status: fc.constantFrom(...ReceiptStatus.literals),
          error: fc.option(textArbitrary),
          reason: fc.constantFrom(null, ...RecipientFault.literals),
          at: instantArbitrary
        }),
        { minLength: 1, maxLength: 4 }
      )
    },
    { weight: 1, arbitrary: fc.record({ remove: which }) }
  ),
  { minLength: 1, maxLength: 8 }
)

/** The contract of unmatched receipts (B11). */
export const unmatchedChecks: ReadonlyArray<Check> = [
  check("B11: unmatched receipts of a message id stay, the first of each status, in their order", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const plan = fc.record({ messages, commands, asked: which })
    yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), ({ asked, commands, messages }) =>
      Effect.gen(function* () {
        const id = yield* nextId
        const names = messages.map((message) => `${id} ${message}`)
        const namesOf = (numbers: ReadonlyArray<number>) => numbers.flatMap((n) => names[n] ?? [])
        let kept: ReadonlyArray<DeliveryReceipt> = []
        for (const command of commands) {
          if ("remove" in command) {
            const removed = namesOf(command.remove)
            yield* transaction.run(store.removeUnmatched(removed))
            kept = kept.filter(({ messageId }) => !removed.includes(messageId))
          } else {
            const receipts = command.map(({ message, ...receipt }): DeliveryReceipt => {
              return { correlation: null, messageId: names[message] ?? "", ...receipt }
            })
            yield* transaction.run(store.keepUnmatched(receipts))
            for (const receipt of receipts) {
              const isSame = (other: DeliveryReceipt) =>
                other.messageId === receipt.messageId && other.status === receipt.status
              if (!kept.some(isSame)) kept = [...kept, receipt]
            }
          }
        }
        for (const numbers of [[0, 1, 2], asked]) {
          const ids = namesOf(numbers)
          const byMessage = (receipts: ReadonlyArray<DeliveryReceipt>) =>
            ids.map((id) => receipts.filter(({ messageId }) => messageId === id))
          const found = yield* store.unmatched(ids.toReversed())
          yield* agree("The receipts", byMessage(found), byMessage(kept))
          yield* agree("How many there are", found.length, byMessage(kept).flat().length)
        }
      })
    )
  }),

  check(
    "B11: unmatched receipts are removed once they are kept for too long, oldest first, a few at a time",
    function* () {
      const store = yield* DeliveryStore
      const transaction = yield* Transaction
      const prune = (limit: number) => transaction.run(store.pruneUnmatched({ keepFor: Duration.minutes(7), limit }))
      yield* TestClock.adjust("1 hour")
      yield* Effect.repeat(prune(1_000), { until: (removed) => removed === 0 })
      const id = yield* nextId
      const messageIds = Array.from({ length: 5 }, (_, n) => `${id} ${n}`)
      for (const messageId of messageIds) {
        // The instant of a receipt is the provider's, and says nothing of how long it is kept.
        const at = instantAt(messageIds.length)
        const receipt: DeliveryReceipt = { correlation: null, messageId, status: "read", error: null, reason: null, at }
        yield* transaction.run(store.keepUnmatched([receipt]))
        yield* TestClock.adjust("1 minute")
      }
      const kept = Effect.map(store.unmatched(messageIds), (receipts) => receipts.map(({ messageId }) => messageId))
      yield* TestClock.adjust("2 minutes")
      yield* agree("How many are removed of one that is as old as is kept", yield* prune(10), 0)
      yield* TestClock.adjust("2 minutes")
      yield* agree("How many are removed at a time", yield* prune(1), 1)
      yield* agree("What is kept after the first", (yield* kept).toSorted(), messageIds.slice(1))
      // A repetition does not keep the first any longer.
      const again = {
        correlation: null,
        messageId: messageIds[2] ?? "",
        status: "read",
        error: null,
        reason: null,
        at: instantAt(9)
      } as const
      yield* transaction.run(store.keepUnmatched([again]))
      yield* TestClock.adjust("1 minute")
      yield* agree("How many are removed of all that are due", yield* prune(10), 2)
      yield* agree("What is kept in the end", (yield* kept).toSorted(), messageIds.slice(3))
    }
  )
]
