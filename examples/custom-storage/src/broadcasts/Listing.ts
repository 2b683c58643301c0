import { type BroadcastStore, Ledger, type Recipient, slice } from "@rollcall/core"
import { DateTime, Option } from "effect"
import type { Database } from "../kernel/Database.ts"
import { findRow, orderBy } from "../kernel/Rows.ts"
import type { Account } from "../kernel/Tables.ts"
import { accountsOf } from "./Accounts.ts"

type Listing = Pick<BroadcastStore["Service"], "find" | "details" | "recipients" | "statuses">

/** What readers see of broadcasts. */
export const listing = ({ read }: Database["Service"]): Listing => ({
  find: (workspace, uuid) => read(({ broadcasts }) => findRow(broadcasts, workspace, uuid)),

  details: (workspace, broadcast) =>
    read((tables) =>
      Option.map(findRow(tables.broadcasts, workspace, broadcast), (found) => ({
        broadcast: found,
        counters: Ledger.countersOf(accountsOf(tables, { workspace, broadcast }).map(({ row }) => row))
      }))
    ),

  recipients: (workspace, broadcast, updatedAfter, page) =>
    read((tables) => {
      const wanted = accountsOf(tables, { workspace, broadcast }).filter(isUpdatedAfter(updatedAfter))
      return slice(wanted.map(shown), page)
    }),

  statuses: (workspace, { broadcast, clientReferences, updatedAfter }, page) =>
    read(({ ledger }) => {
      const wanted = Array.from(ledger.values())
        .filter(({ ref }) => ref.workspace === workspace && (broadcast === null || ref.broadcast === broadcast))
        .filter(({ row }) => clientReferences?.some((wanted) => wanted === row.clientReference) ?? true)
        .filter(isUpdatedAfter(updatedAfter))
      const order = orderBy(({ updatedAt }: Recipient) => DateTime.toEpochMillis(updatedAt))
      return slice(wanted.map(shown).sort(order), page)
    })
})

const shown = ({ row }: Account): Recipient => Ledger.recipientOf(row)

const isUpdatedAfter =
  (instant: DateTime.Utc | null) =>
  ({ row }: Account): boolean =>
    instant === null || DateTime.isGreaterThan(row.updatedAt, instant)
