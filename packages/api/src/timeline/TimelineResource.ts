import { described } from "@rollcall/core/operations"
import { wireStatus } from "@rollcall/core/sending"
import {
  maxTimelineLimit,
  ShownChange,
  timelineEntries,
  type TimelineEntry,
  type TimelinePage,
  TimelineType
} from "@rollcall/core/people"
import { Schema, String } from "effect"
import { queryInteger, typesOf } from "../requests/Codecs.ts"
import { spelled, spelledByType } from "../requests/WireNames.ts"

const { customFieldUuid, field, from, isHidden: hidden, to } = ShownChange.fields
const change = spelled({ field, customFieldUuid, hidden, from, to })

const entries = spelledByType({
  ...timelineEntries,
  message_out: {
    ...timelineEntries.message_out,
    status: described(
      Schema.Literals(["submitted", "delivered", "read", "rejected", "undeliverable"]),
      "The status of the message."
    )
  },
  updated: {
    ...timelineEntries.updated,
    changes: described(Schema.Array(Schema.Struct(change.fields)), "The fields that changed.")
  }
})

const toChange = ({ customFieldUuid, field, isHidden, ...values }: ShownChange) =>
  change.encode({
    ...values,
    field: customFieldUuid === null ? String.camelToSnake(field) : field,
    customFieldUuid,
    hidden: isHidden
  })

const TimelineItem = Schema.Union(entries.schemas).annotate({
  identifier: "TimelineItem",
  description: "Something that happened to a contact. Its `type` says what."
})

const toItem = (entry: TimelineEntry): typeof TimelineItem.Encoded => {
  if (entry.type === "message_out") return entries.encode({ ...entry, status: wireStatus(entry.status) })
  return entries.encode(entry.type === "updated" ? { ...entry, changes: entry.changes.map(toChange) } : entry)
}

/** A page of a timeline. */
export const TimelinePageResource = Schema.Struct({
  items: described(Schema.Array(TimelineItem), "What happened, newest first."),
  pagination: described(
    Schema.Struct({
      next: described(Schema.NullOr(Schema.String), "Give it as `after` to continue. Null if nothing is left.")
    }),
    "How to get the next part."
  )
}).annotate({ identifier: "TimelinePage", description: "A part of the timeline of a contact." })

export const toTimelinePage = ({ items, next }: TimelinePage): typeof TimelinePageResource.Encoded => ({
  items: items.map(toItem),
  pagination: { next }
})

export const timelineQuery = {
  limit: described(
    queryInteger({ minimum: 1, maximum: maxTimelineLimit, default: 50 }),
    "The maximum number of items on the page."
  ),
  after: described(
    Schema.optionalKey(Schema.String),
    "The cursor to continue after. Default: begin with the newest item."
  ),
  types: described(
    Schema.optionalKey(typesOf(TimelineType)),
    `Only items of these types, joined by commas: ${TimelineType.literals.join(", ")}.`
  )
}
