import {
  type BroadcastRef,
  type Ledger,
  MessageParameters,
  Recipient,
  RecipientStatus,
  WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Schema } from "effect"
import type { Members } from "../kernel/Dialect.ts"

const Instant = Schema.DateTimeUtcFromMillis

/** What readers see of a recipient, as a row of `broadcast_recipients`. */
export const RecipientRow = Schema.Struct({
  ...Recipient.fields,
  deliveredAt: Schema.NullOr(Instant),
  updatedAt: Instant
}).pipe(
  Schema.encodeKeys({
    broadcastUuid: "broadcast_uuid",
    clientReference: "client_reference",
    deliveredAt: "delivered_at",
    updatedAt: "updated_at"
  })
)

/** The columns of a {@link RecipientRow}. */
export const recipientColumns = [
  "uuid",
  "broadcast_uuid",
  "position",
  "identifier",
  "client_reference",
  "status",
  "error",
  "delivered_at",
  "updated_at"
] as const

const changing = {
  status: RecipientStatus,
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

/** A recipient's account as a row of `broadcast_recipients`: what the ledger's rules work on, and whose it is. */
export const AccountRow = Schema.Struct({
  workspaceUuid: WorkspaceUuid,
  ...Recipient.fields,
  ...changing,
  parameters: Schema.NullOr(Schema.fromJsonString(MessageParameters))
}).pipe(
  Schema.encodeKeys({
    workspaceUuid: "workspace_uuid",
    broadcastUuid: "broadcast_uuid",
    clientReference: "client_reference",
    ...changingKeys
  })
)

/** Whether an account belongs to a broadcast: workspaces may have broadcasts of the same uuid (A1). */
export const belongsTo =
  ({ broadcast, workspace }: BroadcastRef) =>
  ({ broadcastUuid, workspaceUuid }: typeof AccountRow.Type): boolean =>
    broadcastUuid === broadcast && workspaceUuid === workspace

/** The columns that a change of an account may touch, with their types. */
export const changingColumns = {
  status: "text",
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
} as const satisfies Members<Partial<typeof AccountRow.Encoded>>

/** The columns of an {@link AccountRow}. */
export const accountColumns = [
  "workspace_uuid",
  ...recipientColumns,
  "parameters",
  "message_id",
  "attempt",
  "retries",
  "not_before",
  "lease_until",
  "sent_at",
  "read_at"
] as const

/** What a change of an account may touch, and whose account it is. */
type ChangeRow = Pick<typeof AccountRow.Encoded, "uuid" | keyof typeof changingColumns>

/**
 * What a change of an account writes: what {@link AccountRow} reads back. It is written out because each message is
 * changed twice, and a schema would take as long for that as the database does.
 */
export const changeOf = (row: Ledger.LedgerRow): ChangeRow => ({
  uuid: row.uuid,
  status: row.status,
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
