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
      "What became of the message so far."
    )
  },
  updated: {
    ...timelineEntries.updated,
    changes: described(Schema.Array(Schema.Struct(change.fields)), "The fields that have another value.")
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
  description: "What happened with a contact: its `type` says what."
})

const toItem = (entry: TimelineEntry): typeof TimelineItem.Encoded => {
  if (entry.type === "message_out") return entries.encode({ ...entry, status: wireStatus(entry.status) })
  return entries.encode(entry.type === "updated" ? { ...entry, changes: entry.changes.map(toChange) } : entry)
}

/** A part of a timeline. */
export const TimelinePageResource = Schema.Struct({
  items: described(Schema.Array(TimelineItem), "What happened, newest first."),
  pagination: described(
    Schema.Struct({
      next: described(Schema.NullOr(Schema.String), "Continue with `after` this; null where nothing is left.")
    }),
    "Where the listing goes on."
  )
}).annotate({ identifier: "TimelinePage", description: "A part of what happened with a contact." })

export const toTimelinePage = ({ items, next }: TimelinePage): typeof TimelinePageResource.Encoded => ({
  items: items.map(toItem),
  pagination: { next }
})

/** The query of a timeline. */
export const timelineQuery = {
  limit: described(
    queryInteger({ minimum: 1, maximum: maxTimelineLimit, default: 50 }),
    "How many items the page has at most."
  ),
  after: described(
    Schema.optionalKey(Schema.String),
    "Continue after the item with this cursor; without one, with the newest."
  ),
  types: described(
    Schema.optionalKey(typesOf(TimelineType)),
    `Only items of these types, joined by commas: ${TimelineType.literals.join(", ")}.`
  )
}
