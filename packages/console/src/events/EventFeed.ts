import { useEffect, useRef, useState } from "preact/hooks"
import { follow } from "../api/Follow.ts"
import { asRefusal } from "../api/Load.ts"
import type { Refusal } from "../api/Refusal.ts"
import { mostKept, withNewer } from "./EventLog.ts"
import type { EventType, RollcallEvent } from "./EventTypes.ts"
import { recentEvents } from "./RecentEvents.ts"

/** The events of a view. */
export interface EventFeed {
  /** The shown events, newest first. */
  readonly events: ReadonlyArray<RollcallEvent>
  /** The events that arrived since the pause, newest first. */
  readonly waiting: ReadonlyArray<RollcallEvent>
  /** Whether the earlier events are loaded. */
  readonly loaded: boolean
  /** Whether new events arrive live; undefined before that is known. */
  readonly live: boolean | undefined
  /** Whether there were too many older events to load. */
  readonly isCut: boolean
  readonly refusal: Refusal | undefined
}

const nothing: EventFeed = { events: [], waiting: [], loaded: false, live: undefined, isCut: false, refusal: undefined }

/** The shortest time between two renderings, in milliseconds. */
const drawEvery = 400

/** Loads the latest events and receives new ones. During a pause, new events wait. */
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
      types: types.join(),
      signal,
      onEvent: (event) => {
        came.push(event)
        // A hidden tab renders nothing, so the number of events that gather is bounded here.
        if (came.length >= 2 * mostKept) came.splice(0, mostKept)
      },
      onLive: (live) => {
        setFeed((before) => (before.live === live ? before : { ...before, live }))
        // Listing after the start of the stream leaves no gap between them.
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
