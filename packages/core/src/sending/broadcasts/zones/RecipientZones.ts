import { type NumberForms, timeZonesOf } from "../../../people/contacts/Identifiers.ts"
import type { CustomFieldValues } from "../../../people/custom-fields/CustomFieldValue.ts"
import { makeLruCache } from "../../../shared/LruCache.ts"
import { offsetAt } from "../../../people/workspaces/QuietHours.ts"
import { type NamedZone, namedZone, readTimeZone } from "../../../people/workspaces/TimeZoneNames.ts"
import type { QuietHours } from "../../../people/workspaces/WorkspaceSettings.ts"
import { own } from "../../../shared/Own.ts"

/** Where a workspace names time zones: in a field of its contacts, and in its settings. */
export type ZoneSettings = Pick<QuietHours, "timeZone" | "timeZoneField">

/** The time zones in which a recipient may be; none where nothing is known of it. */
export interface RecipientZones {
  /** Equal for equal zones. */
  readonly key: string
  readonly zones: ReadonlyArray<NamedZone>
  /** Whether its contact has a value in the field of time zones that can't be read. */
  readonly isUnreadable: boolean
}

/** By which clock a time is written, and whether its name is written too, because the recipient may have another one. */
interface WritingClock {
  readonly zone: string
  readonly isNamed: boolean
}

/** What a contact has in the field of time zones; null for none. */
export const writtenZone = (customFields: CustomFieldValues, field: string | null): string | null => {
  const value = field === null ? undefined : own(customFields, field)
  return typeof value === "string" ? value : null
}

/** Finds the time zones of recipients. */
export interface ZoneReader {
  /** The custom field that holds time zones; null for none. */
  readonly field: string | null
  /** The zones of a recipient whose contact has this value in the field, and that has this address; null for none. */
  readonly read: (written: string | null, address: string | null) => RecipientZones
  /** The clock by which a time is written to a recipient. */
  readonly clock: (zones: RecipientZones, millis: number) => WritingClock
}

const quarterOfHour = 900_000

/** How many answers are kept to the question whether clocks of some zones show the same: asking takes 40 microseconds. */
const mostAgreements = 10_000

/** How many values of the field are kept with what was read in them. */
const mostReadings = 1_000

/**
 * Makes what finds the time zones of recipients: the zone in the field of the contact, or else those of the area code or of
 * the country of the number, or else that of the workspace.
 */
export const makeZoneReader = (numbers: NumberForms, settings: ZoneSettings | null): ZoneReader => {
  const workspace = settings === null ? null : namedZone(settings.timeZone)
  const readings = makeLruCache<{ readonly zone: NamedZone | null }>(mostReadings)
  /** By the names of zones, of which there are as many lists as countries and area codes have. */
  const lists = new Map<string, RecipientZones>()
  const agreements = makeLruCache<boolean>(mostAgreements)

  const unaddressed = zonesAs(workspace === null ? [] : [workspace])

  const readWritten = (text: string): NamedZone | null => {
    const known = readings.get(text)
    if (known !== undefined) return known.zone
    const zone = readTimeZone(text)
    readings.set(text, { zone })
    return zone
  }

  const ofAddress = (address: string): RecipientZones => {
    const names = timeZonesOf(numbers, address)
    if (names.length === 0) return unaddressed
    const list = names.join(" ")
    const known = lists.get(list)
    if (known !== undefined) return known
    const zones = names.flatMap((name) => namedZone(name) ?? [])
    const found = zones.length > 0 ? zonesAs(zones) : unaddressed
    lists.set(list, found)
    return found
  }

  /** Whether clocks of all zones show the same. They change at quarters of an hour only. */
  const isOneClock = (key: string, [first, ...others]: RecipientZones["zones"], millis: number): boolean => {
    if (first === undefined || others.length === 0) return true
    const quarter = `${key} ${Math.floor(millis / quarterOfHour)}`
    const known = agreements.get(quarter)
    if (known !== undefined) return known
    const offset = offsetAt(first.zone, millis)
    const isOne = others.every(({ zone }) => offsetAt(zone, millis) === offset)
    agreements.set(quarter, isOne)
    return isOne
  }

  return {
    field: settings?.timeZoneField ?? null,
    read: (written, address) => {
      const isWritten = written !== null && written.trim() !== ""
      const zone = isWritten ? readWritten(written) : null
      if (zone !== null) return zonesAs([zone])
      const zones = address === null ? unaddressed : ofAddress(address)
      return isWritten ? { ...zones, isUnreadable: true } : zones
    },
    clock: ({ key, zones }, millis) => {
      const [first] = zones
      if (first === undefined) return { zone: "UTC", isNamed: true }
      return isOneClock(key, zones, millis)
        ? { zone: first.name, isNamed: false }
        : { zone: workspace?.name ?? "UTC", isNamed: true }
    }
  }
}

const zonesAs = (zones: ReadonlyArray<NamedZone>): RecipientZones => ({
  key: zones.map(({ name }) => name).join(" "),
  zones,
  isUnreadable: false
})
