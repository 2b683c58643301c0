import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { type Broadcast, follow, type LiveEvent } from "../../api/Follow.ts"
import { asRefusal } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { keysOf } from "../../reading/Reader.ts"
import { happenedTitles } from "../Happened.tsx"
import { isOver } from "../Status.tsx"
import { addPoint, type Point, pointOf, pointsOf, secondsFor } from "./Series.ts"

export interface LiveBroadcast {
  readonly broadcast: Broadcast | undefined
  readonly refusal: Refusal | undefined
  /** Whether changes are streamed; otherwise the page reloads the broadcast every few seconds. */
  readonly live: boolean
  readonly events: ReadonlyArray<LiveEvent>
  readonly points: ReadonlyArray<Point>
}

const mostEvents = 100
const pollEvery = 5_000

const types = keysOf(happenedTitles).join(",")

const initial: LiveBroadcast = { broadcast: undefined, refusal: undefined, live: false, events: [], points: [] }

/** Follows a broadcast while the view is shown, with bounded memory. */
export const useLiveBroadcast = (uuid: string): LiveBroadcast & { readonly reload: () => Promise<void> } => {
  const [state, setState] = useState(initial)
  const current = useRef<{ reload: () => Promise<void> }>({ reload: async () => {} })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let points: ReadonlyArray<Point> = []
    let live = false
    setState(initial)

    let newest: Broadcast | undefined
    const take = (broadcast: Broadcast) => {
      newest = broadcast
      const now = (performance.timeOrigin + performance.now()) / 1_000
      // The plot of an ended broadcast ends at its last change, not at the time of the view.
      if (!isOver(broadcast.status) || !isAtLast(points, broadcast)) {
        points = addPoint(points, pointOf(now, broadcast))
      }
      setState((before) => ({ ...before, broadcast, points, refusal: undefined }))
    }
    const history = async () => {
      // Without the history, as after recipients were pruned, the plot begins now.
      const past = await loadHistory(uuid, signal).catch((): ReadonlyArray<Point> => [])
      if (signal.aborted) return
      const last = past.at(-1)?.[0] ?? 0
      const isEnd = newest !== undefined && isOver(newest.status) && isAtLast(past, newest)
      points = isEnd ? past : [...past, ...points.filter(([at]) => at > last)]
      setState((before) => ({ ...before, points }))
    }
    const load = async () => {
      try {
        take(await call("GET /broadcasts/:uuid", { params: { uuid }, signal }))
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, refusal: asRefusal(error) }))
      }
    }
    current.current = { reload: load }
    const begun = Promise.all([load(), history()])
    void begun.then(() =>
      follow({
        types,
        broadcast: uuid,
        signal,
        onBroadcast: take,
        onEvent: (event) => {
          if (event.broadcast_uuid !== uuid) return
          setState((before) => ({ ...before, events: [event, ...before.events].slice(0, mostEvents) }))
        },
        onLive: (now) => {
          if (live === now) return
          live = now
          setState((before) => ({ ...before, live: now }))
        }
      })
    )
    const poll = setInterval(() => {
      if (!live) void load()
    }, pollEvery)
    return () => {
      controller.abort()
      clearInterval(poll)
    }
  }, [uuid])
  return { ...state, reload: () => current.current.reload() }
}

/** Returns whether the last point has the counters of a broadcast. */
const isAtLast = (points: ReadonlyArray<Point>, broadcast: Broadcast): boolean => {
  const last = points.at(-1)
  return last !== undefined && pointOf(last[0], broadcast).every((value, index) => value === last[index])
}

const day = 86_400

/** Loads the progress of a broadcast before the page was opened: by day, then in the shortest spans that it needs. */
const loadHistory = async (uuid: string, signal: AbortSignal): Promise<ReadonlyArray<Point>> => {
  let seconds = day
  for (;;) {
    const { spans } = await call("GET /broadcasts/:uuid/series", { params: { uuid }, query: { seconds }, signal })
    const finer = secondsFor(spans, seconds)
    if (finer >= seconds || spans.length === 0) return pointsOf(spans, seconds)
    seconds = finer
  }
}
