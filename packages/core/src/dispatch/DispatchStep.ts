import { type Duration, Effect } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { SendOutcome } from "../delivery/Delivery.ts"
import { recordIn } from "../delivery/DeliverySession.ts"
import { type ClaimedDelivery, DeliveryStore } from "../delivery/DeliveryStore.ts"

/**
 * One step of dispatch, in one transaction: records the outcomes of the sends before, and marks the next `group` of
 * `claimed` as being sent; if none is left, it claims up to `claim` deliveries and marks the first of these. Returns those that it marked, which are to
 * be sent at once, and those that are still claimed. The claim waits for no other, and may find none although some are
 * pending. None is claimed or marked if an address is opted out, so that opt-outs are recorded before the next send. If
 * one part fails, all do.
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
  const step = Effect.gen(function* () {
    const optedOut = yield* recordIn(ref, outcomes)
    const none: ReadonlyArray<ClaimedDelivery> = []
    if (optedOut.length > 0) return { optedOut, begun: none, claimed: options.claimed }
    // Outcomes have locked it already.
    if (outcomes.length === 0) yield* transaction.lock([broadcastLock(ref)], "shared")
    if (options.claimed.length === 0) {
      const limit = options.claim
      const claimed = limit === 0 ? none : yield* store.claimFree(ref, { limit, begin: group, lease })
      return { optedOut, begun: claimed.slice(0, group), claimed: claimed.slice(group) }
    }
    const next = options.claimed.slice(0, group)
    const marked = new Set(yield* store.beginSends(ref, next, lease))
    const isMarked = ({ uuid }: ClaimedDelivery) => marked.has(uuid)
    const left = next.filter((one) => !isMarked(one))
    return { optedOut, begun: next.filter(isMarked), claimed: [...options.claimed.slice(group), ...left] }
  })
  return yield* transaction.run(step)
})
