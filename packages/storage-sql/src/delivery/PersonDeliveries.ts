import { Broadcast, BroadcastUuid, ContactUuid, RecipientUuid } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import type { DeliveryStore, ErasedPerson } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Schema, Struct } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { namedColumns, rowsOf } from "../database/Rows.ts"
import { isBefore, newest } from "../shared/Places.ts"
import { RecipientRow } from "./DeliveryRow.ts"
import { isOneOf } from "./LockDeliveries.ts"

type Store = DeliveryStore["Service"]

const found = rowsOf(Schema.Struct({ uuid: RecipientUuid, broadcast: BroadcastUuid, is_over: Schema.BooleanFromBit }))

/** Maximum addresses per SELECT. SQLite allows 500 terms in a compound SELECT, and an expression depth of 1,000. */
const addressesAtOnce = 100

/**
 * Returns a SELECT of all deliveries of a person. Uses one index for contacts, one for identifiers and one for separate
 * addresses.
 */
const deliveriesOfPerson = (
  { dialect, sql, table }: Db,
  { addresses, contact, mergedFrom, workspace }: Omit<ErasedPerson, "until">
): Statement.Fragment => {
  const select = sql`SELECT workspace_uuid, uuid, broadcast_uuid, contact_uuid FROM ${table("broadcast_recipients")} WHERE workspace_uuid = ${workspace}`
  const untied = Arr.chunksOf(addresses, addressesAtOnce).flatMap((some) =>
    ["identifier", "address"].map((column) => {
      const isTo = sql.or(some.map((address) => dialect.compare(column, "=", address, "broadcast_recipients")))
      return sql` UNION ALL ${select} AND contact_uuid IS NULL AND address IS ${sql.literal(column === "address" ? "NOT NULL" : "NULL")} AND ${isTo}`
    })
  )
  const tied = sql`${select} AND ${sql.in("contact_uuid", [contact, ...mergedFrom])}`
  return untied.reduce((some, more) => sql`${some}${more}`, tied)
}

export const ofPerson =
  (db: Db): Store["ofPerson"] =>
  (person, limit) => {
    const { dialect, sql, table } = db
    const { until, workspace } = person
    const statement = sql`
      SELECT recipient.uuid AS uuid, recipient.broadcast_uuid AS broadcast,
        CASE WHEN status IN ('staged', 'discarded', 'resolving', 'scheduled', 'sending', 'paused') THEN 0 ELSE 1 END AS is_over
      FROM (${deliveriesOfPerson(db, person)}) AS recipient
      JOIN ${table("broadcasts")} AS broadcast
        ON broadcast.workspace_uuid = ${workspace} AND broadcast.uuid = recipient.broadcast_uuid
      WHERE recipient.contact_uuid IS NOT NULL OR broadcast.created_at <= ${DateTime.toEpochMillis(until)}
      LIMIT ${limit}`
    return Effect.map(found(db)(dialect.runUnprepared(statement)), (rows) =>
      rows.map(({ broadcast, is_over, uuid }) => ({ ref: { workspace, broadcast }, uuid, isOver: is_over }))
    )
  }

const recipientFields = Struct.pick(RecipientRow.fields, [
  "uuid",
  "broadcastUuid",
  "identifier",
  "clientReference",
  "status",
  "reason",
  "error",
  "deliveredAt"
])
const broadcastFields = Struct.pick(Broadcast.fields, ["name", "templateName", "channelType", "createdBy"])
const messageFields = {
  ...recipientFields,
  sentAt: Schema.NullOr(Schema.DateTimeUtcFromMillis),
  readAt: Schema.NullOr(Schema.DateTimeUtcFromMillis),
  ...broadcastFields,
  createdAt: Schema.DateTimeUtcFromMillis
}
const names = snakeKeys(Struct.keys(messageFields))
const messageRows = rowsOf(Schema.Struct(messageFields).pipe(namedColumns(names)))
const ofBroadcast = ["createdAt", ...Struct.keys(broadcastFields)] as const
const messageColumns = Struct.keys(messageFields).map(
  (name) => `${ofBroadcast.some((one) => one === name) ? "broadcast" : "recipient"}.${names[name]} AS ${names[name]}`
)

/**
 * Returns the newest messages to a person. The indexes find all of them, which are then sorted by broadcast, so the cost of
 * a page grows with the person's number of messages.
 */
export const messagesBefore =
  (db: Db): Store["messagesBefore"] =>
  (person, place, limit) => {
    const { dialect, sql, table } = db
    const { workspace } = person
    const statement = sql`
      SELECT ${sql.literal(messageColumns.join(", "))}
      FROM (${deliveriesOfPerson(db, person)}) AS found
      JOIN ${table("broadcasts")} AS broadcast
        ON broadcast.workspace_uuid = ${workspace} AND broadcast.uuid = found.broadcast_uuid
      JOIN ${table("broadcast_recipients")} AS recipient
        ON recipient.workspace_uuid = found.workspace_uuid AND recipient.uuid = found.uuid
      WHERE broadcast.is_complete = 1
        AND ${isBefore(db, ["broadcast.created_at", "found.uuid"], place)}
      ${newest(db, ["broadcast.created_at", "found.uuid"], limit)}`
    return Effect.map(messageRows(db)(dialect.runUnprepared(statement)), (rows) =>
      rows.map(({ channelType, createdAt, createdBy, name, templateName, ...message }) => ({
        ...message,
        broadcast: { name, templateName, channelType, createdBy, createdAt }
      }))
    )
  }

const addressed = rowsOf(
  Schema.Struct({
    uuid: RecipientUuid,
    contact: Schema.NullOr(ContactUuid),
    tiedTo: Schema.NullOr(ContactUuid),
    address: Schema.String
  })
)

/** Follows merges from each delivery's contact to its survivor, in one statement and snapshot. */
export const addresseesOf =
  (db: Db): Store["addressees"] =>
  (workspace, uuids) => {
    if (uuids.length === 0) return Effect.succeed([])
    const { dialect, sql, table } = db
    const given = dialect.valuesTable(
      "given",
      { of_workspace: "uuid", wanted: "uuid" },
      uuids.map((wanted) => ({ of_workspace: workspace, wanted }))
    )
    const statement = sql`
      WITH RECURSIVE named (uuid, address, tied, contact) AS (
        SELECT recipient.uuid, coalesce(recipient.address, identifier), contact_uuid, contact_uuid
        FROM ${given} JOIN ${table("broadcast_recipients")} AS recipient
          ON recipient.workspace_uuid = of_workspace AND recipient.uuid = wanted
        UNION ALL
        SELECT named.uuid, named.address, named.tied, merge.into_uuid FROM named JOIN ${table("contact_merges")} AS merge
          ON merge.workspace_uuid = ${workspace} AND merge.from_uuid = named.contact
      )
      SELECT uuid, address, tied AS ${sql("tiedTo")}, contact FROM named WHERE NOT EXISTS (
        SELECT 1 FROM ${table("contact_merges")} AS later
        WHERE later.workspace_uuid = ${workspace} AND later.from_uuid = named.contact
      )`
    return addressed(db)(dialect.runUnprepared(statement))
  }

/** Links deliveries to a contact. */
export const tieDeliveries =
  (db: Db): Store["tie"] =>
  (deliveries, contact) =>
    deliveries.length === 0
      ? Effect.void
      : db.run(db.sql`
        UPDATE ${db.table("broadcast_recipients")} SET contact_uuid = ${contact} WHERE ${isOneOf(db, deliveries)}`)
