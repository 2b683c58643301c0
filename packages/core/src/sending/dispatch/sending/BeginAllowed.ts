import { DateTime, type Duration, Effect } from "effect"
import type { BroadcastRef } from "../../broadcasts/Broadcast.ts"
import { type Addressee, countKeys } from "../../../people/identity/Addressee.ts"
import { type ZonesOf, zonesOf } from "../../broadcasts/marketing/AddresseeZones.ts"
import { frequencyCapProblem, marketingSendsTo } from "../../broadcasts/marketing/FrequencyCap.ts"
import { quietAmong } from "../../broadcasts/marketing/QuietRecipients.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import type { RecipientProblem } from "../../broadcasts/Recipient.ts"
import { RetryStore } from "../../broadcasts/retry/RetryStore.ts"
import type { SendOutcome } from "../../delivery/Delivery.ts"
import { type ClaimedDelivery, type DeliveryAddressee, DeliveryStore } from "../../delivery/DeliveryStore.ts"
import type { RecipientUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import type { FrequencyCap } from "../../../people/workspaces/WorkspaceSettings.ts"
import { type SendConditions, standingOf } from "./SendConditions.ts"
import { released } from "./SendVerdict.ts"

/**
 * Returns the names of the locks for messages to an addressee. A transaction that begins a message takes these locks
 * exclusively before it counts messages. The transaction takes all locks in one call and then waits for nothing else, which
 * prevents deadlocks.
 */
const countLocks = (workspace: WorkspaceUuid, addressee: Addressee): ReadonlyArray<string> =>
  countKeys(addressee).map((key) => `messages ${workspace} ${key}`)

/** The result of `beginAllowed` for a group of claimed deliveries. */
export interface Begun {
  readonly marked: ReadonlyArray<RecipientUuid>
  /** The outcomes of deliveries that were held back. The caller records them later. */
  readonly keptBack: ReadonlyArray<SendOutcome>
  /** The new addresses of deliveries with a changed contact address. */
  readonly moved: ReadonlyMap<RecipientUuid, string>
}

/**
 * Marks the claimed deliveries that may be sent now, in a transaction that shares the locks of opt-outs and of the
 * broadcast. Runs before every send.
 *
 * A delivery is rejected if its contact has changed since acceptance and may not be sent to, or has had enough messages. In
 * quiet hours, a delivery becomes pending until the quiet hours end. If the first delivery to an addressee would fill the
 * cap, a second delivery stays claimed until the first has an outcome.
 */
export const beginAllowed = Effect.fnUntraced(function* (
  conditions: SendConditions,
  ref: BroadcastRef,
  claimed: ReadonlyArray<ClaimedDelivery>,
  lease: Duration.Duration
) {
  const { frequencyCap, quietHours } = conditions.limits
  const deliveries = yield* DeliveryStore
  const found = yield* deliveries.addressees(
    ref.workspace,
    claimed.map(({ uuid }) => uuid)
  )
  const { moved, problems: changes } = yield* standingOf(ref.workspace, conditions, found)
  const problems = new Map([...(yield* movedToOthers(ref, moved)), ...changes])
  const addressees = found.map((delivery) => ({ ...delivery, address: moved.get(delivery.uuid) ?? delivery.address }))
  const known = new Map(addressees.map((delivery) => [delivery.uuid, delivery]))
  const addressed = claimed.flatMap((delivery) => {
    const addressee = known.get(delivery.uuid)
    return addressee === undefined ? [] : [{ delivery, addressee }]
  })
  const standing = addressed.filter(({ delivery }) => !problems.has(delivery.uuid))
  const toMove = standing.flatMap(({ delivery: { attempt, uuid } }) => {
    const address = moved.get(uuid)
    return address === undefined ? [] : [{ uuid, attempt, address }]
  })
  if (toMove.length > 0) yield* deliveries.readdress(ref, toMove)
  const now = yield* Effect.flatMap(BroadcastStore, (store) => store.now)
  const allowed = standing.map(({ addressee }) => addressee)
  const isLimited = frequencyCap !== null || quietHours !== null
  const zones = yield* zonesOf(ref.workspace, quietHours, isLimited ? allowed : [])
  const quiet = quietHours === null ? [] : quietAmong(quietHours, zones, allowed, now)
  const ends = new Map(quiet.map(({ addressee, until }) => [addressee.uuid, until]))
  const awake = standing.filter(({ delivery }) => !ends.has(delivery.uuid))
  const { capped, free } = yield* withinCap(frequencyCap, zones, ref.workspace, awake, now)
  const marked = yield* deliveries.beginSends(ref, free, lease)
  const rejected = [
    ...addressed.flatMap(({ delivery }) => {
      const problem = problems.get(delivery.uuid)
      return problem === undefined ? [] : [rejection(delivery, problem)]
    }),
    ...capped.map((delivery) => rejection(delivery, frequencyCapProblem))
  ]
  const waiting = standing.flatMap(({ delivery }) => {
    const until = ends.get(delivery.uuid)
    return until === undefined ? [] : [released(delivery, DateTime.distance(now, until))]
  })
  const begun: Begun = { marked, keptBack: [...rejected, ...waiting], moved }
  return begun
})

/** The problem of a recipient whose contact's new address is another recipient's. */
const sameAddressProblem: RecipientProblem = {
  reason: "duplicate_identifier",
  error: "another recipient of the broadcast has the contact's current address"
}

/**
 * Returns the problems of recipients that moved to another recipient's address, unless that recipient is rejected. Locks
 * the addresses first: if two processes move recipients to one address, the later process finds it taken.
 */
const movedToOthers = Effect.fnUntraced(function* (ref: BroadcastRef, moved: ReadonlyMap<RecipientUuid, string>) {
  const problems = new Map<RecipientUuid, RecipientProblem>()
  if (moved.size === 0) return problems
  const addresses = Array.from(new Set(moved.values()))
  const { lock } = yield* Transaction
  yield* lock(
    addresses.map((address) => `moved ${ref.broadcast} ${address}`),
    "exclusive"
  )
  const found = yield* RetryStore.use((store) => store.outcomes(ref.workspace, [ref.broadcast], { addresses }))
  const taken = new Set(found.flatMap(({ address, status }) => (status === "rejected" ? [] : [address])))
  for (const [recipient, address] of moved) {
    if (taken.has(address)) problems.set(recipient, sameAddressProblem)
    taken.add(address)
  }
  return problems
})

const rejection = ({ attempt, uuid }: ClaimedDelivery, problem: RecipientProblem): SendOutcome => ({
  _tag: "Rejected",
  uuid,
  attempt,
  ...problem
})

/** Separates deliveries by the frequency cap, and locks the counts of their addressees. */
const withinCap = Effect.fnUntraced(function* (
  cap: FrequencyCap | null,
  zones: ZonesOf,
  workspace: WorkspaceUuid,
  addressed: ReadonlyArray<{ readonly delivery: ClaimedDelivery; readonly addressee: DeliveryAddressee }>,
  now: DateTime.Utc
) {
  const free: Array<ClaimedDelivery> = []
  const capped: Array<ClaimedDelivery> = []
  if (cap === null || addressed.length === 0) return { capped, free: addressed.map(({ delivery }) => delivery) }
  const { lock } = yield* Transaction
  const addressees = addressed.map(({ addressee }) => addressee)
  yield* lock(Array.from(new Set(addressees.flatMap((addressee) => countLocks(workspace, addressee)))), "exclusive")
  const counted = yield* marketingSendsTo(workspace, cap, zones, addressees, now)
  const sendsOf = new Map(counted.map(({ addressee, sends }) => [addressee.uuid, sends]))
  const begun = new Map<string, number>()
  for (const { addressee, delivery } of addressed) {
    const keys = countKeys(addressee)
    const sent = (key: string) => sendsOf.get(delivery.uuid)?.(key) ?? 0
    const begins = (key: string) => begun.get(key) ?? 0
    if (keys.some((key) => sent(key) >= cap.messages)) capped.push(delivery)
    else if (keys.every((key) => sent(key) + begins(key) < cap.messages)) {
      free.push(delivery)
      for (const key of keys) begun.set(key, begins(key) + 1)
    }
  }
  return { capped, free }
})
