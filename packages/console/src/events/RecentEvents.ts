import { call } from "../api/Client.ts"
import { type EventType, type RollcallEvent, typesAbout } from "./EventTypes.ts"

const pageSize = 1_000

/** The most pages to read. Events are listed oldest first, so reaching the newest takes several pages. */
const mostPages = 2

/** Rare events, even with large broadcasts and imports. */
const seldom = (["import", "broadcast", "webhook", "message", "channel"] as const).flatMap(typesAbout)

/** Earlier events, oldest first. */
export interface RecentEvents {
  readonly events: ReadonlyArray<RollcallEvent>
  /** Whether some or all events are missing because there are too many to read. */
  readonly isCut: boolean
}

/** Loads the latest events of some types, or of all types by default. If there are too many, loads only rare events. */
export const recentEvents = async (types: ReadonlyArray<EventType>, signal: AbortSignal): Promise<RecentEvents> => {
  const all = await upToNow(types, signal)
  if (all !== undefined) return { events: all, isCut: false }
  const some = seldom.filter((type) => types.length === 0 || types.includes(type))
  return { events: (some.length > 0 ? await upToNow(some, signal) : undefined) ?? [], isCut: true }
}

/** Loads all stored events; undefined if there are too many. */
const upToNow = async (
  types: ReadonlyArray<EventType>,
  signal: AbortSignal
): Promise<ReadonlyArray<RollcallEvent> | undefined> => {
  const events: Array<RollcallEvent> = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = { limit: pageSize, ...queryOf(types), after }
    const answer = await call("GET /v1/events", { query, signal })
    events.push(...answer.events)
    if (!answer.has_more) return events
    after = answer.next
  }
  return undefined
}

/** Returns the query for some types; empty types mean all. */
export const queryOf = (types: ReadonlyArray<EventType>) => (types.length === 0 ? {} : { types: types.join() })
