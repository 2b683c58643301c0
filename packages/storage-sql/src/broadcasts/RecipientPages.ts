import type { BroadcastStore } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { pageOf } from "../kernel/Listings.ts"
import { recipientColumns, RecipientRow } from "./AccountRow.ts"

type Store = BroadcastStore["Service"]

const recipientPage = pageOf(RecipientRow)

const updatedAfter = ({ sql }: Db, instant: DateTime.Utc | null) =>
  instant === null ? [] : [sql`updated_at > ${DateTime.toEpochMillis(instant)}`]

/**
 * In the order of acceptance (B14). Positions are 1, 2, 3 and so on without a gap, and no recipient ever goes: so where
 * all are listed, the place of a page and their number are found without counting.
 */
export const recipientsOfBroadcast = (db: Db): Store["recipients"] => {
  const { sql } = db
  return Effect.fn("BroadcastStore.recipients")((workspace, uuid, after, page) => {
    const all = sql`workspace_uuid = ${workspace} AND broadcast_uuid = ${uuid}`
    const some =
      after === null
        ? {
            where: sql`${all} AND position > ${page.offset}`,
            total: sql`SELECT coalesce(max(position), 0) AS total FROM broadcast_recipients WHERE ${all}`,
            page: { limit: page.limit, offset: 0 }
          }
        : { where: sql.and([all, ...updatedAfter(db, after)]), page }
    return recipientPage(db, {
      columns: sql.csv(recipientColumns),
      from: sql`broadcast_recipients`,
      order: { keys: [sql`position`], nullable: false },
      filtered: false,
      direction: "asc",
      ...some
    })
  })
}

/** By `updated_at`, then `uuid` (B14). */
export const recipientStatuses = (db: Db): Store["statuses"] => {
  const { dialect, sql } = db
  return Effect.fn("BroadcastStore.statuses")((workspace, filter, page) => {
    const references = filter.clientReferences?.map((reference) => ({ reference }))
    const wanted = sql.and([
      sql`workspace_uuid = ${workspace}`,
      ...(filter.broadcast === null ? [] : [sql`broadcast_uuid = ${filter.broadcast}`]),
      ...(references === undefined
        ? []
        : [
            sql`client_reference IN (
              SELECT reference FROM ${dialect.unpack("given", { reference: "text" }, references)}
            )`
          ]),
      ...updatedAfter(db, filter.updatedAfter)
    ])
    return recipientPage(db, {
      columns: sql.csv(recipientColumns),
      from: sql`broadcast_recipients`,
      where: wanted,
      order: { keys: [sql`updated_at`], nullable: false },
      filtered: false,
      direction: "asc",
      page
    })
  })
}
