import { call } from "../../api/Client.ts"
import { type Point, pointsOf, secondsFor } from "./Series.ts"

const day = 86_400

/** Loads the progress of a broadcast before the page was opened: by day, then in the shortest spans that it needs. */
export const loadHistory = async (uuid: string, signal: AbortSignal): Promise<ReadonlyArray<Point>> => {
  let seconds = day
  for (;;) {
    const { spans } = await call("GET /broadcasts/:uuid/series", { params: { uuid }, query: { seconds }, signal })
    const finer = secondsFor(spans, seconds)
    if (finer >= seconds || spans.length === 0) return pointsOf(spans, seconds)
    seconds = finer
  }
}
