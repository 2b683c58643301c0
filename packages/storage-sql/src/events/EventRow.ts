import { RollcallEvent } from "@rollcall/core"
import { Schema } from "effect"
import { rowsDecoder, tableOf } from "../database/Rows.ts"

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
const keys = { at: "occurred_at", by: "by_uuid" } as const
const [contact, merge, contactImport, broadcast, recipient, webhook, message, channel] = RollcallEvent.members

/** A channel's notice as JSON. */
const Notice = Schema.fromJsonString(channel.fields.notice)

/** Encodes a channel's notice. */
export const encodeNotice = Schema.encodeSync(Notice)

/** Decodes a row of `events`, with a column `actor`: the name of `by_uuid`, if it has one. */
const EventRow = Schema.Union([
  tableOf({ ...contact.fields, ...place }, { ...keys, contactUuid: "subject_uuid" }).row,
  tableOf({ ...merge.fields, ...place }, { ...keys, contactUuid: "subject_uuid", mergedContactUuid: "merged_uuid" })
    .row,
  tableOf({ ...contactImport.fields, ...place }, { ...keys, contactImportUuid: "subject_uuid" }).row,
  tableOf({ ...broadcast.fields, ...place }, { ...keys, broadcastUuid: "subject_uuid" }).row,
  tableOf({ ...recipient.fields, ...place }, { ...keys, recipientUuid: "subject_uuid" }).row,
  tableOf({ ...webhook.fields, ...place }, { ...keys, webhookUuid: "subject_uuid" }).row,
  tableOf({ ...message.fields, ...place }, { ...keys, receivedMessageUuid: "subject_uuid", asksToStop: "reason" }).row,
  tableOf({ ...channel.fields, ...place, notice: Notice }, { ...keys, channelNoticeUuid: "subject_uuid" }).row
])

/** Decodes rows of `events`; the column `cursor` stays empty. */
export const decodeEventRows = rowsDecoder(EventRow)
