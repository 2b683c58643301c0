import type { DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../shared/Database.ts"
import { pageOf } from "../shared/Listings.ts"
import { oneOf } from "../shared/Rows.ts"
import { recipientColumns, RecipientRow } from "./DeliveryRow.ts"

type Store = DeliveryStore["Service"]

const recipientPage = pageOf(RecipientRow)

const count = Schema.Natural
const countersRow = oneOf(
  Schema.Struct({
    recipients: count,
    sent: count,
    delivered: count,
    read: count,
    rejected: count,
    failed: count,
    unfinished: count
  })
)

/**
 * Counts in one statement, so that all counters are of one snapshot (B13). Deliveries with a lease are few, and counted
 * by the index of leases.
 */
export const counters = (db: Db): Store["counters"] => {
  const { dialect, sql, table } = db
  return Effect.fn("DeliveryStore.counters")(({ broadcast, workspace }) => {
    const all = sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}`
    const counted = sql`
        SELECT
          (SELECT coalesce(max(recipients), 0) FROM ${table("broadcasts")}
            WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast}) AS recipients,
          sent, delivered, read, rejected, failed,
          pending + (SELECT count(*) FROM ${table("broadcast_recipients")}
            WHERE lease_until IS NOT NULL AND ${all}) AS unfinished
        FROM (
          SELECT
            count(sent_at) AS sent,
            count(*) FILTER (WHERE status IN ('delivered', 'read')) AS delivered,
            count(*) FILTER (WHERE status = 'read') AS read,
            count(*) FILTER (WHERE status = 'rejected') AS rejected,
            count(*) FILTER (WHERE status = 'undeliverable') AS failed,
            count(*) FILTER (WHERE status = 'pending') AS pending
          FROM ${table("broadcast_recipients")} WHERE ${all}
        ) AS counted`
    return countersRow(db, dialect.runSearch(counted, { isFiltered: false }))
  })
}

/**
 * Lists the recipients of published broadcasts. Positions of a broadcast are 1, 2, 3... without a gap: an unfiltered
 * listing takes the offset and the total from the index of positions and counts nothing. Staged broadcasts are few, so
 * they are excluded by their uuids.
 */
export const recipients = (db: Db): Store["recipients"] => {
  const { dialect, sql, table } = db
  return Effect.fn("DeliveryStore.recipients")((workspace, filter, order, page) => {
    const { broadcast, clientReferences, updatedAfter } = filter
    const staged = sql`
      SELECT uuid FROM ${table("broadcasts")} WHERE workspace_uuid = ${workspace} AND status IN ('staged', 'discarded')`
    // For one broadcast the subquery runs once, and not for each recipient.
    const isPublished =
      broadcast === null ? sql`broadcast_uuid NOT IN (${staged})` : sql`NOT EXISTS (${staged} AND uuid = ${broadcast})`
    const isReferenced = (references: ReadonlyArray<string>) => {
      const given = references.map((reference) => ({ reference }))
      return sql`client_reference IN (
        SELECT reference FROM ${dialect.valuesTable("given", { reference: "text" }, given)}
      )`
    }
    const wanted = sql.and([
      sql`workspace_uuid = ${workspace}`,
      isPublished,
      ...(broadcast === null ? [] : [sql`broadcast_uuid = ${broadcast}`]),
      ...(clientReferences === null ? [] : [isReferenced(clientReferences)]),
      ...(updatedAfter === null ? [] : [sql`updated_at > ${DateTime.toEpochMillis(updatedAfter)}`])
    ])
    const isWhole = order === "position" && clientReferences === null && updatedAfter === null
    const some = isWhole
      ? {
          where: sql`${wanted} AND position > ${page.offset}`,
          total: sql`SELECT coalesce(max(position), 0) AS total FROM ${table("broadcast_recipients")} WHERE ${wanted}`,
          page: { limit: page.limit, offset: 0 }
        }
      : { where: wanted, page }
    return recipientPage(db, {
      columns: sql.csv(recipientColumns),
      from: "broadcast_recipients",
      order: { keys: [order === "position" ? sql`position` : sql`updated_at`], nullable: false },
      filtered: false,
      direction: "asc",
      ...some
    })
  })
}
