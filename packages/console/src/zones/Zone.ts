const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const found = formats.get(zone)
  if (found !== undefined) return found
  const made = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  formats.set(zone, made)
  return made
}

/** Returns whether the browser knows a time zone by this name. */
export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the IANA names of all time zones. */
export const allZones = (): ReadonlyArray<string> => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])]

/** Returns the local time of a zone at a timestamp, in milliseconds as if it were UTC. */
const shownAt = (instant: number, zone: string): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)])
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"))
}

/** Returns a zone's offset from UTC at a timestamp, in milliseconds. */
export const offsetAt = (instant: number, zone: string): number =>
  shownAt(instant, zone) - Math.floor(instant / 1000) * 1000

/** A local date and time of a zone, and the matching timestamps. */
export interface ZonedTime {
  /** Empty if clocks skip the local time; two timestamps, earlier first, if clocks repeat it. */
  readonly instants: ReadonlyArray<number>
  /** If clocks skip the local time, the timestamp by the offset before the change. */
  readonly shifted: number
}

const day = 86_400_000

/** Finds the timestamps of a local time such as `2026-03-29T02:30` in a zone; undefined for an invalid string or zone. */
export const timeIn = (local: string, zone: string): ZonedTime | undefined => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(local) || !isZone(zone)) return undefined
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown)) return undefined
  const before = offsetAt(shown - day, zone)
  const after = offsetAt(shown + day, zone)
  const candidates = [...new Set([shown - before, shown - after])].toSorted((a, b) => a - b)
  return {
    instants: candidates.filter((instant) => instant + offsetAt(instant, zone) === shown),
    shifted: shown - before
  }
}

/** Returns the local time of a zone at a timestamp, in the format of a date and time input. */
export const localOf = (instant: number, zone: string): string =>
  new Date(shownAt(instant, zone)).toISOString().slice(0, 16)

/** Returns the offset as a string, such as `UTC+5:30`. */
export const offsetText = (instant: number, zone: string): string => {
  const minutes = Math.round(offsetAt(instant, zone) / 60_000)
  if (minutes === 0) return "UTC"
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}
