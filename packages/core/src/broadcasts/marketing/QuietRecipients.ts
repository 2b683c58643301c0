import { type DateTime, Effect } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { quietUntil } from "../../workspaces/QuietHours.ts"
import type { QuietHours } from "../../workspaces/WorkspaceSettings.ts"
import type { Addressee } from "./Addressee.ts"
import { zonesOf } from "./RecipientZones.ts"

/** Finds the addressees whose quiet hours, in their own zones, include a timestamp, and returns when these end. */
export const quietAmong = Effect.fnUntraced(function* <A extends Addressee>(
  workspace: WorkspaceUuid,
  hours: QuietHours,
  addressees: ReadonlyArray<A>,
  now: DateTime.Utc
) {
  const zoneOf = yield* zonesOf(workspace, hours, addressees)
  const ends = new Map<string, DateTime.Utc | null>()
  return addressees.flatMap((addressee) => {
    const found = zoneOf(addressee)
    if (found === null) return []
    const { name, zone } = found
    const known = ends.get(name)
    const until = known === undefined ? quietUntil(hours, zone, now) : known
    ends.set(name, until)
    return until === null ? [] : [{ addressee, until }]
  })
})
