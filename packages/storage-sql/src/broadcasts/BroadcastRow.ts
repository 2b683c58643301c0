import { Broadcast } from "@rollcall/core"
import { BroadcastAudience } from "@rollcall/core/broadcasts"
import { Schema } from "effect"
import type { RowSchema } from "../database/Rows.ts"

const Instant = Schema.DateTimeUtcFromMillis

const row = Schema.Struct({
  ...Broadcast.fields,
  scheduledAt: Instant,
  validUntil: Schema.NullOr(Instant),
  createdAt: Instant,
  audience: Schema.NullOr(Schema.fromJsonString(BroadcastAudience)),
  isComplete: Schema.BooleanFromBit,
  recipientsRemovedAt: Schema.NullOr(Instant)
}).pipe(
  Schema.encodeKeys({
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
    recipientsRemovedAt: "recipients_removed_at"
  })
)

/** A broadcast as a row of `broadcasts`. */
export const BroadcastRow: RowSchema<Broadcast> = row

/** The columns of a {@link BroadcastRow}. */
export const broadcastColumns = [
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
  "audience",
  "retry_of",
  "is_complete",
  "recipients_removed_at"
] as const

const encode = Schema.encodeSync(row)

/** A broadcast as the columns of its row. */
export const broadcastRecord = (broadcast: Broadcast) => encode(broadcast)
