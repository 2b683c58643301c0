import { type DateTime, Effect } from "effect"
import type { Addressee } from "./FrequencyCap.ts"
import { PhoneNumbers } from "../../contacts/Identifiers.ts"
import { ContactStore } from "../../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { namedZone, quietUntil } from "../../workspaces/QuietHours.ts"
import type { QuietHours } from "../../workspaces/WorkspaceSettings.ts"

/**
 * Returns until when the quiet hours last of those addressees for whom it is quiet at an instant. The zone of an addressee is
 * that which its contact has in the field, if it is one, else that of the country of its number, if that has one, else
 * that of the workspace. It costs a statement if there is a field.
 */
export const quietAmong = Effect.fnUntraced(function* <A extends Addressee>(
  workspace: WorkspaceUuid,
  hours: QuietHours,
  addressees: ReadonlyArray<A>,
  now: DateTime.Utc
) {
  const numbers = yield* PhoneNumbers
  const written = yield* zonesOf(workspace, hours.timeZoneField, addressees)
  const ends = new Map<string, DateTime.Utc | null>()
  /** When it is no longer quiet in a zone: undefined for a text that is no zone. */
  const endIn = (name: string | null | undefined) => {
    if (name === null || name === undefined) return undefined
    const known = ends.get(name)
    if (known !== undefined) return known
    const zone = namedZone(name)
    if (zone === null) return undefined
    const end = quietUntil(hours, zone, now)
    ends.set(name, end)
    return end
  }
  const endOf = ({ address, contact }: Addressee): DateTime.Utc | null => {
    const own = endIn(contact === null ? null : written.get(contact))
    if (own !== undefined) return own
    const ofCountry = endIn(numbers.timeZone(address))
    if (ofCountry !== undefined) return ofCountry
    return endIn(hours.timeZone) ?? null
  }
  return addressees.flatMap((addressee) => {
    const until = endOf(addressee)
    return until === null ? [] : [{ addressee, until }]
  })
})

/** What the contacts of addressees have in the field of time zones. */
const zonesOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  field: string | null,
  addressees: ReadonlyArray<Addressee>
) {
  const zones = new Map<ContactUuid, string>()
  if (field === null) return zones
  const { named } = yield* ContactStore
  const uuids = new Set(addressees.flatMap(({ contact }) => contact ?? []))
  for (const { customFields, uuid } of yield* named(workspace, Array.from(uuids))) {
    const value = customFields[field]
    if (typeof value === "string") zones.set(uuid, value.trim())
  }
  return zones
})
