import type { AnswerOf } from "../../api/Operation.ts"

export const counterTitles = {
  recipients: "Recipients",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  rejected: "Rejected"
} as const

/** The counters that are plotted over time. */
export const lines = ["sent", "delivered", "read", "failed"] as const
export type Line = (typeof lines)[number]

/** The counters of a broadcast at a time, in seconds. */
export type Point = readonly [at: number, sent: number, delivered: number, read: number, failed: number]

/** The maximum number of points: about two per pixel of a plot. */
export const mostPoints = 1_200

export const pointOf = (at: number, counters: { readonly [Name in Line]: number }): Point => [
  at,
  counters.sent,
  counters.delivered,
  counters.read,
  counters.failed
]

const isSame = (a: Point, b: Point): boolean => a.slice(1).every((value, index) => value === b[index + 1])

/**
 * Adds a point at the end. If the counters are unchanged, moves the last point. If there are too many points, removes every
 * second one, so that memory stays bounded.
 */
export const addPoint = (points: ReadonlyArray<Point>, point: Point): ReadonlyArray<Point> => {
  const last = points.at(-1)
  const before = points.at(-2)
  if (last !== undefined && point[0] <= last[0]) return [...points.slice(0, -1), point]
  if (last !== undefined && before !== undefined && isSame(last, point) && isSame(before, last)) {
    return [...points.slice(0, -1), point]
  }
  const added = [...points, point]
  return added.length <= mostPoints ? added : added.filter((_, index) => index % 2 === 0 || index === added.length - 1)
}

export type Span = AnswerOf<"GET /broadcasts/:uuid/series">["spans"][number]

/** Returns the points of spans: zero at the first start, then the total at each end. */
export const pointsOf = (spans: ReadonlyArray<Span>, seconds: number): ReadonlyArray<Point> => {
  const first = spans[0]
  if (first === undefined) return []
  let last: Point = [secondOf(first), 0, 0, 0, 0]
  const points = [last]
  for (const span of spans) {
    // Nothing happened between the spans: the line is level until this span begins.
    if (secondOf(span) > last[0]) points.push(inOrder([secondOf(span), last[1], last[2], last[3], last[4]]))
    last = [
      secondOf(span) + seconds,
      last[1] + span.sent,
      last[2] + span.delivered,
      last[3] + span.read,
      last[4] + span.failed
    ]
    points.push(inOrder(last))
  }
  return points
}

/** Delivered messages count as sent, and read messages as delivered, even if clocks disagree. */
const inOrder = ([at, sent, delivered, read, failed]: Point): Point => [
  at,
  Math.max(sent, delivered, read),
  Math.max(delivered, read),
  read,
  failed
]

/** Returns the span length, in seconds, that divides the whole time into about 300 spans. */
export const secondsFor = (spans: ReadonlyArray<Span>, seconds: number): number => {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return seconds
  return Math.max(1, Math.ceil((secondOf(last) + seconds - secondOf(first)) / 300))
}

const secondOf = ({ at }: Span): number => Date.parse(at) / 1_000
