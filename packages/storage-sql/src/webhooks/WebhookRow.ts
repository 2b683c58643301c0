import { EventType, WaitingEntity, Webhook } from "@rollcall/core/events"
import { snakeKeys } from "@rollcall/core/operations"
import type { StoredWebhook, WebhookDue } from "@rollcall/core/storage"
import { DateTime, Redacted, Schema, Struct } from "effect"
import { cursorOf, placeOf } from "../events/EventRow.ts"
import { namedColumns, storedAs } from "../database/Rows.ts"

const Instant = Schema.DateTimeUtcFromMillis
const Secret = Schema.RedactedFromValue(Schema.String)
const Types = Schema.fromJsonString(Schema.Array(EventType))

const Waiting = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ ...WaitingEntity.fields, failingSince: Schema.NullOr(Instant), retryAt: Instant }))
)

const { cursor: _cursor, ...plain } = Webhook.fields

const members = {
  ...storedAs(plain),
  types: Schema.NullOr(Types),
  waiting: Waiting,
  cursorPosition: Schema.NullOr(Schema.Natural),
  cursorSequence: Schema.NullOr(Schema.Natural),
  secret: Secret,
  previousSecret: Schema.NullOr(Secret),
  previousUntil: Schema.NullOr(Instant),
  claim: Schema.Natural
}
const names = snakeKeys(Struct.keys(members))

/** Decodes a row of `webhooks`; types and waiting entities are JSON. */
export const WebhookRow = Schema.Struct(members).pipe(namedColumns(names))

export const webhookColumns = Object.values(names)

/** Converts a row to a webhook with its secrets and claim. */
export const storedOf = (row: typeof WebhookRow.Type): StoredWebhook & { readonly claim: number } => {
  const { claim, cursorPosition, cursorSequence, previousSecret, previousUntil, secret, ...rest } = row
  const cursor =
    cursorPosition === null || cursorSequence === null
      ? null
      : cursorOf({ position: cursorPosition, sequence: cursorSequence })
  return { webhook: { ...rest, cursor }, secrets: { current: secret, previous: previousSecret, previousUntil }, claim }
}

const encodeTypes = Schema.encodeSync(Types)
const encodeWaiting = Schema.encodeSync(Waiting)
const millis = (instant: DateTime.Utc | null) => (instant === null ? null : DateTime.toEpochMillis(instant))

/** Returns the columns that a webhook's user sets. */
export const chosenRecord = ({ types, url }: StoredWebhook["webhook"]) => ({
  url,
  types: types === null ? null : encodeTypes(types)
})

/** Returns the columns of a webhook's progress. */
export const progressRecord = ({
  cursor,
  failure,
  missedAt,
  status,
  statusReason,
  waiting
}: StoredWebhook["webhook"]) => {
  const place = cursor === null ? null : placeOf(cursor)
  return {
    status,
    status_reason: statusReason,
    waiting: encodeWaiting(waiting),
    failure,
    cursor_position: place?.position ?? null,
    cursor_sequence: place?.sequence ?? null,
    missed_at: millis(missedAt)
  }
}

export const secretsRecord = ({ current, previous, previousUntil }: StoredWebhook["secrets"]) => ({
  secret: Redacted.value(current),
  previous_secret: previous === null ? null : Redacted.value(previous),
  previous_until: millis(previousUntil)
})

/** Returns the columns that decide when a webhook is due. */
export const dueRecord = ({ at, onEvents }: WebhookDue) => ({ due_at: millis(at), on_events: onEvents ? 1 : 0 })

/** Returns the columns of a new webhook, which is due on events and was never claimed. */
export const webhookRecord = ({ secrets, webhook }: StoredWebhook) => ({
  uuid: webhook.uuid,
  workspace_uuid: webhook.workspaceUuid,
  ...chosenRecord(webhook),
  ...progressRecord(webhook),
  ...secretsRecord(secrets),
  ...dueRecord({ at: null, onEvents: true }),
  claim: 0,
  created_at: DateTime.toEpochMillis(webhook.createdAt),
  updated_at: DateTime.toEpochMillis(webhook.updatedAt)
})
