import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import { type EventsState, mostKept, withLater } from "./EventLog.ts"
import type { RollcallEvent } from "./EventTypes.ts"
import { queryOf } from "./RecentEvents.ts"

interface History {
  /** The oldest first. */
  readonly events: ReadonlyArray<RollcallEvent>
  readonly next: string | null
  readonly hasMore: boolean
  readonly loading: boolean
  readonly refusal: Refusal | undefined
}

const nothing: History = { events: [], next: null, hasMore: false, loading: true, refusal: undefined }

const pageSize = 200

/** What happened from an event on, page by page, as far as the page keeps events. */
export const useEventHistory = ({ from, types }: EventsState, active: boolean) => {
  const [history, setHistory] = useState(nothing)
  const current = useRef(new AbortController())
  const asking = useRef(false)
  const load = async (after: string | null, { signal }: AbortController) => {
    asking.current = true
    try {
      const query = { limit: pageSize, ...queryOf(types), ...(after === null ? {} : { after }) }
      const { events, has_more, next } = await call("GET /v1/events", { query, signal })
      if (signal.aborted) return
      setHistory((before) => ({
        events: withLater(before.events, events),
        next,
        hasMore: has_more,
        loading: false,
        refusal: undefined
      }))
    } catch (error) {
      if (signal.aborted) return
      setHistory((before) => ({ ...before, hasMore: false, loading: false, refusal: asRefusal(error) }))
    }
    asking.current = false
  }
  const after = typeof from === "object" ? from.after : null
  useEffect(() => {
    setHistory(nothing)
    if (!active) return
    const controller = new AbortController()
    current.current = controller
    void load(after, controller)
    return () => controller.abort()
  }, [after, types.join(), active])
  return {
    ...history,
    /** Whether there is more than the page keeps. */
    isFull: history.hasMore && history.events.length >= mostKept,
    more: () => {
      if (asking.current || !history.hasMore || history.events.length >= mostKept) return
      void load(history.next, current.current)
    }
  }
}
