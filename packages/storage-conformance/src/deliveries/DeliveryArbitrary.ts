import type { RecipientUuid } from "@rollcall/core"
import {
  correlationOf,
  type DeliveryReceipt,
  ReceiptStatus,
  type ReceiptWorkspaces,
  RecipientFault
} from "@rollcall/core/channel"
import { notSentProblem } from "@rollcall/core/broadcasts"
import { eraseDelivery } from "@rollcall/core/erasure"
import { Delivery } from "@rollcall/core/storage"
import { DateTime, Duration } from "effect"
import fc from "fast-check"
import { problemArbitrary } from "../broadcasts/BroadcastArbitrary.ts"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

/** The channel's id of a message to a recipient; a delivery that is sent again has a second one. */
export const messageIdOf = (recipient: RecipientUuid, message: 1 | 2 = 1): string =>
  `message ${message} of ${recipient}`

const messageArbitrary = fc.constantFrom(1, 1, 1, 2)

/** Few durations, so that instants often coincide. */
export const durationArbitrary = fc.constantFrom(0, 10, 20).map((seconds) => Duration.seconds(seconds))

/** The outcome of a send, without the claim that it belongs to. */
export const endingArbitrary = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Accepted"),
      message: messageArbitrary,
      isHeld: fc.constantFrom(false, false, false, true)
    })
  },
  { weight: 1, arbitrary: problemArbitrary.map((problem) => ({ _tag: "Undeliverable" as const, ...problem })) },
  { weight: 1, arbitrary: problemArbitrary.map((problem) => ({ _tag: "Rejected" as const, ...problem })) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Unknown"), askAfter: fc.option(durationArbitrary) }) },
  {
    weight: 3,
    arbitrary: fc.record({ _tag: fc.constant("Retry"), delay: fc.option(durationArbitrary), counts: fc.boolean() })
  }
)
export type Ending = typeof endingArbitrary extends fc.Arbitrary<infer A> ? A : never

export const outcomeOf = ({ attempt, uuid }: Delivery.SendAttempt, ending: Ending): Delivery.SendOutcome =>
  ending._tag === "Accepted"
    ? { _tag: ending._tag, uuid, attempt, messageId: messageIdOf(uuid, ending.message), isHeld: ending.isHeld }
    : { ...ending, uuid, attempt }

/** What resolves an unknown delivery. */
export const resolutionArbitrary = fc.oneof(
  fc.record({ _tag: fc.constant("Accepted"), message: messageArbitrary }),
  fc.record({ _tag: fc.constantFrom("NotAccepted", "Unknown", "GiveUp") }),
  fc.record({ _tag: fc.constant("Resend"), retries: fc.constantFrom(1, 2) })
)
export type ResolutionPlan = typeof resolutionArbitrary extends fc.Arbitrary<infer A> ? A : never

export const resolutionOf = (uuid: RecipientUuid, plan: ResolutionPlan): Delivery.Resolution =>
  plan._tag === "Accepted" ? { _tag: plan._tag, messageId: messageIdOf(uuid, plan.message) } : plan

/** A receipt, with the correlation or with the message id alone. */
export const receiptArbitrary = fc
  .record({
    correlated: fc.boolean(),
    message: messageArbitrary,
    status: fc.constantFrom(...ReceiptStatus.literals),
    error: fc.option(textArbitrary),
    reason: fc.constantFrom(null, ...RecipientFault.literals),
    at: instantArbitrary
  })
  .map((receipt) => ({ ...receipt, error: receipt.status === "undeliverable" ? receipt.error : null }))
export type ReceiptPlan = typeof receiptArbitrary extends fc.Arbitrary<infer A> ? A : never

export const receiptOf = (
  workspaces: ReceiptWorkspaces,
  { uuid, workspaceUuid }: Pick<Delivery.Delivery, "uuid" | "workspaceUuid">,
  { at, correlated, error, message, reason, status }: Omit<ReceiptPlan, "message"> & { readonly message?: 1 | 2 }
): DeliveryReceipt => ({
  workspaces,
  correlation: correlated ? correlationOf(workspaceUuid, uuid) : null,
  messageId: messageIdOf(uuid, message),
  status,
  error,
  reason,
  at
})

