import { Effect } from "effect"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import { makeZoneReader, type RecipientZones, writtenZone, type ZoneSettings } from "../zones/RecipientZones.ts"
import type { Addressee } from "../../../people/identity/Addressee.ts"

/** Returns the possible time zones of an addressee. */
export type ZonesOf = (addressee: Addressee) => RecipientZones

/**
 * Makes the function that returns the time zones of addressees. Runs a statement if the workspace has a time zone field.
 *
 * @see docs/contributing/decisions.md, Q5
 */
export const zonesOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  settings: ZoneSettings | null,
  addressees: ReadonlyArray<Addressee>
) {
  const reader = makeZoneReader(yield* PhoneNumbers, settings)
  const written = yield* writtenZones(workspace, reader.field, addressees)
  const found: ZonesOf = ({ address, contact }) =>
    reader.read(contact === null ? null : (written.get(contact) ?? null), address)
  return found
})

/** Reads the time zone field of the addressees' contacts. */
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
    const value = writtenZone(customFields, field)
    if (value !== null) zones.set(uuid, value)
  }
  return zones
})
