import { BroadcastUuid, RecipientUuid } from "@rollcall/core"
import type { DeliveryStore } from "@rollcall/core/storage"
import { DateTime, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"

type Store = DeliveryStore["Service"]

const found = rowsOf(Schema.Struct({ uuid: RecipientUuid, broadcast: BroadcastUuid, is_over: Schema.BooleanFromBit }))

/**
 * Returns deliveries of a person. Each index finds its own: that of contacts, and for each address that of identifiers
 * and that of the addresses that are written otherwise than their identifiers.
 */
export const ofPerson =
  (db: Db): Store["ofPerson"] =>
  ({ addresses, contact, until, workspace }, limit) => {
    const { dialect, sql, table } = db
    const select = sql`SELECT uuid, broadcast_uuid, contact_uuid FROM ${table("broadcast_recipients")} WHERE workspace_uuid = ${workspace}`
    const untied = addresses.flatMap((address) =>
      ["identifier", "address"].map((column) => {
        const isTo = dialect.compare(column, "=", address, "broadcast_recipients")
        return sql` UNION ALL ${select} AND contact_uuid IS NULL AND address IS ${sql.literal(column === "address" ? "NOT NULL" : "NULL")} AND ${isTo}`
      })
    )
    const all = untied.reduce((some, more) => sql`${some}${more}`, sql`${select} AND contact_uuid = ${contact}`)
    const statement = sql`
      SELECT recipient.uuid AS uuid, recipient.broadcast_uuid AS broadcast,
        CASE WHEN status IN ('staged', 'discarded', 'scheduled', 'sending', 'paused') THEN 0 ELSE 1 END AS is_over
      FROM (${all}) AS recipient
      JOIN ${table("broadcasts")} AS broadcast
        ON broadcast.workspace_uuid = ${workspace} AND broadcast.uuid = recipient.broadcast_uuid
      WHERE recipient.contact_uuid IS NOT NULL OR broadcast.created_at <= ${DateTime.toEpochMillis(until)}
      LIMIT ${limit}`
    return Effect.map(found(db, dialect.runUnprepared(statement)), (rows) =>
      rows.map(({ broadcast, is_over, uuid }) => ({ ref: { workspace, broadcast }, uuid, isOver: is_over }))
    )
  }

/** Ties deliveries to a contact. */
export const tieDeliveries =
  ({ dialect, mapErrors, sql, table }: Db): Store["tie"] =>
  (uuids, contact) => {
    if (uuids.length === 0) return Effect.void
    const given = dialect.valuesTable(
      "given",
      { tied: "uuid" },
      uuids.map((tied) => ({ tied }))
    )
    return Effect.asVoid(
      mapErrors(sql`
        UPDATE ${table("broadcast_recipients")} SET contact_uuid = ${contact}
        WHERE uuid IN (SELECT tied FROM ${given})`)
    )
  }
