import {
  type BroadcastRef,
  type BroadcastDetails,
  compareCodePoints,
  Ledger,
  type Page,
  type PageRequest,
  type Recipient,
  type RecipientFilter,
  slice,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, HashMap, Option } from "effect"
import { broadcastOf, type BroadcastsState, type StoredBroadcast } from "./BroadcastsState.ts"

/** A broadcast with its counters (B13). */
export const details = (state: BroadcastsState, ref: BroadcastRef): Option.Option<BroadcastDetails> =>
  Option.map(broadcastOf(state, ref), ({ broadcast, tally: { accepted, byStatus, sent } }) => ({
    broadcast,
    counters: {
      recipients: accepted,
      sent,
      delivered: byStatus.delivered + byStatus.read,
      read: byStatus.read,
      rejected: byStatus.rejected,
      failed: byStatus.undeliverable
    }
  }))

/** Recipients of one broadcast in the order of acceptance (B14). */
export const recipients = (
  state: BroadcastsState,
  ref: BroadcastRef,
  updatedAfter: DateTime.Utc | null,
  page: PageRequest
): Page<Recipient> =>
  Option.match(broadcastOf(state, ref), {
    onNone: () => ({ items: [], total: 0 }),
    onSome: (stored) => {
      if (updatedAfter !== null) return show(rowsOf(state, stored).filter(isUpdatedAfter(updatedAfter)), page)
      const { items, total } = slice(stored.order, page)
      return { items: items.map((uuid) => Ledger.recipientOf(HashMap.getUnsafe(state.rows, uuid))), total }
    }
  })

/** Recipients of the workspace that satisfy the filter, those that changed first at the front (B14). */
export const statuses = (
  state: BroadcastsState,
  workspace: WorkspaceUuid,
  filter: RecipientFilter,
  page: PageRequest
): Page<Recipient> => {
  const references = filter.clientReferences === null ? null : new Set(filter.clientReferences)
  const isUpdated = filter.updatedAfter === null ? () => true : isUpdatedAfter(filter.updatedAfter)
  const broadcasts =
    filter.broadcast === null
      ? HashMap.toValues(state.broadcasts).filter(({ broadcast }) => broadcast.workspaceUuid === workspace)
      : Option.toArray(broadcastOf(state, { workspace, broadcast: filter.broadcast }))
  const rows = broadcasts
    .flatMap((stored) => rowsOf(state, stored))
    .filter(
      (row) =>
        isUpdated(row) && (references === null || (row.clientReference !== null && references.has(row.clientReference)))
    )
  return show(rows.sort(byUpdate), page)
}

const rowsOf = (state: BroadcastsState, { order }: StoredBroadcast): Array<Ledger.LedgerRow> =>
  order.map((uuid) => HashMap.getUnsafe(state.rows, uuid))

const show = (rows: ReadonlyArray<Ledger.LedgerRow>, page: PageRequest): Page<Recipient> => {
  const { items, total } = slice(rows, page)
  return { items: items.map(Ledger.recipientOf), total }
}

const isUpdatedAfter =
  (instant: DateTime.Utc) =>
  (row: Ledger.LedgerRow): boolean =>
    DateTime.isGreaterThan(row.updatedAt, instant)

const byUpdate = (a: Ledger.LedgerRow, b: Ledger.LedgerRow): number =>
  DateTime.toEpochMillis(a.updatedAt) - DateTime.toEpochMillis(b.updatedAt) || compareCodePoints(a.uuid, b.uuid)
