declare global {
  namespace Intl {
    interface Locale {
      /** The zones of the country, by their names. Engines before 2025 have it as another member, or not at all. */
      getTimeZones?: () => ReadonlyArray<string> | undefined
    }
  }
}

/** The zone of each country that was asked for; null for none or several. */
const zones = new Map<string, string | null>()

/**
 * The time zone of a country: the only one, or the first of several in which clocks always show the same, as they do in
 * Germany and in its town of Büsingen. Null for a country with several.
 */
export const timeZoneOf = (country: string): string | null => {
  const known = zones.get(country)
  if (known !== undefined) return known
  const [first = null, ...others] = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? []
  const zone = first !== null && others.every((other) => clocksOf(other) === clocksOf(first)) ? first : null
  zones.set(country, zone)
  return zone
}

/** What clocks of a zone show through the months of this year and of the next one. */
const clocksOf = (zone: string): string => {
  const clock = new Intl.DateTimeFormat("en", { timeZone: zone, dateStyle: "short", timeStyle: "long" })
  const year = new Date().getUTCFullYear()
  return Array.from({ length: 24 }, (_, month) => clock.format(Date.UTC(year, month, 15)).replace(/ [^ ]*$/, "")).join()
}
