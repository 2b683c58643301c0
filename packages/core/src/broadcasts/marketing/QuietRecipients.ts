import { type DateTime, Effect } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import { quietUntil } from "../../workspaces/QuietHours.ts"
import type { QuietHours } from "../../workspaces/WorkspaceSettings.ts"
import type { Addressee } from "./Addressee.ts"
import { zonesOf } from "./RecipientZones.ts"

/** Returns until when the quiet hours last of those addressees for whom it is quiet at a timestamp, by their own zones. */
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
