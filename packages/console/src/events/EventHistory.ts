import { call } from "../api/Client.ts"
import { type EventsState, mostKept } from "./EventLog.ts"
import type { RollcallEvent } from "./EventTypes.ts"
import { queryOf } from "./RecentEvents.ts"
import { usePages } from "../api/Pages.ts"

const pageSize = 200

/** Loads the events after a cursor, page by page, up to the page's limit. */
export const useEventHistory = ({ from, types }: EventsState, active: boolean) => {
  const start = typeof from === "object" ? from.after : null
  const pages = usePages<RollcallEvent>(
    async (after, signal) => {
      const query = { limit: pageSize, ...queryOf(types), after: after ?? start }
      const { events, has_more, next } = await call("GET /v1/events", { query, signal })
      return { items: events, next: has_more ? next : null }
    },
    [start, types.join(), active],
    { waits: !active }
  )
  const { items: events = [], loading, refusal } = pages
  /** Whether there are more events than the page keeps. */
  const isFull = pages.hasMore && events.length >= mostKept
  return { events, loading, refusal, hasMore: pages.hasMore, isFull, more: isFull ? () => undefined : pages.more }
}
