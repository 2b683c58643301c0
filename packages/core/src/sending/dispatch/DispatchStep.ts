import { type Duration, Effect } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { SendOutcome } from "../delivery/Delivery.ts"
import { hasOptOuts, type Reported } from "../delivery/HeldOptOuts.ts"
import { recordIn } from "../delivery/RecordOutcomes.ts"
import { type Claim, type ClaimedDelivery, DeliveryStore } from "../delivery/DeliveryStore.ts"
import { optOutLock } from "../../people/opt-outs/OptOut.ts"
import { type Begun, beginAllowed } from "./sending/BeginAllowed.ts"
import type { SendConditions } from "./sending/SendConditions.ts"

const noOutcomes: ReadonlyArray<SendOutcome> = []
const nobodyMoved: Begun["moved"] = new Map()

/** Why a step claimed nothing. */
export type NothingClaimed = Exclude<Claim, { readonly _tag: "Claimed" }>

/** The result of a step. `begun` deliveries must be sent at once; `claimed` deliveries are not marked as being sent. */
interface StepResult {
  /** Outcomes of claimed deliveries that must not be sent now. The caller must record these outcomes. */
  readonly keptBack: ReadonlyArray<SendOutcome>
  /** The channel's reports about messages. Their opt-outs are recorded before any further delivery is claimed or marked. */
  readonly reported: Reported
  readonly begun: ReadonlyArray<ClaimedDelivery>
  readonly claimed: ReadonlyArray<ClaimedDelivery>
  /** Why no delivery was claimed. Null if this or an earlier step claimed deliveries, or if an address is opted out. */
  readonly nothing: NothingClaimed | null
}

/**
 * Runs one dispatch step in one transaction. The step records `outcomes` and marks the first `group` of `claimed` as being
 * sent. If `claimed` is empty, the step first claims up to `claim` deliveries. Returns the marked deliveries, which the
 * caller must send, and the claimed deliveries. If an outcome opts an address out, the step neither marks nor claims.
 * Deliveries held back by `conditions` are not marked. A step with outcomes already holds row locks, so to avoid a deadlock
 * it does not wait for rows locked by other claims.
 */
export const dispatchStep = Effect.fn("DispatchStep.run")(function* (
  ref: BroadcastRef,
  options: {
    readonly outcomes: ReadonlyArray<SendOutcome>
    readonly claimed: ReadonlyArray<ClaimedDelivery>
    readonly claim: number
    readonly group: number
    readonly lease: Duration.Duration
    /** The checks for each recipient before its send; null if no checks are needed. */
    readonly conditions: SendConditions | null
  }
) {
  const { conditions, group, lease, outcomes } = options
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const none: ReadonlyArray<ClaimedDelivery> = []
  const begin = (next: ReadonlyArray<ClaimedDelivery>) =>
    conditions === null
      ? Effect.map(store.beginSends(ref, next, lease), (marked): Begun => ({
          marked,
          keptBack: noOutcomes,
          moved: nobodyMoved
        }))
      : beginAllowed(conditions, ref, next, lease)
  const beginFirst = Effect.fnUntraced(function* (result: StepResult, claimed: ReadonlyArray<ClaimedDelivery>) {
    const next = claimed.slice(0, group)
    const { keptBack, marked, moved } = yield* begin(next)
    const begun = new Set(marked)
    const gone = new Set([...marked, ...keptBack.map(({ uuid }) => uuid)])
    const left = next.filter(({ uuid }) => !gone.has(uuid))
    const rest = [...claimed.slice(group), ...left]
    const sent = next.flatMap((delivery): ReadonlyArray<ClaimedDelivery> => {
      if (!begun.has(delivery.uuid)) return []
      const identifier = moved.get(delivery.uuid)
      return [identifier === undefined ? delivery : { ...delivery, identifier }]
    })
    return { ...result, begun: sent, claimed: rest, keptBack }
  })
  const step = Effect.gen(function* () {
    // Keeps contacts from being merged until the end of the transaction, because merged contacts' messages are counted
    // together.
    if (conditions !== null) yield* transaction.lock([optOutLock(ref.workspace)], "shared")
    const reported = yield* recordIn(ref, outcomes)
    const result: StepResult = {
      reported,
      begun: none,
      claimed: options.claimed,
      keptBack: noOutcomes,
      nothing: null
    }
    if (hasOptOuts(reported)) return result
    // Recording outcomes has already taken the lock.
    if (outcomes.length === 0) yield* transaction.lock([broadcastLock(ref)], "shared")
    if (options.claimed.length === 0) {
      const waits = outcomes.length === 0
      const claim = yield* store.claim(ref, {
        limit: options.claim,
        begin: conditions === null ? group : 0,
        lease,
        waits
      })
      if (claim._tag !== "Claimed") return { ...result, nothing: claim }
      const { deliveries } = claim
      if (conditions !== null) return yield* beginFirst(result, deliveries)
      return { ...result, begun: deliveries.slice(0, group), claimed: deliveries.slice(group) }
    }
    return yield* beginFirst(result, options.claimed)
  })
  return yield* transaction.run(step)
})
