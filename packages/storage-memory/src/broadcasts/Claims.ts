import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStore,
  type Claim,
  hasExpired,
  Ledger,
  type RecipientUuid
} from "@rollcall/core"
import { Array as Arr, DateTime } from "effect"
import type { Database } from "../database/Database.ts"
import type { DeliveryRow, Tables } from "../database/Tables.ts"
import { findDelivery, partOf, putDelivery, receive } from "./Deliveries.ts"

type Claims = Pick<
  BroadcastStore["Service"],
  "claim" | "recordOutcomes" | "surrenderLeases" | "settle" | "applyReceipts"
>

/** How deliveries change. What each step does to one is decided by core, in `Ledger`. */
export const claims = ({ write }: Database["Service"]): Claims => ({
  claim: (ref, { lease, limit }) =>
    write((tables, now): Claim => {
      const broadcast = tables.broadcasts.get(ref.workspace, ref.broadcast)?.broadcast
      if (broadcast?.status !== "sending" || hasExpired(broadcast, now)) return { _tag: "Stopped" }
      const leaseUntil = DateTime.addDuration(now, lease)
      const deliveries = tables.deliveries.rows(partOf(ref))
      const recipients = []
      for (const { row } of deliveries) {
        const claimed = Ledger.claim(row, leaseUntil, now)
        if (claimed === row || claimed.parameters === null) continue
        putDelivery(tables, { ref, row: claimed }, now)
        const { attempt, identifier, parameters, retries, uuid } = claimed
        recipients.push({ uuid, identifier, parameters, attempt, retries })
        if (recipients.length === limit) break
      }
      if (recipients.length > 0) return { _tag: "Claimed", recipients }
      const waiting = deliveries.filter(({ row }) => row.status === "pending").map(({ row }) => row.notBefore ?? now)
      return Arr.isArrayNonEmpty(waiting)
        ? { _tag: "Waiting", until: waiting.reduce((a, b) => DateTime.min(a, b)) }
        : { _tag: "Drained" }
    }),

  recordOutcomes: (ref, outcomes, overError) =>
    write((tables, now) => {
      for (const outcome of outcomes) {
        change(tables, { ref, uuid: outcome.uuid }, now, (row, { status }) =>
          Ledger.applyOutcome(row, outcome, status, now, overError)
        )
      }
    }),

  surrenderLeases: ({ askAgainAfter, limit }) =>
    write((tables, now) => {
      const askAgainAt = DateTime.addDuration(now, askAgainAfter)
      const leaseEnd = ({ row }: DeliveryRow) => row.leaseUntil ?? now
      const leased = tables.deliveries.all().filter(({ row }) => row.leaseUntil !== null)
      const over = leased.filter((delivery) => DateTime.isLessThanOrEqualTo(leaseEnd(delivery), now))
      const first = over.toSorted((a, b) => DateTime.Order(leaseEnd(a), leaseEnd(b))).slice(0, limit)
      for (const { ref, row } of first) putDelivery(tables, { ref, row: Ledger.surrender(row, askAgainAt, now) }, now)
      return first.map(({ ref, row: { attempt, uuid } }) => ({ ref, uuid, attempt }))
    }),

  settle: (settlements, overError) =>
    write((tables, now) => {
      for (const settlement of settlements) {
        change(tables, settlement, now, (row, { status }) => Ledger.settle(row, settlement, status, now, overError))
      }
    }),

  applyReceipts: (receipts) =>
    write((tables, now) => {
      for (const receipt of receipts) receive(tables, receipt, now)
    })
})

/** Changes a delivery that belongs to the broadcast, and no other. */
const change = (
  tables: Tables,
  { ref, uuid }: { readonly ref: BroadcastRef; readonly uuid: RecipientUuid },
  now: DateTime.Utc,
  change: (row: Ledger.LedgerRow, broadcast: Broadcast) => Ledger.LedgerRow
): void => {
  const delivery = findDelivery(tables, uuid)
  const stored = tables.broadcasts.get(ref.workspace, ref.broadcast)
  if (delivery === undefined || stored === undefined || partOf(delivery.ref) !== partOf(ref)) return
  putDelivery(tables, { ref, row: change(delivery.row, stored.broadcast) }, now)
}
