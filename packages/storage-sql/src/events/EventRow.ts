import { RollcallEvent } from "@rollcall/core"
import { Schema } from "effect"
import { rowsDecoder } from "../database/Rows.ts"

/** An event's place in the order: by `position`, then by `sequence`, which counts from 1. */
export interface EventPlace {
  readonly position: number
  readonly sequence: number
}

/** Formats a place as a cursor. */
export const cursorOf = ({ position, sequence }: EventPlace): string => `${position}.${sequence}`

/** Parses a cursor; null if it is invalid. */
export const placeOf = (cursor: string): EventPlace | null => {
  const [, position, sequence] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return position === undefined || sequence === undefined
    ? null
    : { position: Number(position), sequence: Number(sequence) }
}

/** Whether a place is before another. */
export const isBefore = (one: EventPlace, other: EventPlace): boolean =>
  one.position === other.position ? one.sequence < other.sequence : one.position < other.position

const place = { position: Schema.Natural, sequence: Schema.Natural, at: Schema.DateTimeUtcFromMillis }
const keys = { at: "occurred_at", workspaceUuid: "workspace_uuid", by: "by_uuid" } as const
const [contact, merge, contactImport, broadcast, recipient, webhook, message, channel] = RollcallEvent.members

/** A channel's notice as JSON. */
const Notice = Schema.fromJsonString(channel.fields.notice)

/** Encodes a channel's notice. */
export const encodeNotice = Schema.encodeSync(Notice)

/** Decodes a row of `events`, with a column `actor`: the name of `by_uuid`, if it has one. */
const EventRow = Schema.Union([
  Schema.Struct({ ...contact.fields, ...place }).pipe(Schema.encodeKeys({ ...keys, contactUuid: "subject_uuid" })),
  Schema.Struct({ ...merge.fields, ...place }).pipe(
    Schema.encodeKeys({ ...keys, contactUuid: "subject_uuid", mergedContactUuid: "merged_uuid" })
  ),
  Schema.Struct({ ...contactImport.fields, ...place }).pipe(
    Schema.encodeKeys({ ...keys, contactImportUuid: "subject_uuid" })
  ),
  Schema.Struct({ ...broadcast.fields, ...place }).pipe(Schema.encodeKeys({ ...keys, broadcastUuid: "subject_uuid" })),
  Schema.Struct({ ...recipient.fields, ...place }).pipe(
    Schema.encodeKeys({ ...keys, recipientUuid: "subject_uuid", broadcastUuid: "broadcast_uuid" })
  ),
  Schema.Struct({ ...webhook.fields, ...place }).pipe(Schema.encodeKeys({ ...keys, webhookUuid: "subject_uuid" })),
  Schema.Struct({ ...message.fields, ...place }).pipe(
    Schema.encodeKeys({ ...keys, receivedMessageUuid: "subject_uuid", asksToStop: "reason" })
  ),
  Schema.Struct({ ...channel.fields, ...place, notice: Notice }).pipe(
    Schema.encodeKeys({ ...keys, channelNoticeUuid: "subject_uuid" })
  )
])

/** Decodes rows of `events`; the column `cursor` stays empty. */
export const decodeEventRows = rowsDecoder(EventRow)
