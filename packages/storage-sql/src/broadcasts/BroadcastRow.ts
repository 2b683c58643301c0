import { Broadcast } from "@rollcall/core"
import { BroadcastAudience, type BroadcastSummary } from "@rollcall/core/broadcasts"
import { Schema, Struct } from "effect"
import type { RowSchema } from "../database/Rows.ts"

const Instant = Schema.DateTimeUtcFromMillis

const summaryFields = {
  ...Struct.omit(Broadcast.fields, ["audience"]),
  scheduledAt: Instant,
  validUntil: Schema.NullOr(Instant),
  createdAt: Instant,
  isComplete: Schema.BooleanFromBit,
  recipientsRemovedAt: Schema.NullOr(Instant)
}

const keys = {
  workspaceUuid: "workspace_uuid",
  createdBy: "created_by",
  channelType: "channel_type",
  templateName: "template_name",
  from: "sender",
  statusReason: "status_reason",
  scheduledAt: "scheduled_at",
  validUntil: "valid_until",
  createdAt: "created_at",
  retryOf: "retry_of",
  isComplete: "is_complete",
  recipientsRemovedAt: "recipients_removed_at",
  heldOptOuts: "held_opt_outs"
} as const

const row = Schema.Struct({
  ...summaryFields,
  audience: Schema.NullOr(Schema.fromJsonString(BroadcastAudience))
}).pipe(Schema.encodeKeys(keys))

/** A broadcast without its audience as a row of `broadcasts`. */
export const BroadcastSummaryRow: RowSchema<BroadcastSummary> = Schema.Struct(summaryFields).pipe(
  Schema.encodeKeys(keys)
)

/** A broadcast as a row of `broadcasts`. */
export const BroadcastRow: RowSchema<Broadcast> = row

/** The columns of a {@link BroadcastSummaryRow}. */
export const summaryColumns = [
  "uuid",
  "workspace_uuid",
  "created_by",
  "channel_type",
  "name",
  "template_name",
  "locale",
  "sender",
  "category",
  "version",
  "status",
  "status_reason",
  "scheduled_at",
  "valid_until",
  "created_at",
  "retry_of",
  "is_complete",
  "recipients_removed_at",
  "held_opt_outs"
] as const

/** The columns of a {@link BroadcastRow}. */
export const broadcastColumns = [...summaryColumns, "audience"] as const

const encode = Schema.encodeSync(row)

/** A broadcast as the columns of its row. */
export const broadcastRecord = (broadcast: Broadcast) => encode(broadcast)
