import type { AnswerOf } from "../api/Operation.ts"

/** Something that happened, as the API lists it. */
export type RollcallEvent = AnswerOf<"GET /v1/events">["events"][number]

export type EventType = RollcallEvent["type"]

/** Every type of the API's once: one that is missing here is an error of its types. */
const all = <const Types extends ReadonlyArray<EventType>>(
  types: [Exclude<EventType, Types[number]>] extends [never] ? Types : never
) => types

export const eventTypes: ReadonlyArray<EventType> = all([
  "contact.created",
  "contact.updated",
  "contact.archived",
  "contact.unarchived",
  "contact.erased",
  "contact.opted_out",
  "contact.opted_in",
  "contact.merged",
  "contact.unmerged",
  "import.completed",
  "import.failed",
  "broadcast.accepted",
  "broadcast.resolving",
  "broadcast.resolved",
  "broadcast.started",
  "broadcast.paused",
  "broadcast.resumed",
  "broadcast.completed",
  "broadcast.cancelled",
  "broadcast.expired",
  "broadcast.failed",
  "broadcast.limited",
  "broadcast.unlimited",
  "broadcast.tested",
  "broadcast.opt_outs_held",
  "broadcast.opt_outs_applied",
  "broadcast.opt_outs_dismissed",
  "recipient.sent",
  "recipient.delivered",
  "recipient.read",
  "recipient.undeliverable",
  "recipient.rejected",
  "recipient.unknown",
  "webhook.disabled",
  "webhook.events_missed",
  "message.received",
  "channel.notice"
])

/** What events are about. */
export const topics = ["contact", "import", "broadcast", "recipient", "webhook", "message", "channel"] as const

export type Topic = (typeof topics)[number]

/** The types of events about a topic. */
export const typesAbout = (topic: Topic): ReadonlyArray<EventType> =>
  eventTypes.filter((type) => type.startsWith(`${topic}.`))

/** The types that are named, in their order; what names none is left out. */
export const typesNamed = (names: Iterable<string>): ReadonlyArray<EventType> => {
  const wanted = new Set(names)
  return eventTypes.filter((type) => wanted.has(type))
}
