import type { AnswerOf } from "../api/Operation.ts"
import { keysOf } from "../reading/Reader.ts"

export type RollcallEvent = AnswerOf<"GET /v1/events">["events"][number]

export type EventType = RollcallEvent["type"]

export const eventTitles = {
  "contact.created": "Contact created",
  "contact.updated": "Contact changed",
  "contact.archived": "Contact archived",
  "contact.unarchived": "Contact restored",
  "contact.erased": "Contact erased",
  "contact.opted_out": "Opted out",
  "contact.opted_in": "Opted in",
  "contact.merged": "Contacts merged",
  "contact.unmerged": "Merge undone",
  "import.completed": "Import completed",
  "import.failed": "Import failed",
  "broadcast.accepted": "Broadcast created",
  "broadcast.resolving": "Preparing recipients",
  "broadcast.resolved": "Recipients ready",
  "broadcast.started": "Broadcast started",
  "broadcast.paused": "Broadcast paused",
  "broadcast.resumed": "Broadcast resumed",
  "broadcast.completed": "Broadcast completed",
  "broadcast.cancelled": "Broadcast cancelled",
  "broadcast.expired": "Broadcast expired",
  "broadcast.failed": "Broadcast failed",
  "broadcast.limited": "Sender limited",
  "broadcast.unlimited": "Sender no longer limited",
  "broadcast.tested": "Test sent",
  "broadcast.opt_outs_held": "Opt-outs held",
  "broadcast.opt_outs_applied": "Opt-outs applied",
  "broadcast.opt_outs_dismissed": "Opt-outs dismissed",
  "recipient.sent": "Message sent",
  "recipient.delivered": "Message delivered",
  "recipient.read": "Message read",
  "recipient.undeliverable": "Not delivered",
  "recipient.rejected": "Recipient rejected",
  "recipient.unknown": "Outcome unknown",
  "webhook.disabled": "Webhook disabled",
  "webhook.events_missed": "Events missed",
  "message.received": "Message received",
  "channel.notice": "Channel notification"
} as const satisfies Record<EventType, string>

export const eventTypes = keysOf(eventTitles)

export const topicTitles = {
  contact: "Contacts",
  import: "Imports",
  broadcast: "Broadcasts",
  recipient: "Recipients",
  webhook: "Webhooks",
  message: "Messages",
  channel: "Channels"
} as const
export const topics = keysOf(topicTitles)

export type Topic = keyof typeof topicTitles

/** Returns the types of events about a topic. */
export const typesAbout = (topic: Topic): ReadonlyArray<EventType> =>
  eventTypes.filter((type) => type.startsWith(`${topic}.`))

/** Returns the named types in display order. Unknown names are left out. */
export const typesNamed = (names: Iterable<string>): ReadonlyArray<EventType> => {
  const wanted = new Set(names)
  return eventTypes.filter((type) => wanted.has(type))
}
