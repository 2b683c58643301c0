import { RecipientReason } from "@rollcall/core"
import { BroadcastCounters } from "@rollcall/core/sending"
import { type BroadcastRef, Delivery, type DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Schema, Struct } from "effect"
import { columnTable } from "../database/ColumnTable.ts"
import { recipientCounters } from "../counts/CountedTables.ts"
import type { Db } from "../database/Database.ts"
import type { Listing } from "../shared/Listing.ts"
import { materializeMatches, sortMatches } from "../shared/PageStrategies.ts"
import { placePageOf } from "../shared/Pages.ts"
import { oneOf, rowsOf } from "../database/Rows.ts"
import { listed, RecipientRow } from "./DeliveryRow.ts"

type Store = DeliveryStore["Service"]

const recipientPage = placePageOf(RecipientRow)

const CountersRow = Schema.Struct({ ...BroadcastCounters.fields, unfinished: Schema.Natural })
const countersRow = oneOf(CountersRow)
const outcomeRows = rowsOf(
  Schema.Struct({
    ...CountersRow.fields,
    reason: Schema.NullOr(RecipientReason),
    amount: Schema.NullOr(Schema.Natural)
  })
)

/** Selects the counters of a broadcast. An incomplete broadcast has no counters. */
const selectCounters = ({ sql, table }: Db, { broadcast, workspace }: BroadcastRef) => {
  const sums = Object.keys(recipientCounters).map(
    (counter) => sql`CAST(coalesce(sum(${sql(counter)}), 0) AS bigint) AS ${sql(counter)}`
  )
  const isComplete = sql`workspace_uuid = ${workspace} AND uuid = ${broadcast} AND is_complete = 1`
  return sql`
    SELECT
      (SELECT coalesce(max(recipients), 0) FROM ${table("broadcasts")}
        WHERE ${isComplete}) AS recipients,
      ${sql.csv(sums)}
    FROM ${table("recipient_counts")} WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast}
      AND EXISTS (SELECT 1 FROM ${table("broadcasts")} WHERE ${isComplete})`
}

/** Reads all counters in one statement and snapshot. */
export const counters =
  (db: Db): Store["counters"] =>
  (ref) =>
    countersRow(db)(selectCounters(db, ref))

/**
 * Reads the counters and the number of recipients per reason in one statement. The result has one row per reason, or one
 * row if there are no reasons.
 */
export const outcomes = (db: Db): Store["outcomes"] => {
  const { sql, table } = db
  return (ref) => {
    const statement = sql`
      SELECT counters.*, reason, amount FROM (${selectCounters(db, ref)}) AS counters
      LEFT JOIN (
        SELECT reason, CAST(sum(recipients) AS bigint) AS amount FROM ${table("recipient_reasons")}
        WHERE workspace_uuid = ${ref.workspace} AND broadcast_uuid = ${ref.broadcast}
        GROUP BY reason HAVING sum(recipients) <> 0
      ) AS reasons ON EXISTS (
        SELECT 1 FROM ${table("broadcasts")}
        WHERE workspace_uuid = ${ref.workspace} AND uuid = ${ref.broadcast} AND is_complete = 1
      )`
    return Effect.map(outcomeRows(db)(statement), (rows) => {
      const reasons: { [Reason in RecipientReason]?: number } = {}
      let counters = Delivery.countersOf([])
      for (const { amount, reason, ...row } of rows) {
        counters = row
        if (reason !== null && amount !== null) reasons[reason] = amount
      }
      return { counters, reasons }
    })
  }
}

/**
 * Lists the recipients of published broadcasts. Positions in a broadcast are 1, 2, 3... without gaps, so an unfiltered
 * listing takes offset and total from the position index and counts nothing. Incomplete broadcasts are few, so they are
 * excluded by uuid. Changes across all broadcasts are read once from the index of updates, which also contains the uuids
 * used for sorting.
 */
