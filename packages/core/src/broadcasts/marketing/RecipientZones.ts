import { type DateTime, Effect } from "effect"
import { ContactStore } from "../../contacts/ContactStore.ts"
import { PhoneNumbers, timeZoneOf } from "../../contacts/Identifiers.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { namedZone } from "../../workspaces/QuietHours.ts"
import type { QuietHours } from "../../workspaces/WorkspaceSettings.ts"
import type { Addressee } from "./Addressee.ts"

/** The name of a time zone, and the zone. */
export interface RecipientZone {
  readonly name: string
  readonly zone: DateTime.TimeZone
}

/**
 * Makes what finds the time zone of an addressee: that which its contact has in the field, if it is one, else that of the
 * country of its number, if that has one, else that of the workspace. Null if none of these is known. It costs a statement
 * if there is a field.
 */
export const zonesOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  hours: Pick<QuietHours, "timeZone" | "timeZoneField"> | null,
  addressees: ReadonlyArray<Addressee>
) {
  const numbers = yield* PhoneNumbers
  const written = yield* writtenZones(workspace, hours?.timeZoneField ?? null, addressees)
  const known = new Map<string, RecipientZone | null>()
  const named = (name: string | null | undefined) => {
    if (name === null || name === undefined) return null
    const found = known.get(name)
    if (found !== undefined) return found
    const zone = namedZone(name)
    const read = zone === null ? null : { name, zone }
    known.set(name, read)
    return read
  }
  return ({ address, contact }: Addressee): RecipientZone | null =>
    named(contact === null ? null : written.get(contact)) ??
    named(timeZoneOf(numbers, address)) ??
    named(hours?.timeZone)
})

/** What the contacts of addressees have in the field of time zones. */
const writtenZones = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  field: string | null,
  addressees: ReadonlyArray<Addressee>
) {
  const zones = new Map<ContactUuid, string>()
  if (field === null) return zones
  const { named } = yield* ContactStore
  const uuids = new Set(addressees.flatMap(({ contact }) => contact ?? []))
  for (const { customFields, uuid } of yield* named(workspace, Array.from(uuids))) {
    const value = Object.hasOwn(customFields, field) ? customFields[field] : undefined
    if (typeof value === "string") zones.set(uuid, value.trim())
  }
  return zones
})
