import { eventPages } from "../api/Follow.ts"
import { type PageOf, usePages } from "../api/Pages.ts"
import { type EventsState, mostKept } from "./EventLog.ts"
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
  const load = eventPages(pageSize, types.join())
  const events: Array<RollcallEvent> = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const { items, next }: PageOf<RollcallEvent> = await load(after, signal)
    events.push(...items)
    if (next === null) return events
    after = next
  }
  return undefined
}

/** Loads the events after a cursor, page by page, up to the page's limit. */
export const useEventHistory = ({ from, types }: EventsState, active: boolean) => {
  const start = typeof from === "object" ? from.after : null
  const pages = usePages<RollcallEvent>(
    (after, signal) => eventPages(200, types.join())(after ?? start, signal),
    [start, types.join(), active],
    { waits: !active }
  )
  const { items: events = [], loading, refusal } = pages
  /** Whether there are more events than the page keeps. */
  const isFull = pages.hasMore && events.length >= mostKept
  return { events, loading, refusal, hasMore: pages.hasMore, isFull, more: isFull ? () => undefined : pages.more }
}
