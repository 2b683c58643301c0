import { Recipient, RecipientReason, WorkspaceUuid } from "@rollcall/core"
import { MessageParameters } from "@rollcall/core/channel"
import { type Delivery, RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Schema } from "effect"
import type { Members } from "../database/Dialect.ts"
import { namedColumns } from "../database/Rows.ts"

/** The problems of a recipient that was refused with several, as JSON text. */
export const Problems = Schema.fromJsonString(
  Schema.NonEmptyArray(Schema.Struct({ reason: RecipientReason, error: Schema.String }))
)

const Instant = Schema.DateTimeUtcFromMillis

/**
 * A recipient as it is listed. Its columns have the names of its members in the result ({@link listed}), and its uuids
 * are taken as they were written.
 */
export const RecipientRow = Schema.Struct({
  ...Recipient.fields,
  uuid: Schema.String.pipe(Schema.brand("RecipientUuid")),
  broadcastUuid: Schema.String.pipe(Schema.brand("BroadcastUuid")),
  contactUuid: Schema.NullOr(Schema.String.pipe(Schema.brand("ContactUuid"))),
  deliveredAt: Schema.NullOr(Instant),
  updatedAt: Instant
})

/** The columns of a {@link RecipientRow} by its members. */
export const listed = {
  uuid: "uuid",
  broadcastUuid: "broadcast_uuid",
  position: "position",
  identifier: "identifier",
  contactUuid: "contact_uuid",
  clientReference: "client_reference",
  status: "status",
  reason: "reason",
  error: "error",
  deliveredAt: "delivered_at",
  updatedAt: "updated_at"
} as const satisfies { readonly [Member in keyof Recipient]: string }

const changing = {
  status: RecipientStatus,
  reason: Schema.NullOr(RecipientReason),
  error: Schema.NullOr(Schema.String),
  messageId: Schema.NullOr(Schema.String),
  attempt: Schema.Natural,
  retries: Schema.Natural,
  notBefore: Schema.NullOr(Instant),
  leaseUntil: Schema.NullOr(Instant),
  sentAt: Schema.NullOr(Instant),
  deliveredAt: Schema.NullOr(Instant),
  readAt: Schema.NullOr(Instant),
  updatedAt: Instant
}

const changingKeys = {
  messageId: "message_id",
  notBefore: "not_before",
  leaseUntil: "lease_until",
  sentAt: "sent_at",
  deliveredAt: "delivered_at",
  readAt: "read_at",
  updatedAt: "updated_at"
} as const

/** A delivery as a row of `broadcast_recipients`. */
export const DeliveryRow = Schema.Struct({
  workspaceUuid: WorkspaceUuid,
  ...Recipient.fields,
  ...changing,
  parameters: Schema.NullOr(Schema.fromJsonString(MessageParameters)),
  problems: Schema.NullOr(Problems)
}).pipe(
  namedColumns({
    workspaceUuid: "workspace_uuid",
    contactUuid: "contact_uuid",
    broadcastUuid: "broadcast_uuid",
    clientReference: "client_reference",
    ...changingKeys
  })
)

/** The columns that `save` writes, with their types. */
export const changingColumns = {
  status: "text",
  reason: "text",
  error: "text",
  message_id: "text",
  attempt: "integer",
  retries: "integer",
  not_before: "integer",
  lease_until: "integer",
  sent_at: "integer",
  delivered_at: "integer",
  read_at: "integer",
  updated_at: "integer"
} as const satisfies Members<Partial<typeof DeliveryRow.Encoded>>

/** The columns of a {@link DeliveryRow}. */
export const deliveryColumns = [
  "workspace_uuid",
  "contact_uuid",
  ...Object.values(listed),
  "parameters",
  "problems",
  "message_id",
  "attempt",
  "retries",
  "not_before",
  "lease_until",
  "sent_at",
  "read_at"
] as const

/** The columns that `save` writes, and the key of the row. */
type ChangeRow = Pick<typeof DeliveryRow.Encoded, "workspace_uuid" | "uuid" | keyof typeof changingColumns>

/**
 * Encodes the changing columns of a delivery as {@link DeliveryRow} does. It does not use the schema, because each
 * delivery is saved twice and the schema would take as much time for that as the database.
 */
export const changeOf = (row: Delivery.Delivery): ChangeRow => ({
  workspace_uuid: row.workspaceUuid,
  uuid: row.uuid,
  status: row.status,
  reason: row.reason,
  error: row.error,
  message_id: row.messageId,
  attempt: row.attempt,
  retries: row.retries,
  not_before: millis(row.notBefore),
  lease_until: millis(row.leaseUntil),
  sent_at: millis(row.sentAt),
  delivered_at: millis(row.deliveredAt),
  read_at: millis(row.readAt),
  updated_at: DateTime.toEpochMillis(row.updatedAt)
})

const millis = (at: DateTime.Utc | null): number | null => (at === null ? null : DateTime.toEpochMillis(at))
