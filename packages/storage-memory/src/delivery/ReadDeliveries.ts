import type { BroadcastUuid } from "@rollcall/core"
import { sliceAfter } from "@rollcall/core/operations"
import type { RecipientFilter } from "@rollcall/core/sending"
import { type BroadcastRef, Delivery, type DeliveryStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { type BroadcastRow, isHidden, type Tables } from "../database/Tables.ts"
import { byUuid, deliveriesOf } from "./DeliveryRows.ts"

/**
 * Returns the counts of a broadcast: those saved when the removal of its recipients began, otherwise those of its visible
 * deliveries.
 */
export const outcomes = (tables: Tables, ref: BroadcastRef) => {
  const stored = tables.broadcasts.get(ref.workspace, ref.broadcast)
  const rows = stored === undefined || isHidden(stored) ? [] : deliveriesOf(tables, ref)
  return stored?.kept ?? { counters: Delivery.countersOf(rows), reasons: Delivery.reasonsOf(rows) }
}

export const overTime = (tables: Tables, ref: BroadcastRef, request: Delivery.SpanRequest) => {
  const row = tables.broadcasts.get(ref.workspace, ref.broadcast)
  const isShown = row !== undefined && !isHidden(row) && isListed(row, ref.broadcast)
  return Delivery.overTime(isShown ? deliveriesOf(tables, ref) : [], request)
}

/** Lists the recipients of one broadcast by position, or of all broadcasts by uuid. */
export const recipients = (
  tables: Tables,
  ...[workspace, { broadcast, ...filter }, page]: Parameters<DeliveryStore["Service"]["recipients"]>
) => {
  const wanted = tables.broadcasts
    .rows(workspace)
    .filter((row) => !isHidden(row) && (broadcast === null || isListed(row, broadcast)))
    .flatMap((row) => deliveriesOf(tables, { workspace, broadcast: row.broadcast.uuid }))
    .filter(isWanted(filter))
  const inOrder = broadcast === null ? wanted.toSorted(byUuid) : wanted
  const { items, ...rest } = sliceAfter(inOrder, page, "asc", ({ position, uuid }) => ({
    key: broadcast === null ? uuid : position,
    uuid
  }))
  return { items: items.map(Delivery.recipientOf), ...rest }
}

/** Whether a row is the given broadcast and none of its recipients were removed. */
const isListed = ({ broadcast }: BroadcastRow, uuid: BroadcastUuid): boolean =>
  broadcast.uuid === uuid && broadcast.recipientsRemovedAt === null

/** Returns a function that checks a delivery against a filter, ignoring the filter's broadcast. */
const isWanted = ({ clientReferences, reason, statuses, updatedAfter }: Omit<RecipientFilter, "broadcast">) => {
  const references = clientReferences && new Set(clientReferences)
  return (row: Delivery.Delivery): boolean =>
    (references === null || (row.clientReference !== null && references.has(row.clientReference))) &&
    (updatedAfter === null || DateTime.isGreaterThan(row.updatedAt, updatedAfter)) &&
    (statuses === undefined || statuses.includes(row.status)) &&
    (reason === undefined || row.reason === reason)
}