export const recipients = (db: Db): Store["recipients"] => {
  const { dialect, sql, table } = db
  const columns = sql.literal(
    Struct.keys(listed)
      .map((name) => `${listed[name]} AS "${name}"`)
      .join(", ")
  )
  return (workspace, filter, page) => {
    const { broadcast, clientReferences, reason, statuses, updatedAfter } = filter
    const ofWorkspace = sql`SELECT uuid FROM ${table("broadcasts")} WHERE workspace_uuid = ${workspace}`
    // For one broadcast, the subquery runs once instead of once per recipient.
    const isVisible =
      broadcast === null
        ? sql`broadcast_uuid NOT IN (${ofWorkspace} AND is_complete = 0)`
        : sql`EXISTS (${ofWorkspace} AND uuid = ${broadcast} AND is_complete = 1 AND recipients_removed_at IS NULL)`
    const isReferenced = (references: ReadonlyArray<string>) => {
      const given = columnTable(dialect, "reference", "text", references)
      return dialect.inSubquery("client_reference", sql`SELECT reference FROM ${given}`)
    }
    const wanted = sql.and([
      sql`workspace_uuid = ${workspace}`,
      isVisible,
      ...(broadcast === null ? [] : [sql`broadcast_uuid = ${broadcast}`]),
      ...(clientReferences === null ? [] : [isReferenced(clientReferences)]),
      ...(updatedAfter === null ? [] : [sql`updated_at > ${DateTime.toEpochMillis(updatedAfter)}`]),
      ...(statuses === undefined ? [] : [sql.in("status", statuses)]),
      ...(reason === undefined ? [] : [sql`reason = ${reason}`])
    ])
    const isNarrowed = clientReferences !== null || statuses !== undefined || reason !== undefined
    const isWhole = broadcast !== null && !isNarrowed && updatedAfter === null
    const isChanges = broadcast === null && !isNarrowed && updatedAfter !== null
    const key = broadcast === null ? sql`uuid` : sql`position`
    const listing: Listing = {
      columns,
      from: "broadcast_recipients",
      where: wanted,
      order: {
        keys: [key],
        nullable: false,
        distinct: true,
        places: { of: broadcast === null ? "text" : "number", isAfter: ({ key: of }) => sql`${key} > ${of}` }
      },
      direction: "asc",
      page
    }
    if (isChanges) return recipientPage(db, listing, materializeMatches(sql`workspace_uuid = ${workspace}`))
    if (!isWhole) return recipientPage(db, listing, sortMatches({ countsAsRead: clientReferences !== null }))
    const total = sql`SELECT coalesce(max(position), 0) AS total FROM ${table("broadcast_recipients")} WHERE ${wanted}`
    const afterOffset = page.after === undefined ? sql`position > ${page.offset}` : undefined
    return recipientPage(db, listing, sortMatches({ total, afterOffset }), { reads: "few" })
  }
}

const spanRows = rowsOf(
  Schema.Struct({
    at: Schema.DateTimeUtcFromMillis,
    sent: Schema.Natural,
    delivered: Schema.Natural,
    read: Schema.Natural,
    failed: Schema.Natural
  })
)

/** The timestamp column of each outcome. */
const kinds = { sent: "sent_at", delivered: "delivered_at", read: "read_at", failed: "updated_at" } as const

/** Counts outcomes per time span. Reads the recipients of a broadcast once, each with all of its timestamps. */
export const overTime =
  (db: Db): DeliveryStore["Service"]["overTime"] =>
  ({ broadcast, workspace }, { limit, span }) => {
    const { dialect, sql, table } = db
    const length = sql`CAST(${Duration.toMillis(span)} AS bigint)`
    const names = Object.keys(kinds)
    const given = columnTable(dialect, "kind", "text", names)
    const instant = sql`
      CASE kind WHEN 'sent' THEN ${sql(kinds.sent)} WHEN 'delivered' THEN ${sql(kinds.delivered)}
        WHEN 'read' THEN ${sql(kinds.read)} ELSE CASE WHEN status = 'undeliverable' THEN ${sql(kinds.failed)} END END`
    const counts = names.map(
      (kind) => sql`CAST(sum(CASE WHEN kind = ${sql.literal(`'${kind}'`)} THEN 1 ELSE 0 END) AS bigint) AS ${sql(kind)}`
    )
    const statement = sql`
      SELECT happened_at - (happened_at % ${length} + ${length}) % ${length} AS at, ${sql.csv(counts)} FROM (
        SELECT kind, ${instant} AS happened_at FROM ${table("broadcast_recipients")} CROSS JOIN ${given}
        WHERE workspace_uuid = ${workspace} AND broadcast_uuid = ${broadcast} AND EXISTS (
          SELECT 1 FROM ${table("broadcasts")}
          WHERE workspace_uuid = ${workspace} AND uuid = ${broadcast} AND is_complete = 1
            AND recipients_removed_at IS NULL
        )
      ) AS happened
      WHERE happened_at IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT ${limit}`
    return spanRows(db)(dialect.runSearch(statement, { isPrepared: false, usesTrigrams: false }))
  }
