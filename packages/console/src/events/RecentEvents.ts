import { call } from "../api/Client.ts"
import { type EventType, type RollcallEvent, typesAbout } from "./EventTypes.ts"

const pageSize = 1_000

/** Events are listed from the oldest on: so many pages are read at most to come to the newest ones. */
const mostPages = 2

/** What happens seldom, even where broadcasts and imports are large. */
const seldom = (["import", "broadcast", "webhook", "message", "channel"] as const).flatMap(typesAbout)

/** Events that happened before now, the oldest first. */
export interface RecentEvents {
  readonly events: ReadonlyArray<RollcallEvent>
  /** Whether some are missing, or all, because there are too many to be read. */
  readonly isCut: boolean
}

/** What happened last of some types, of all where there are none: where that is too much, only what happens seldom. */
export const recentEvents = async (types: ReadonlyArray<EventType>, signal: AbortSignal): Promise<RecentEvents> => {
  const all = await upToNow(types, signal)
  if (all !== undefined) return { events: all, isCut: false }
  const some = seldom.filter((type) => types.length === 0 || types.includes(type))
  return { events: (some.length > 0 ? await upToNow(some, signal) : undefined) ?? [], isCut: true }
}

/** All stored events; undefined if they are too many. */
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

/** The query of some types; of all where there are none. */
export const queryOf = (types: ReadonlyArray<EventType>) => (types.length === 0 ? {} : { types: types.join() })
