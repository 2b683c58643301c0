import { DateTime } from "effect"
import type { QuietHours } from "./WorkspaceSettings.ts"

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Returns the end of the quiet hours in a time zone, or null outside of the quiet hours. The quiet hours end at the first
 * timestamp at which local clocks show a time outside of them. If clocks skip `until`, the quiet hours end when the clocks
 * change.
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

/**
 * Whether it is quiet for a person with several possible time zones: not now (`Awake`), until a timestamp, or always
 * because the zones together leave no time.
 */
export type Quiet =
  | { readonly _tag: "Awake" }
  | { readonly _tag: "Until"; readonly until: DateTime.Utc }
  | { readonly _tag: "Always" }

/**
 * The longest time to look ahead, in milliseconds. Within two days, the quiet hours of every zone occur, even where clocks
 * change.
 */
const lookedAhead = 2 * day

/** Returns whether it is quiet in any of several time zones, and when the quiet hours end. */
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

/** Returns the offset of local time from UTC, in milliseconds. */
export const offsetAt = (zone: DateTime.TimeZone, millis: number): number =>
  DateTime.zonedOffset(DateTime.makeZonedUnsafe(millis, { timeZone: zone }))

/**
 * Returns the first timestamp after `before` at which the zone's offset differs from `offset`. The offset must be `offset`
 * at `before` and different at `after`.
 */
const changeOfClocks = (zone: DateTime.TimeZone, offset: number, before: number, after: number): number => {
  if (after - before <= 1) return after
  const middle = Math.floor((before + after) / 2)
  return offsetAt(zone, middle) === offset
    ? changeOfClocks(zone, offset, middle, after)
    : changeOfClocks(zone, offset, before, middle)
}

/** Converts a time of day such as `21:00` to milliseconds. */
const millisOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return (hours * 60 + minutes) * minute
}
