import { type AccessTokenStore, BroadcastStore, neverSent, nextId, type Receipt, RecipientUuid } from "@rollcall/core"
import { Duration, Effect } from "effect"
import { agree, type Check, check, Discrepancy } from "../kernel/Check.ts"
import { sending, statusesOf } from "./Fixture.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

/** One recipient, of a workspace of its own, that is claimed; `send` makes the id of its message known. */
const claimed = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { recipients, ref } = yield* sending({}, { accepted: 1 })
  const uuid = recipients[0]?.uuid
  if (uuid === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
  yield* store.claim(ref, { limit: 1, lease: Duration.minutes(1) })
  const messageId = messageIdOf(uuid)
  return {
    uuid,
    messageId,
    send: store.recordOutcomes(ref, [{ _tag: "Taken", uuid, attempt: 1, messageId }], neverSent),
    stands: (what: string, expected: string) =>
      Effect.flatMap(statusesOf(ref), (statuses) => agree<ReadonlyArray<string>>(what, statuses, [expected]))
  }
})

const sent = Effect.tap(claimed, ({ send }) => send)

const nobody = Effect.map(nextId, (id) => RecipientUuid.make(id))

const receipt = Effect.fnUntraced(function* (
  correlation: RecipientUuid | null,
  messageId: string,
  status: Receipt["status"]
) {
  const store = yield* BroadcastStore
  return { correlation, messageId, status, error: null, at: yield* store.now }
})

/** Whose a receipt is (B11). */
export const receiptChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B11: a receipt belongs to the account that its correlation names, whoever has its message id",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const named = yield* sent
      const other = yield* sent
      yield* store.applyReceipts([yield* receipt(named.uuid, other.messageId, "delivered")])
      yield* named.stands("Who is named", "delivered")
      yield* other.stands("Who has the message id", "sent")
      yield* store.applyReceipts([yield* receipt(null, other.messageId, "read")])
      yield* named.stands("Who was named, after a receipt that names nobody", "delivered")
      yield* other.stands("Who has the message id", "read")
    })
  ),

  check(
    "B11: a receipt whose correlation is nobody's belongs to the account that has its message id",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const lone = yield* sent
      yield* store.applyReceipts([yield* receipt(yield* nobody, lone.messageId, "delivered")])
      yield* lone.stands("By itself", "delivered")

      const [named, found, bare] = [yield* sent, yield* sent, yield* sent]
      yield* store.applyReceipts([
        yield* receipt(yield* nobody, found.messageId, "delivered"),
        yield* receipt(named.uuid, bare.messageId, "undeliverable"),
        yield* receipt(null, bare.messageId, "read")
      ])
      yield* found.stands("Among others", "delivered")
      yield* named.stands("Who is named", "undeliverable")
      yield* bare.stands("Who has a message id that another receipt has too", "read")
    })
  ),

  check(
    "B11: a receipt whose correlation and message id are nobody's waits for the message id",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { messageId, send, stands } = yield* claimed
      const early = yield* receipt(yield* nobody, messageId, "delivered")
      yield* store.applyReceipts([early])
      yield* store.applyReceipts([early])
      yield* stands("Before the id is known", "sending")
      yield* send
      yield* stands("When it is known", "delivered")
    })
  )
]
