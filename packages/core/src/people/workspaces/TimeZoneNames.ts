import { DateTime, Option } from "effect"
import { zoneOfName } from "./ZoneOfName.ts"

/** A time zone with its name in `Intl`: an IANA name, or an offset such as `+02:00`. */
export interface NamedZone {
  readonly name: string
  readonly zone: DateTime.TimeZone
}

const minute = 60_000

/** Returns the time zone with an IANA name. Null for any other string, such as an offset. */
export const namedZone = (name: string): NamedZone | null =>
  /^[A-Za-z]/.test(name) ? Option.getOrNull(Option.map(zoneOfName(name), (zone) => ({ name: zone.id, zone }))) : null

/** Matches an offset such as `GMT-5`, `utc +05:30`, `+0200` or `-3`. */
const offsetPattern = /^(?:gmt|utc)? ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/i

/** The largest UTC offset in use, in minutes. */
const mostMinutes = 14 * 60

const readOffset = (text: string): NamedZone | null => {
  const match = offsetPattern.exec(text)
  if (match === null) return null
  const [, sign = "+", hours = "0", minutes = "00"] = match
  const size = Number(hours) * 60 + Number(minutes)
  if (size > mostMinutes) return null
  return {
    name: `${sign}${hours.padStart(2, "0")}:${minutes}`,
    zone: DateTime.zoneMakeOffset((sign === "-" ? -size : size) * minute)
  }
}

/**
 * Parses a time zone in a common notation: an IANA name in any case, with spaces for underscores, or an offset from GMT or
 * UTC. Returns null for any other string. An abbreviation such as `PST` is accepted only if IANA has a zone with this name.
 */
export const readTimeZone = (text: string): NamedZone | null => {
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
  return readOffset(plain) ?? namedZone(plain.replace(/ ?\/ ?/g, "/").replaceAll(" ", "_"))
}
