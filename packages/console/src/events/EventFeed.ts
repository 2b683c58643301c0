import { useEffect, useRef, useState } from "preact/hooks"
import { follow } from "../api/Follow.ts"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import { mostKept, withNewer } from "./EventLog.ts"
import type { EventType, RollcallEvent } from "./EventTypes.ts"
import { queryOf, recentEvents } from "./RecentEvents.ts"

/** What a view knows of what happens. */
export interface EventFeed {
  /** The newest first. */
  readonly events: ReadonlyArray<RollcallEvent>
  /** Those that came since it is paused, the newest first. */
  readonly waiting: ReadonlyArray<RollcallEvent>
  /** Whether what happened before is loaded. */
  readonly loaded: boolean
  /** Whether what happens arrives; undefined before it is known. */
  readonly live: boolean | undefined
  /** Whether there are older ones that were too many to load. */
  readonly isCut: boolean
  readonly refusal: Refusal | undefined
}

const nothing: EventFeed = { events: [], waiting: [], loaded: false, live: undefined, isCut: false, refusal: undefined }

/** How often the view is drawn anew at most, in milliseconds. */
const drawEvery = 400

/** What happened last, and what happens. While it is paused, what comes waits. */
export const useEventFeed = (types: ReadonlyArray<EventType>, paused: boolean, active: boolean) => {
  const [feed, setFeed] = useState(nothing)
  const [round, setRound] = useState(0)
  const isPaused = useRef(paused)
  isPaused.current = paused
  useEffect(() => {
    setFeed(nothing)
    if (!active) return
    const controller = new AbortController()
    const { signal } = controller
    const came: Array<RollcallEvent> = []
    let loaded = false
    const draw = () => {
      if (!loaded || came.length === 0) return
      const events = came.splice(0).slice(-mostKept)
      setFeed((before) =>
        isPaused.current
          ? { ...before, waiting: withNewer(before.waiting, events) }
          : { ...before, events: withNewer(before.events, events) }
      )
    }
    let begun = false
    const begin = async () => {
      if (begun) return
      begun = true
      try {
        const recent = await recentEvents(types, signal)
        if (signal.aborted) return
        setFeed((before) => ({ ...before, events: withNewer([], recent.events), isCut: recent.isCut, loaded: true }))
      } catch (error) {
        if (!signal.aborted) setFeed((before) => ({ ...before, refusal: asRefusal(error), loaded: true }))
      }
      loaded = true
    }
    void follow({
      fromNow: true,
      ...queryOf(types),
      signal,
      onEvent: (event) => {
        came.push(event)
        // A browser that draws nothing, as the tab is not seen, lets no more come together than is kept.
        if (came.length >= 2 * mostKept) came.splice(0, mostKept)
      },
      onLive: (live) => {
        setFeed((before) => (before.live === live ? before : { ...before, live }))
        // What is listed after the stream has begun has no gap to what it brings.
        void begin()
      },
      onRefused: (refusal) => setFeed((before) => ({ ...before, refusal, live: false, loaded: true }))
    })
    const timer = setInterval(draw, drawEvery)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [types.join(), active, round])
  useEffect(() => {
    if (!paused) {
      setFeed((before) => ({
        ...before,
        events: withNewer(before.events, before.waiting.toReversed()),
        waiting: []
      }))
    }
  }, [paused])
  return { ...feed, reload: () => setRound((before) => before + 1) }
}
