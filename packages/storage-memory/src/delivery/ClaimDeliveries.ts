import {
  type BroadcastRef,
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
  Delivery,
  type DeliveryStore,
  hasExpired
} from "@rollcall/core/storage"
import { DateTime } from "effect"
import { isHidden, type Tables } from "../database/Tables.ts"
import { deliveriesOf, deliveryOf, putDelivery } from "./DeliveryRows.ts"

type Store = DeliveryStore["Service"]

export const claimDeliveries = (tables: Tables, now: DateTime.Utc, ref: BroadcastRef, options: ClaimOptions): Claim => {
  const isOpen = maySend(tables, ref, now)
  const deliveries = isOpen ? claimPending(tables, ref, options, now) : []
  if (deliveries.length > 0) return { _tag: "Claimed", deliveries }
  if (!options.waits) return { _tag: "NoneFree" }
  if (!isOpen) return { _tag: "Stopped" }
  const [first, ...others] = pendingOf(tables, ref).map(({ notBefore }) => notBefore ?? now)
  return first === undefined ? { _tag: "Drained" } : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
}

/** Claims pending deliveries in the order of acceptance: deliveries never released come first, then due retries. */
const claimPending = (tables: Tables, ref: BroadcastRef, { begin, lease, limit }: ClaimOptions, now: DateTime.Utc) => {
  const leaseUntil = DateTime.addDuration(now, lease)
  const deliveries: Array<ClaimedDelivery> = []
  const pending = pendingOf(tables, ref)
  const fresh = pending.filter(({ notBefore }) => notBefore === null)
  for (const delivery of fresh.length > 0 ? fresh : pending) {
    if (deliveries.length === limit) break
    const status = deliveries.length < begin ? "sending" : "claimed"
    const claimed = Delivery.claim(delivery, leaseUntil, now, status)
    if (claimed === delivery || claimed.parameters === null) continue
    putDelivery(tables, claimed)
    const { attempt, identifier, parameters, retries, uuid } = claimed
    deliveries.push({ uuid, identifier, parameters, attempt, retries })
  }
  return deliveries
}

export const beginSends = (
  tables: Tables,
  now: DateTime.Utc,
  ...[ref, attempts, lease]: Parameters<Store["beginSends"]>
) => {
  if (!maySend(tables, ref, now)) return []
  const leaseUntil = DateTime.addDuration(now, lease)
  return attempts.flatMap(({ attempt, uuid }) => {
    const before = deliveryOf(tables, ref, uuid)
    const after = before && Delivery.beginSend(before, attempt, leaseUntil, now)
    if (after === undefined || after === before) return []
    putDelivery(tables, after)
    return [uuid]
  })
}

export const readdress = (tables: Tables, now: DateTime.Utc, ...[ref, addressed]: Parameters<Store["readdress"]>) =>
  addressed.flatMap(({ address, attempt, uuid }) => {
    const before = deliveryOf(tables, ref, uuid)
    const after = before && Delivery.readdress(before, attempt, address, now)
    if (after === undefined || after === before) return []
    putDelivery(tables, after)
    const stored = tables.recipients.get(ref.workspace, uuid)
    if (stored !== undefined) tables.recipients.set(ref.workspace, uuid, { ...stored, address })
    return [uuid]
  })

export const recordAccepted = (
  tables: Tables,
  now: DateTime.Utc,
  digest: Delivery.MessageDigest,
  ...[ref, accepted]: Parameters<Store["recordAccepted"]>
) =>
  accepted.flatMap((message) => {
    const before = deliveryOf(tables, ref, message.uuid)
    const row = tables.broadcasts.get(ref.workspace, ref.broadcast)
    if (before === undefined || row === undefined || !isPlain(tables, before, digest(message.messageId))) return []
    const after = Delivery.applyOutcome(before, { _tag: "Accepted", ...message }, row.broadcast.status, now)
    putDelivery(tables, after)
    return after === before ? [] : [after]
  })

/** Whether a delivery is `sending` and nothing else is known about its message. */
const isPlain = ({ unmatchedReceipts }: Tables, row: Delivery.Delivery, digest: string): boolean =>
  row.status === "sending" &&
  !Delivery.isErased(row) &&
  row.messageId === null &&
  row.sentAt === null &&
  unmatchedReceipts.rows(digest).length === 0

export const wakeDeliveries = (tables: Tables, now: DateTime.Utc, ref: BroadcastRef, limit: number): number => {
  const waiting = pendingOf(tables, ref).filter((row) => Delivery.wake(row, now) !== row)
  const woken = waiting.slice(0, limit)
  for (const row of woken) putDelivery(tables, Delivery.wake(row, now))
  return woken.length
}

const pendingOf = (tables: Tables, ref: BroadcastRef) =>
  deliveriesOf(tables, ref).filter(({ status }) => status === "pending")

const maySend = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef, now: DateTime.Utc): boolean => {
  const row = broadcasts.get(workspace, broadcast)
  return row?.broadcast.status === "sending" && !isHidden(row) && !hasExpired(row.broadcast, now)
}
