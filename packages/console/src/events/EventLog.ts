import type { QueryCodec } from "../reading/QueryCodec.ts"
import { type EventType, type RollcallEvent, typesNamed } from "./EventTypes.ts"
import { shortOf } from "../texts/Text.ts"

/** The most events that the page keeps. Newer events replace the oldest. */
export const mostKept = 2_000

/** Adds events in ascending order to the shown events in descending order. Events that are already shown are left out. */
export const withNewer = (
  shown: ReadonlyArray<RollcallEvent>,
  events: ReadonlyArray<RollcallEvent>,
  most = mostKept
): ReadonlyArray<RollcallEvent> => {
  const known = new Set(shown.map(({ cursor }) => cursor))
  const newer = events.filter(({ cursor }) => !known.has(cursor) && known.add(cursor))
  return newer.length === 0 ? shown : [...newer.toReversed(), ...shown].slice(0, most)
}

/** The state of the events view: live events, or the events after a cursor. */
export interface EventsState {
  /** Only events of these types; all types if empty. */
  readonly types: ReadonlyArray<EventType>
  readonly from: "now" | "oldest" | { readonly after: string }
}

export const eventsQuery: QueryCodec<EventsState> = {
  read: (query) => {
    const after = query.get("after")
    return {
      types: typesNamed((query.get("types") ?? "").split(",")),
      from: after !== null ? { after } : query.has("oldest") ? "oldest" : "now"
    }
  },
  write: ({ from, types }) => {
    const query = new URLSearchParams()
    if (types.length > 0) query.set("types", types.join(","))
    if (from === "oldest") query.set("oldest", "")
    else if (from !== "now") query.set("after", from.after)
    return query
  }
}

/** A resource that an event names, and the view that shows it. */
export interface Subject {
  readonly kind: "contact" | "merged" | "import" | "broadcast" | "webhook" | "message"
  readonly uuid: string
  /** The path of the view. */
  readonly path: string
}

/** Returns the resources of an event, most specific first. */
export const subjectsOf = (event: RollcallEvent): ReadonlyArray<Subject> => {
  const all: ReadonlyArray<readonly [Subject["kind"], string | null, string]> = [
    ["contact", event.contact_uuid, "contacts/"],
    ["merged", event.merged_contact_uuid, "contacts/"],
    ["import", event.contact_import_uuid, "imports/"],
    ["broadcast", event.broadcast_uuid, "broadcasts/"],
    ["message", event.received_message_uuid, "messages/"],
    ["webhook", event.webhook_uuid, "webhooks?edit="]
  ]
  return all.flatMap(([kind, uuid, path]) => (uuid === null ? [] : [{ kind, uuid, path: path + uuid }]))
}

const longestActor = 24

/** Who caused an event, as the application names its users, shortened; null for nobody. */
export const actorOf = ({ actor, by }: Pick<RollcallEvent, "actor" | "by">): string | null => {
  if (actor === null) return null
  if (actor === by) return shortOf(actor)
  return actor.length > longestActor ? `${actor.slice(0, longestActor - 1)}…` : actor
}
