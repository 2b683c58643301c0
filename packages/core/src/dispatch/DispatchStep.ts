import { type Duration, Effect } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { SendOutcome } from "../delivery/Delivery.ts"
import { recordIn } from "../delivery/RecordOutcomes.ts"
import { type Claim, type ClaimedDelivery, DeliveryStore } from "../delivery/DeliveryStore.ts"

/** Why a step claimed nothing. */
export type NothingClaimed = Exclude<Claim, { readonly _tag: "Claimed" }>

/** The result of a step: `begun` is to be sent at once, `claimed` has not begun. */
interface StepResult {
  /** Addresses that the channel says are opted out. None is claimed or marked before these are recorded. */
  readonly optedOut: Effect.Success<ReturnType<typeof recordIn>>
  readonly begun: ReadonlyArray<ClaimedDelivery>
  readonly claimed: ReadonlyArray<ClaimedDelivery>
  /** Null where something was claimed before or now, and where an address is opted out. */
  readonly nothing: NothingClaimed | null
}

/**
 * Runs one step of dispatch in one transaction: records `outcomes`, and marks the first `group` of `claimed` as being sent. If
 * `claimed` is empty, it claims up to `claim` deliveries, and marks the first `group` of these. Writes all or nothing. Returns
 * the marked deliveries, which the caller has to send, and those that are still only claimed. If an outcome opts an address
 * out, it marks and claims nothing. A step with outcomes does not wait for rows that other claims have locked, because it
 * has locked rows itself and they could wait for each other.
 */
export const dispatchStep = Effect.fn("DispatchStep.run")(function* (
  ref: BroadcastRef,
  options: {
    readonly outcomes: ReadonlyArray<SendOutcome>
    readonly claimed: ReadonlyArray<ClaimedDelivery>
    readonly claim: number
    readonly group: number
    readonly lease: Duration.Duration
  }
) {
  const { group, lease, outcomes } = options
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const none: ReadonlyArray<ClaimedDelivery> = []
  const step = Effect.gen(function* () {
    const optedOut = yield* recordIn(ref, outcomes)
    const result: StepResult = { optedOut, begun: none, claimed: options.claimed, nothing: null }
    if (optedOut.length > 0) return result
    // Outcomes have locked it already.
    if (outcomes.length === 0) yield* transaction.lock([broadcastLock(ref)], "shared")
    if (options.claimed.length === 0) {
      const waits = outcomes.length === 0
      const claim = yield* store.claim(ref, { limit: options.claim, begin: group, lease, waits })
      if (claim._tag !== "Claimed") return { ...result, nothing: claim }
      const { deliveries } = claim
      return { ...result, begun: deliveries.slice(0, group), claimed: deliveries.slice(group) }
    }
    const next = options.claimed.slice(0, group)
    const marked = new Set(yield* store.beginSends(ref, next, lease))
    const isMarked = ({ uuid }: ClaimedDelivery) => marked.has(uuid)
    const left = next.filter((one) => !isMarked(one))
    const claimed = [...options.claimed.slice(group), ...left]
    return { ...result, begun: next.filter(isMarked), claimed }
  })
  return yield* transaction.run(step)
})
