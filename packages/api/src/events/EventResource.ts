import { BroadcastUuid, ContactImportUuid, ContactUuid, RecipientUuid, type RollcallEvent } from "@rollcall/core"
import { type EventPage, EventType } from "@rollcall/core/storage"
import { Schema, SchemaTransformation } from "effect"
import { Instant, queryInteger } from "../requests/Codecs.ts"

/** An event: what happened, when, and to what (E5). The uuids that an event of its type does not have are null (W1). */
const EventResource = Schema.Struct({
  cursor: Schema.String.annotate({ description: "Continue after the event with this." }),
  type: EventType,
  at: Instant,
  contact_uuid: Schema.NullOr(ContactUuid),
  contact_import_uuid: Schema.NullOr(ContactImportUuid),
  broadcast_uuid: Schema.NullOr(BroadcastUuid),
  recipient_uuid: Schema.NullOr(RecipientUuid),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Why a broadcast is paused or failed, or the literal reason of a recipient that was not reached."
  })
}).annotate({ identifier: "Event" })

/** Events in their order. */
export const EventPageResource = Schema.Struct({
  events: Schema.Array(EventResource),
  next: Schema.String.annotate({ description: "Continue with this: it also passes events that `types` leaves out." }),
  has_more: Schema.Boolean.annotate({ description: "Whether there may be more events by now." })
}).annotate({ identifier: "EventPage" })

const toEventResource = (event: RollcallEvent): typeof EventResource.Type => ({
  cursor: event.cursor,
  type: event.type,
  at: event.at,
  contact_uuid: "contactUuid" in event ? event.contactUuid : null,
  contact_import_uuid: "contactImportUuid" in event ? event.contactImportUuid : null,
  broadcast_uuid: "broadcastUuid" in event ? event.broadcastUuid : null,
  recipient_uuid: "recipientUuid" in event ? event.recipientUuid : null,
  reason: "reason" in event ? event.reason : null
})

export const toEventPage = ({ events, hasMore, next }: EventPage): typeof EventPageResource.Type => ({
  events: events.map(toEventResource),
  next,
  has_more: hasMore
})

const OneType = Schema.String.pipe(
  Schema.refine(Schema.is(EventType), { issueType: "enum", message: `must be one of ${EventType.literals.join(", ")}` })
)

/** Types of events, joined by commas. */
const Types = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(OneType),
    SchemaTransformation.transform<ReadonlyArray<string>, string>({
      decode: (text) => text.split(",").map((type) => type.trim()),
      encode: (types) => types.join(",")
    })
  )
)

/** The query of the listing of events. */
export const eventsQuery = {
  after: Schema.optionalKey(Schema.String).annotate({
    description: "The cursor to continue after; without one, the oldest event that is kept comes first."
  }),
  types: Schema.optionalKey(Types).annotate({ description: "Only events of these types, joined by commas." }),
  limit: queryInteger({ minimum: 1, maximum: 1_000, default: 100 })
}
