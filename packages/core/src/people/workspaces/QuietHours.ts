import { DateTime } from "effect"
import type { QuietHours } from "./WorkspaceSettings.ts"

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Returns when the quiet hours end that a time zone is in at an instant; null outside of them. The end is the first instant
 * at which clocks there show a time outside of the hours: where clocks pass over `until`, that at which they do.
 */
export const quietUntil = (
  { from, until }: Pick<QuietHours, "from" | "until">,
  zone: DateTime.TimeZone,
  now: DateTime.Utc
): DateTime.Utc | null => {
  const at = now.epochMilliseconds
  const offset = offsetAt(zone, at)
  const time = (((at + offset) % day) + day) % day
  const [begin, end] = [millisOf(from), millisOf(until)]
  const isQuiet = begin < end ? begin <= time && time < end : begin <= time || time < end
  if (!isQuiet) return null
  const unchanged = at + ((end - time + day) % day)
  const change = offsetAt(zone, unchanged) - offset
  const changed = unchanged - change
  const isPassedOver = change > 0 && (changed <= at || offsetAt(zone, changed) === offset)
  return DateTime.makeUnsafe(isPassedOver ? changeOfClocks(zone, offset, Math.max(at, changed), unchanged) : changed)
}

/** What quiet hours mean for someone in one of several time zones: they end at `until`, or the zones together leave no time. */
export type Quiet =
  | { readonly _tag: "Awake" }
  | { readonly _tag: "Until"; readonly until: DateTime.Utc }
  | { readonly _tag: "Always" }

/** In so many milliseconds the hours of all zones have come up, twice where clocks change. */
const lookedAhead = 2 * day

/** Returns until when it is quiet in any of some time zones. */
export const quietInAny = (
  hours: Pick<QuietHours, "from" | "until">,
  zones: ReadonlyArray<DateTime.TimeZone>,
  now: DateTime.Utc
): Quiet => {
  let end = now
  while (end.epochMilliseconds - now.epochMilliseconds < lookedAhead) {
    const ends = zones.flatMap((zone) => quietUntil(hours, zone, end) ?? [])
    const [first, ...others] = ends
    if (first === undefined) return end === now ? { _tag: "Awake" } : { _tag: "Until", until: end }
    end = others.reduce((a, b) => DateTime.max(a, b), first)
  }
  return { _tag: "Always" }
}

/** The difference of local time to UTC, in milliseconds. */
export const offsetAt = (zone: DateTime.TimeZone, millis: number): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(millis, { timeZone: zone }))

/** The first instant after `before`, at which clocks have the offset, when they have another one, as they do at `after`. */
const changeOfClocks = (zone: DateTime.TimeZone, offset: number, before: number, after: number): number => {
  if (after - before <= 1) return after
  const middle = Math.floor((before + after) / 2)
  return offsetAt(zone, middle) === offset
    ? changeOfClocks(zone, offset, middle, after)
    : changeOfClocks(zone, offset, before, middle)
}

/** A time of day such as `21:00` in milliseconds. */
const millisOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return (hours * 60 + minutes) * minute
}
