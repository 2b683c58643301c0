import { Delivery, type DeliveryStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { firstDue } from "../database/Rows.ts"
import { singlePartition, type Tables } from "../database/Tables.ts"
import { findDelivery, putDelivery } from "./DeliveryRows.ts"

type Store = DeliveryStore["Service"]

export const expireLeases = (tables: Tables, now: DateTime.Utc, ...[options]: Parameters<Store["expireLeases"]>) => {
  const askAgainAt = DateTime.addDuration(now, options.askAgainAfter)
  const due = firstDue(tables.leases.rows(singlePartition), ({ until }) => until, now, options.limit)
  const expired = due.flatMap((lease) => findDelivery(tables, lease) ?? [])
  return expired.flatMap((row) => {
    const after = Delivery.expireLease(row, askAgainAt, now)
    putDelivery(tables, after)
    const { attempt, status, uuid } = row
    const ref = Delivery.broadcastOf(row)
    const stored = tables.broadcasts.get(ref.workspace, ref.broadcast)
    if (stored === undefined || after.status !== "unknown") return []
    const { channelType } = stored.broadcast
    return [{ ref, uuid, attempt, isNew: status === "sending", channelType }]
  })
}

export const shortenLeases = (tables: Tables, now: DateTime.Utc, ...[options]: Parameters<Store["shortenLeases"]>) => {
  const shortened = tables.leases
    .rows(singlePartition)
    .flatMap((lease) => findDelivery(tables, lease) ?? [])
    .map((row) => [row, Delivery.shortenLease(row, options.lease, now)] as const)
    .filter(([before, after]) => after !== before)
    .slice(0, options.limit)
  for (const [, after] of shortened) putDelivery(tables, after)
  return shortened.length
}
