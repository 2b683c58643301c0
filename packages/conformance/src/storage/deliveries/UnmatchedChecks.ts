import { ReceiptStatus, RecipientFault } from "@rollcall/core/channel"
import { nextId } from "@rollcall/core/operations"
import { DeliveryStore, Transaction, type UnmatchedReceipt } from "@rollcall/core/storage"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { instantAt } from "../fixtures/BroadcastFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { newWorkspace } from "../shared/Fixture.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

const messages = fc.uniqueArray(textArbitrary, { minLength: 3, maxLength: 3 })
const which = fc.subarray([0, 1, 2])

/** The key of a stored receipt. */
const key = {
  message: fc.nat({ max: 2 }),
  status: fc.constantFrom(...ReceiptStatus.literals),
  channelType: fc.constantFrom("chatapp", "sms"),
  workspace: fc.constantFrom("all" as const, 0 as const, 1 as const)
}

interface ReceiptPlan extends Omit<UnmatchedReceipt, "messageId" | "workspace"> {
  readonly message: number
  readonly workspace: "all" | 0 | 1
}

const commands = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(
        fc.record({
          ...key,
          reason: fc.constantFrom(null, ...RecipientFault.literals),
          at: instantArbitrary
        }),
        { minLength: 1, maxLength: 4 }
      )
    },
    { weight: 1, arbitrary: fc.record({ remove: fc.array(fc.record(key), { maxLength: 6 }) }) }
  ),
  { minLength: 1, maxLength: 8 }
)

const isSame = (one: UnmatchedReceipt, other: UnmatchedReceipt): boolean =>
  one.messageId === other.messageId &&
  one.status === other.status &&
  one.channelType === other.channelType &&
  one.workspace === other.workspace

export const unmatchedChecks: ReadonlyArray<Check> = [
  check(
    "A1, B11: the first unmatched receipt per channel, workspace, message id and status is kept, in order",
    function* () {
      const store = yield* DeliveryStore
      const transaction = yield* Transaction
      const workspaces = [yield* newWorkspace, yield* newWorkspace]
      const plan = fc.record({ messages, commands, asked: which })
      yield* forAll(plan, Math.ceil((yield* generatedCases) / 3), function* ({ asked, commands, messages }) {
        const id = yield* nextId
        const names = messages.map((message) => `${id} ${message}`)
        const receiptOf = ({ message, workspace, ...receipt }: ReceiptPlan): UnmatchedReceipt => ({
          ...receipt,
          messageId: names[message] ?? "",
          workspace: workspace === "all" ? "all" : (workspaces[workspace] ?? "all")
        })
        let kept: ReadonlyArray<UnmatchedReceipt> = []
        for (const command of commands) {
          if ("remove" in command) {
            const removed = command.remove.map((plan) => receiptOf({ ...plan, reason: null, at: instantAt(0) }))
            yield* transaction.run(store.removeUnmatched(removed))
            kept = kept.filter((receipt) => !removed.some((other) => isSame(receipt, other)))
          } else {
            const receipts = command.map(receiptOf)
            yield* transaction.run(store.keepUnmatched(receipts))
            for (const receipt of receipts) {
              if (!kept.some((other) => isSame(other, receipt))) kept = [...kept, receipt]
            }
          }
        }
        for (const numbers of [[0, 1, 2], asked]) {
          const ids = numbers.flatMap((n) => names[n] ?? [])
          const byMessage = (receipts: ReadonlyArray<UnmatchedReceipt>) =>
            ids.map((id) => receipts.filter(({ messageId }) => messageId === id))
          const found = yield* store.unmatched(ids.toReversed())
          yield* agree("The receipts", byMessage(found), byMessage(kept))
          yield* agree("How many there are", found.length, byMessage(kept).flat().length)
        }
      })
    }
  ),

  check("C7: each message id has its own digest, and the digest of a digest is that digest", function* () {
    const store = yield* DeliveryStore
    const id = yield* nextId
    yield* forAll(messages, yield* generatedCases, function* (messages) {
      const digest = yield* store.messageDigest
      const names = messages.map((message) => `${id} ${message}`)
      const digests = names.map(digest)
      yield* agree("How many there are", new Set([...names, ...digests]).size, 2 * names.length)
      yield* agree("Those of a later reader", names.map(yield* store.messageDigest), digests)
      yield* agree("Those of digests", digests.map(digest), digests)
      yield* agree(
        "What shows the id",
        digests.filter((digest) => digest.includes(id)),
        []
      )
    })
  }),

  check("B11: unmatched receipts are removed after their retention time, oldest first, a few at a time", function* () {
    const store = yield* DeliveryStore
    const transaction = yield* Transaction
    const prune = (limit: number) => transaction.run(store.pruneUnmatched({ keepFor: Duration.minutes(7), limit }))
    yield* TestClock.adjust("1 hour")
    yield* Effect.repeat(prune(1_000), { until: (removed) => removed === 0 })
    const id = yield* nextId
    const read = { channelType: "chatapp", workspace: "all", status: "read", reason: null } as const
    const messageIds = Array.from({ length: 5 }, (_, n) => `${id} ${n}`)
    for (const messageId of messageIds) {
      // A receipt's timestamp comes from the provider, and doesn't affect how long it is kept.
      const at = instantAt(messageIds.length)
      yield* transaction.run(store.keepUnmatched([{ ...read, messageId, at }]))
      yield* TestClock.adjust("1 minute")
    }
    const kept = Effect.map(store.unmatched(messageIds), (receipts) => receipts.map(({ messageId }) => messageId))
    yield* TestClock.adjust("2 minutes")
    yield* agree("How many are removed of one that is as old as is kept", yield* prune(10), 0)
    yield* TestClock.adjust("2 minutes")
    yield* agree("How many are removed at a time", yield* prune(1), 1)
    yield* agree("What is kept after the first", (yield* kept).toSorted(), messageIds.slice(1))
    // A repeated receipt does not extend the time for which the first receipt is kept.
    yield* transaction.run(store.keepUnmatched([{ ...read, messageId: messageIds[2] ?? "", at: instantAt(9) }]))
    yield* TestClock.adjust("1 minute")
    yield* agree("How many are removed of all that are due", yield* prune(10), 2)
    yield* agree("What is kept in the end", (yield* kept).toSorted(), messageIds.slice(3))
  })
]
