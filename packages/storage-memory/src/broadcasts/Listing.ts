import { type BroadcastStore, Ledger, type Recipient, slice } from "@rollcall/core"
import { DateTime, Option } from "effect"
import type { Database } from "../database/Database.ts"
import { orderBy } from "../database/Rows.ts"
import { type DeliveryRow, within } from "../database/Tables.ts"

type Listing = Pick<BroadcastStore["Service"], "find" | "details" | "recipients" | "statuses">

/** What readers see of broadcasts. */
export const listing = ({ read }: Database["Service"]): Listing => ({
  find: (workspace, uuid) =>
    read(({ broadcasts }) => Option.fromUndefinedOr(broadcasts.get(workspace, uuid)?.broadcast)),

  details: (workspace, uuid) =>
    read(({ broadcasts, deliveries }) =>
      Option.map(Option.fromUndefinedOr(broadcasts.get(workspace, uuid)), ({ broadcast }) => ({
        broadcast,
        counters: Ledger.countersOf(deliveries.rows(within(workspace, uuid)).map(({ row }) => row))
      }))
    ),

  recipients: (workspace, uuid, updatedAfter, page) =>
    read(({ deliveries }) => {
      const wanted = deliveries.rows(within(workspace, uuid)).filter(isUpdatedAfter(updatedAfter))
      const { items, total } = slice(wanted, page)
      return { items: items.map(shown), total }
    }),

  statuses: (workspace, { broadcast, clientReferences, updatedAfter }, page) =>
    read(({ broadcasts, deliveries }) => {
      const all = broadcast === null ? broadcasts.rows(workspace).map((row) => row.broadcast.uuid) : [broadcast]
      const wanted = all
        .flatMap((uuid) => deliveries.rows(within(workspace, uuid)))
        .filter(({ row }) => clientReferences?.some((wanted) => wanted === row.clientReference) ?? true)
        .filter(isUpdatedAfter(updatedAfter))
      const order = orderBy(({ updatedAt }: Recipient) => DateTime.toEpochMillis(updatedAt))
      return slice(wanted.map(shown).sort(order), page)
    })
})

const shown = ({ row }: DeliveryRow): Recipient => Ledger.recipientOf(row)

const isUpdatedAfter =
  (instant: DateTime.Utc | null) =>
  ({ row }: DeliveryRow): boolean =>
    instant === null || DateTime.isGreaterThan(row.updatedAt, instant)
