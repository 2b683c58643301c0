import type { DateTime } from "effect"
import { type Quiet, quietInAny } from "../../../people/workspaces/QuietHours.ts"
import { namedZone } from "../../../people/workspaces/TimeZoneNames.ts"
import type { QuietHours } from "../../../people/workspaces/WorkspaceSettings.ts"
import type { RecipientZones } from "../zones/RecipientZones.ts"
import type { Addressee } from "../../../people/identity/Addressee.ts"
import type { ZonesOf } from "./AddresseeZones.ts"

/** Returns the addressees who have quiet hours at a timestamp in any of their time zones, with the end of these hours. */
export const quietAmong = <A extends Addressee>(
  hours: QuietHours,
  zonesOf: ZonesOf,
  addressees: ReadonlyArray<A>,
  now: DateTime.Utc
): ReadonlyArray<{ readonly addressee: A; readonly until: DateTime.Utc }> => {
  const known = new Map<string, Quiet>()
  return addressees.flatMap((addressee) => {
    const found = zonesOf(addressee)
    const quiet = known.get(found.key) ?? quietOf(hours, found, now)
    known.set(found.key, quiet)
    return quiet._tag === "Until" ? [{ addressee, until: quiet.until }] : []
  })
}

/**
 * Returns the quiet hours in all of a recipient's zones. If they leave no time to send, only the workspace's zone applies.
 */
const quietOf = (hours: QuietHours, { zones }: RecipientZones, now: DateTime.Utc): Quiet => {
  const quiet = quietInAny(
    hours,
    zones.map(({ zone }) => zone),
    now
  )
  const workspaceZone = namedZone(hours.timeZone)
  return quiet._tag === "Always" && workspaceZone !== null ? quietInAny(hours, [workspaceZone.zone], now) : quiet
}
