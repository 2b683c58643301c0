import { Recipient, RecipientReason, WorkspaceUuid } from "@rollcall/core"
import { MessageParameters } from "@rollcall/core/channel"
import { snakeKeys } from "@rollcall/core/operations"
import { type Delivery, RecipientStatus } from "@rollcall/core/storage"
import { DateTime, Schema, Struct } from "effect"
import type { Members } from "../database/Dialect.ts"
import { namedColumns } from "../database/Rows.ts"

/** The problems of a recipient rejected for several reasons, as a JSON string. */
export const Problems = Schema.fromJsonString(
  Schema.NonEmptyArray(Schema.Struct({ reason: RecipientReason, error: Schema.String }))
)

const Instant = Schema.DateTimeUtcFromMillis

/**
 * A recipient in a listing. The result has columns named like its members ({@link listed}), and its uuids are not validated
 * again.
 */
export const RecipientRow = Schema.Struct({
  ...Recipient.fields,
  uuid: Schema.String.pipe(Schema.brand("RecipientUuid")),
  broadcastUuid: Schema.String.pipe(Schema.brand("BroadcastUuid")),
  contactUuid: Schema.NullOr(Schema.String.pipe(Schema.brand("ContactUuid"))),
  deliveredAt: Schema.NullOr(Instant),
  updatedAt: Instant
})

/** The column of each member of a {@link RecipientRow}. */
export const listed = snakeKeys(Struct.keys(Recipient.fields))

const members = {
  workspaceUuid: WorkspaceUuid,
  ...Recipient.fields,
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
  updatedAt: Instant,
  parameters: Schema.NullOr(Schema.fromJsonString(MessageParameters)),
  problems: Schema.NullOr(Problems)
}
const columns = snakeKeys(Struct.keys(members))

export const DeliveryRow = Schema.Struct(members).pipe(namedColumns(columns))

export const deliveryColumns = Object.values(columns)

/** The columns written by `save`, with their types. */
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

/** The columns written by `save`, and the key of the row. */
type ChangeRow = Pick<typeof DeliveryRow.Encoded, "workspace_uuid" | "uuid" | keyof typeof changingColumns>

/**
 * Encodes the changing columns of a delivery like {@link DeliveryRow}. Does not use the schema, because each delivery is
 * saved twice and the schema would take as much time as the database.
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
