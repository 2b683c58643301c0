import { type BroadcastStore, Ledger, type Page, type PageRequest, type Recipient, slice } from "@rollcall/core"
import { DateTime, Option, Order } from "effect"
import type { Database } from "../kernel/Database.ts"
import { rowOf, rowsOf, thenUuid } from "../kernel/Rows.ts"
import { accountsOf } from "./Accounts.ts"

type Listing = Pick<BroadcastStore["Service"], "find" | "details" | "recipients" | "statuses">

/** What readers see of broadcasts. */
export const listing = ({ read }: Database["Service"]): Listing => ({
  find: (workspace, uuid) => read(({ broadcasts }) => Option.fromUndefinedOr(rowOf(broadcasts, workspace, uuid))),

  details: (workspace, uuid) =>
    read((tables) =>
      Option.map(Option.fromUndefinedOr(rowOf(tables.broadcasts, workspace, uuid)), (broadcast) => ({
        broadcast,
        counters: Ledger.countersOf(accountsOf(tables, broadcast))
      }))
    ),

  recipients: (workspace, uuid, updatedAfter, page) =>
    read((tables) => {
      const broadcast = rowOf(tables.broadcasts, workspace, uuid)
      const rows = broadcast === undefined ? [] : accountsOf(tables, broadcast)
      return shown(rows.filter(isUpdatedAfter(updatedAfter)), page)
    }),

  statuses: (workspace, { broadcast, clientReferences, updatedAfter }, page) =>
    read((tables) => {
      const rows = rowsOf(tables.broadcasts, workspace)
        .filter(({ uuid }) => broadcast === null || broadcast === uuid)
        .flatMap((broadcast) => accountsOf(tables, broadcast))
        .filter(({ clientReference }) => clientReferences?.some((wanted) => wanted === clientReference) ?? true)
        .filter(isUpdatedAfter(updatedAfter))
      return shown(rows.sort(firstUpdated), page)
    })
})

const isUpdatedAfter =
  (instant: DateTime.Utc | null) =>
  ({ updatedAt }: Ledger.LedgerRow): boolean =>
    instant === null || DateTime.isGreaterThan(updatedAt, instant)

const firstUpdated = thenUuid(Order.mapInput(DateTime.Order, ({ updatedAt }: Ledger.LedgerRow) => updatedAt))

const shown = (rows: ReadonlyArray<Ledger.LedgerRow>, page: PageRequest): Page<Recipient> =>
  slice(rows.map(Ledger.recipientOf), page)
