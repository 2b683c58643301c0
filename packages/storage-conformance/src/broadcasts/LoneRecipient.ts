import {
  type BroadcastRef,
  BroadcastStore,
  type HandOverOutcome,
  neverSent,
  type Receipt,
  type ReceiptStatus,
  type RecipientUuid,
  type Settlement
} from "@rollcall/core"
import { Duration, Effect } from "effect"
import { agree, Discrepancy } from "../kernel/Check.ts"
import { accounts, sending, statusesOf } from "./Fixture.ts"
import { messageIdOf } from "./ReceiptArbitrary.ts"

/** How long claims of it last. */
const lease = Duration.minutes(1)

/** One recipient of a broadcast that is sending, and the few things that happen to it. */
export const loneRecipient = Effect.gen(function* () {
  const store = yield* BroadcastStore
  const { recipients, ref } = yield* sending({}, { accepted: 1 })
  const uuid = recipients[0]?.uuid
  if (uuid === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
  const happened = yield* store.now
  return {
    ref,
    uuid,
    claim: store.claim(ref, { limit: 1, lease }),
    record: (attempt: number, ending: Ending) => store.recordOutcomes(ref, [{ uuid, attempt, ...ending }], neverSent),
    receive: (...receipts: ReadonlyArray<Partial<Receipt> & { readonly status: ReceiptStatus }>) =>
      store.applyReceipts(
        receipts.map((receipt) => ({
          correlation: null,
          messageId: messageIdOf(uuid),
          error: receipt.status === "undeliverable" ? "gone" : null,
          at: happened,
          ...receipt
        }))
      ),
    settle: (attempt: number, record: Settlement) => store.settle([{ ref, uuid, attempt, record }], neverSent),
    given: given(ref),
    stands: (what: string, ...expected: ReadonlyArray<string>) =>
      Effect.flatMap(statusesOf(ref), (statuses) => agree<ReadonlyArray<string>>(what, statuses, expected))
  }
})

/** What came of a hand-over, without the claim that it belongs to. */
export type Ending = WithoutClaim<HandOverOutcome>
type WithoutClaim<Outcome> = Outcome extends unknown ? Omit<Outcome, "uuid" | "attempt"> : never

/** The channel took the message. */
export const taken = (uuid: RecipientUuid) => ({ _tag: "Taken", messageId: messageIdOf(uuid) }) as const

/** Which attempts are given back, to be asked for again in ten seconds. */
const given = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  const all = yield* store.surrenderLeases({ limit: 100_000, askAgainAfter: Duration.seconds(10) })
  return all.filter((recipient) => recipient.ref.broadcast === ref.broadcast).map(({ attempt }) => attempt)
})

/** The account of the one recipient. */
export const sole = (ref: BroadcastRef) =>
  Effect.flatMap(accounts(ref), ([account]) =>
    account === undefined ? Effect.fail(new Discrepancy({ message: "There is no account" })) : Effect.succeed(account)
  )