/** A change by one function of `Delivery`, and how long after the previous one it is applied. */
const changeArbitrary = fc.record({
  wait: durationArbitrary,
  what: fc.oneof(
    { weight: 5, arbitrary: fc.record({ _tag: fc.constant("Send"), lease: durationArbitrary }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constantFrom("Claim", "Begin"), lease: durationArbitrary }) },
    { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Outcome"), ending: endingArbitrary }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Receipt"), receipt: receiptArbitrary }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Expire"), askAgainAfter: durationArbitrary }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Resolve"), resolution: resolutionArbitrary }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom("Reject", "Erase") }) }
  )
})
type Change = typeof changeArbitrary extends fc.Arbitrary<infer A> ? A : never

/** The changes of a delivery since it was staged. */
export const changesArbitrary: fc.Arbitrary<ReadonlyArray<Change>> = fc.array(changeArbitrary, { maxLength: 6 })

/** Changes after which a retry is due at about the instant of the check. */
export const retriedArbitrary: fc.Arbitrary<ReadonlyArray<Change>> = fc
  .record({
    wait: durationArbitrary,
    lease: fc.constantFrom(10, 20, 30, 40).map((seconds) => Duration.seconds(seconds)),
    isSent: fc.boolean()
  })
  .map(({ isSent, lease, wait }) => {
    const delay = isSent ? lease : null
    return [
      { wait, what: { _tag: "Send", lease } },
      { wait: Duration.zero, what: { _tag: "Outcome", ending: { _tag: "Retry", delay, counts: isSent } } }
    ]
  })

/** Changes after which the lease of a claim or of a send expires at about the instant of the check. */
export const claimedArbitrary: fc.Arbitrary<ReadonlyArray<Change>> = fc
  .record({ wait: durationArbitrary, lease: durationArbitrary, _tag: fc.constantFrom("Claim", "Send") })
  .map(({ _tag, lease, wait }) => [{ wait, what: { _tag, lease } }])

/** A digest that a check recognises. A store keeps it as given. */
const digest = Delivery.messageDigestWith((messageId) => `of ${messageId}`)

const changed = (row: Delivery.Delivery, { what }: Change, now: DateTime.Utc): Delivery.Delivery => {
  switch (what._tag) {
    case "Claim":
      return Delivery.claim(row, DateTime.addDuration(now, what.lease), now)
    case "Send": {
      const leaseUntil = DateTime.addDuration(now, what.lease)
      const claimed = Delivery.claim(row, DateTime.add(leaseUntil, { seconds: 1 }), now)
      return Delivery.beginSend(claimed, claimed.attempt, leaseUntil, now)
    }
    case "Begin":
      return Delivery.beginSend(row, row.attempt, DateTime.addDuration(now, what.lease), now)
    case "Outcome":
      return Delivery.applyOutcome(row, outcomeOf(row, what.ending), "sending", now)
    case "Receipt":
      return Delivery.applyReceipt(row, receiptOf("all", row, what.receipt), now)
    case "Expire":
      return Delivery.expireLease(row, DateTime.addDuration(now, what.askAgainAfter), now)
    case "Resolve":
      return Delivery.resolve(row, row.attempt, resolutionOf(row.uuid, what.resolution), "sending", now)
    case "Reject":
      return Delivery.reject(row, notSentProblem("cancelled"), now)
    case "Erase":
      return eraseDelivery(row, digest, now)
  }
}

/** A delivery after changes that began at an instant: any state that `Delivery` can bring it to. */
export const afterChanges = (
  row: Delivery.Delivery,
  changes: ReadonlyArray<Change>,
  begin: DateTime.Utc
): Delivery.Delivery => {
  let now = begin
  let after = row
  for (const change of changes) {
    now = DateTime.addDuration(now, change.wait)
    after = changed(after, change, now)
  }
  return after
}
