import { DateTime, type Duration, Effect } from "effect"
import type { Broadcast, BroadcastRef } from "../../broadcasts/Broadcast.ts"
import {
  addresseeKey,
  type Addressee,
  frequencyCapProblem,
  limitsOf,
  marketingSendsTo
} from "../../broadcasts/marketing/FrequencyCap.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import type { SendOutcome } from "../../delivery/Delivery.ts"
import { type ClaimedDelivery, DeliveryStore } from "../../delivery/DeliveryStore.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { FrequencyCap, WorkspaceSettings } from "../../workspaces/WorkspaceSettings.ts"
import { quietAmong } from "./QuietRecipients.ts"
import { released } from "./SendVerdict.ts"

/** What limits a broadcast: at least one of both. */
export type MarketingLimits = WorkspaceSettings

/** What limits a broadcast; null if nothing does. It costs a statement for marketing, and none for the others. */
export const marketingLimits = Effect.fnUntraced(function* ({ category, workspaceUuid }: Broadcast) {
  const limits = yield* limitsOf(workspaceUuid, category)
  return limits.frequencyCap === null && limits.quietHours === null ? null : limits
})

/**
 * The lock of the messages to an addressee. A transaction that begins one has it exclusively, and counts afterwards; it
 * then waits for nothing else, so that those that wait for it do not deadlock.
 */
const countLock = (workspace: WorkspaceUuid, addressee: Addressee): string =>
  `messages ${workspace} ${addresseeKey(addressee)}`

/**
 * Marks those claimed deliveries as being sent that no limit keeps back, in a transaction that shares the locks of opt-outs and
 * of the broadcast. Returns the marked ones, and the outcomes of those that are kept back, which are recorded later: those in
 * their quiet hours are pending again until these end, and those who have had enough are rejected. A
 * second one to an addressee whose cap the first would fill is neither: it stays claimed until that is known.
 */
export const beginWithin = Effect.fnUntraced(function* (
  { frequencyCap, quietHours }: MarketingLimits,
  ref: BroadcastRef,
  claimed: ReadonlyArray<ClaimedDelivery>,
  lease: Duration.Duration
) {
  const deliveries = yield* DeliveryStore
  const addressees = yield* deliveries.addressees(
    ref.workspace,
    claimed.map(({ uuid }) => uuid)
  )
  const known = new Map(addressees.map((one) => [one.uuid, one]))
  const addressed = claimed.flatMap((delivery) => {
    const addressee = known.get(delivery.uuid)
    return addressee === undefined ? [] : [{ delivery, addressee }]
  })
  const now = yield* Effect.flatMap(BroadcastStore, (store) => store.now)
  const quiet = quietHours === null ? [] : yield* quietAmong(ref.workspace, quietHours, addressees, now)
  const ends = new Map(quiet.map(({ addressee, until }) => [addressee.uuid, until]))
  const awake = addressed.filter(({ delivery }) => !ends.has(delivery.uuid))
  const { capped, free } = yield* withinCap(frequencyCap, ref.workspace, awake)
  const marked = yield* deliveries.beginSends(ref, free, lease)
  const rejected = capped.map(({ attempt, uuid }): SendOutcome => ({
    _tag: "Rejected",
    uuid,
    attempt,
    ...frequencyCapProblem
  }))
  const waiting = addressed.flatMap(({ delivery }) => {
    const until = ends.get(delivery.uuid)
    return until === undefined ? [] : [released(delivery, DateTime.distance(now, until))]
  })
  return { marked, keptBack: [...rejected, ...waiting] }
})

/** Divides deliveries by the cap, and locks the counts of those to whom they go. */
const withinCap = Effect.fnUntraced(function* (
  cap: FrequencyCap | null,
  workspace: WorkspaceUuid,
  addressed: ReadonlyArray<{ readonly delivery: ClaimedDelivery; readonly addressee: Addressee }>
) {
  const free: Array<ClaimedDelivery> = []
  const capped: Array<ClaimedDelivery> = []
  if (cap === null || addressed.length === 0) return { capped, free: addressed.map(({ delivery }) => delivery) }
  const { lock } = yield* Transaction
  const addressees = addressed.map(({ addressee }) => addressee)
  yield* lock(
    addressees.map((addressee) => countLock(workspace, addressee)),
    "exclusive"
  )
  const sends = yield* marketingSendsTo(workspace, cap, addressees)
  const begun = new Map<string, number>()
  for (const { addressee, delivery } of addressed) {
    const key = addresseeKey(addressee)
    const before = sends.get(key) ?? 0
    const beside = begun.get(key) ?? 0
    if (before >= cap.messages) capped.push(delivery)
    else if (before + beside < cap.messages) {
      free.push(delivery)
      begun.set(key, beside + 1)
    }
  }
  return { capped, free }
})
