import type { BroadcastStore } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import type { Db } from "../kernel/Database.ts"
import { pageOf } from "../kernel/Listings.ts"
import { recipientColumns, RecipientRow } from "./AccountRow.ts"

type Store = BroadcastStore["Service"]

const recipientPage = pageOf(RecipientRow)

const updatedAfter = ({ sql }: Db, instant: DateTime.Utc | null) =>
  instant === null ? [] : [sql`updated_at > ${DateTime.toEpochMillis(instant)}`]

/** In the order of acceptance (B14). */
export const recipientsOfBroadcast = (db: Db): Store["recipients"] => {
  const { sql } = db
  return Effect.fn("BroadcastStore.recipients")((workspace, uuid, after, page) => {
    const wanted = sql.and([
      sql`workspace_uuid = ${workspace}`,
      sql`broadcast_uuid = ${uuid}`,
      ...updatedAfter(db, after)
    ])
    return recipientPage(db, {
      columns: sql.csv(recipientColumns),
      from: sql`broadcast_recipients`,
      where: wanted,
      order: { keys: [sql`position`], nullable: false },
      filtered: false,
      direction: "asc",
      page
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
