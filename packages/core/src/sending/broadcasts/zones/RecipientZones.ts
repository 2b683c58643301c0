import { type NumberForms, timeZonesOf } from "../../../people/contacts/Identifiers.ts"
import type { CustomFieldValues } from "../../../people/custom-fields/CustomFieldValue.ts"
import { makeLruCache } from "../../../shared/LruCache.ts"
import { offsetAt } from "../../../people/workspaces/QuietHours.ts"
import { type NamedZone, namedZone, readTimeZone } from "../../../people/workspaces/TimeZoneNames.ts"
import type { QuietHours } from "../../../people/workspaces/WorkspaceSettings.ts"
import { own } from "../../../shared/Own.ts"

/** The settings that name time zones: the field of the contacts, and the workspace's own zone. */
export type ZoneSettings = Pick<QuietHours, "timeZone" | "timeZoneField">

/** The possible time zones of a recipient; empty if nothing is known about the recipient's zone. */
export interface RecipientZones {
  /** Equal for recipients with the same zones. */
  readonly key: string
  readonly zones: ReadonlyArray<NamedZone>
  /** Whether the contact has an unreadable value in the time zone field. */
  readonly isUnreadable: boolean
}

/**
 * The zone in which a time is written, and whether the zone's name follows, because the recipient may have another zone.
 */
interface WritingClock {
  readonly zone: string
  readonly isNamed: boolean
}

/** Returns a contact's value in the time zone field; null without a string. */
export const writtenZone = (customFields: CustomFieldValues, field: string | null): string | null => {
  const value = field === null ? undefined : own(customFields, field)
  return typeof value === "string" ? value : null
}

/** Finds the time zones of recipients. */
export interface ZoneReader {
  /** The custom field that holds time zones; null if the settings name no field. */
  readonly field: string | null
  /** Returns the possible zones of a recipient with this value in the time zone field and this address. */
  readonly read: (written: string | null, address: string | null) => RecipientZones
  /** Returns the zone in which a time is written for a recipient. */
  readonly clock: (zones: RecipientZones, millis: number) => WritingClock
}

const quarterOfHour = 900_000

/** The maximum number of cached comparisons of zones. A comparison takes 40 microseconds. */
const mostAgreements = 10_000

/** The maximum number of cached values of the time zone field. */
const mostReadings = 1_000

/**
 * Makes a reader for the time zones of recipients: the zone in the contact's field, otherwise the zones of the phone
 * number's area code or country, otherwise the workspace's zone.
 */
export const makeZoneReader = (numbers: NumberForms, settings: ZoneSettings | null): ZoneReader => {
  const workspace = settings === null ? null : namedZone(settings.timeZone)
  const readings = makeLruCache<{ readonly zone: NamedZone | null }>(mostReadings)
  /** The zones for each list of zone names. Each country or area code has one list. */
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

  /** Returns whether all zones have the same offset at a timestamp. Offsets change only at quarters of an hour. */
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
