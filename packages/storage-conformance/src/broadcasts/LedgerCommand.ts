import {
  type BroadcastStatus,
  type HandOverOutcome,
  type Receipt,
  ReceiptStatus,
  type Settlement
} from "@rollcall/core"
import { Duration } from "effect"
import fc from "fast-check"
import { instantArbitrary } from "../kernel/InstantArbitrary.ts"
import { textArbitrary } from "../kernel/TextArbitrary.ts"

/** What came of a hand-over, without the claim that it belongs to. */
type Ending = WithoutClaim<HandOverOutcome>
type WithoutClaim<Outcome> = Outcome extends unknown ? Omit<Outcome, "uuid" | "attempt" | "messageId"> : never

/** A receipt, without the recipient that it names: by correlation, or by the message id alone. */
export interface ReceiptPlan extends Pick<Receipt, "status" | "error" | "at"> {
  readonly recipient: number
  readonly correlated: boolean
}

/**
 * One thing that happens to a ledger. Recipients and claims are named by number, counted round, so that any list of
 * commands makes sense. A claim that is named may be an old one: that is what fencing is for.
 */
export type LedgerCommand =
  | { readonly _tag: "Claim"; readonly limit: number; readonly lease: Duration.Duration }
  | { readonly _tag: "Record"; readonly claim: number; readonly ending: Ending }
  | { readonly _tag: "Receive"; readonly receipts: ReadonlyArray<ReceiptPlan>; readonly twice: boolean }
  | { readonly _tag: "Wait"; readonly duration: Duration.Duration }
  | { readonly _tag: "Surrender"; readonly askAgainAfter: Duration.Duration }
  | { readonly _tag: "Settle"; readonly claim: number; readonly record: Settlement["_tag"] }
  | { readonly _tag: "Move"; readonly to: BroadcastStatus }
  | { readonly _tag: "Complete" }

const index = fc.nat({ max: 20 })
const seconds = (max: number) => fc.integer({ min: 1, max }).map((seconds) => Duration.seconds(seconds))

const ending: fc.Arbitrary<Ending> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ _tag: "Taken" as const }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Undeliverable"), error: textArbitrary }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Unknown"), askAfter: fc.option(seconds(20)) }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Retry"), delay: seconds(30), counts: fc.boolean() }) }
)

const receipt: fc.Arbitrary<ReceiptPlan> = fc
  .record({
    recipient: index,
    correlated: fc.boolean(),
    status: fc.constantFrom(...ReceiptStatus.literals),
    error: fc.option(textArbitrary),
    at: instantArbitrary
  })
  .map((receipt) => ({ ...receipt, error: receipt.status === "undeliverable" ? receipt.error : null }))

/** What happens to a ledger, one thing after the other, in any order that processes and channels can bring about. */
export const ledgerCommandsArbitrary: fc.Arbitrary<ReadonlyArray<LedgerCommand>> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ _tag: fc.constant("Claim"), limit: fc.integer({ min: 1, max: 3 }), lease: seconds(20) })
    },
    { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Record"), claim: index, ending }) },
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Receive"),
        receipts: fc.array(receipt, { minLength: 1, maxLength: 3 }),
        twice: fc.boolean()
      })
    },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Wait"), duration: seconds(60) }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Surrender"), askAgainAfter: seconds(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("Settle"),
        claim: index,
        record: fc.constantFrom("Taken", "NeverTaken", "Untold", "Resend", "GiveUp")
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({
        _tag: fc.constant("Move"),
        to: fc.constantFrom("paused", "sending", "sending", "cancelled", "expired", "failed", "completed")
      })
    },
    { weight: 1, arbitrary: fc.constant({ _tag: "Complete" as const }) }
  ),
  { minLength: 5, maxLength: 40 }
)
