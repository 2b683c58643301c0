import { DateTime, Effect, Option } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { type FrequencyCap, noLimits, type WorkspaceSettings } from "../../workspaces/WorkspaceSettings.ts"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientProblem } from "../Recipient.ts"
import type { Addressee } from "./Addressee.ts"
import { zonesOf } from "./RecipientZones.ts"

/** The problem of a recipient that has had as many marketing messages as the workspace allows. */
export const frequencyCapProblem: RecipientProblem = {
  reason: "frequency_cap",
  error: "the recipient has had as many marketing messages as the workspace allows"
}

/** What limits broadcasts of a category in a workspace: only marketing is limited. */
export const limitsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, category: TemplateCategory) {
  const none: WorkspaceSettings = noLimits
  if (category !== "marketing") return none
  const { settings } = yield* WorkspaceStore
  return Option.getOrElse(yield* settings(workspace), () => none)
})

/** How many marketing messages count for an addressee. */
interface CountedAddressee<A extends Addressee> {
  readonly addressee: A
  /** How many count under each of the `countKeys`. */
  readonly sends: (key: string) => number
}

/** What a cap counts by: its days, and where the zones of contacts are written. */
interface CountedDays {
  readonly frequencyCap: FrequencyCap
  readonly quietHours: WorkspaceSettings["quietHours"]
}

/**
 * Counts the marketing messages to addressees in the days of a cap: the day of `at` and those before it, from midnight to
 * midnight in the zone of each addressee, or in UTC where no zone is known. One statement for each zone.
 */
export const marketingSendsTo = Effect.fnUntraced(function* <A extends Addressee>(
  workspace: WorkspaceUuid,
  { frequencyCap: { days }, quietHours }: CountedDays,
  addressees: ReadonlyArray<A>,
  at: DateTime.Utc
) {
  const { marketingSends } = yield* BroadcastStore
  const zoneOf = yield* zonesOf(workspace, quietHours, addressees)
  const counted: Array<CountedAddressee<A>> = []
  const byZone = Map.groupBy(addressees, (addressee) => zoneOf(addressee)?.name ?? "UTC")
  for (const some of byZone.values()) {
    const [first] = some
    if (first === undefined) continue
    const since = beforeFirstDay(zoneOf(first)?.zone ?? DateTime.zoneMakeOffset(0), days, at)
    const contacts = new Set(some.flatMap(({ contact }) => contact ?? []))
    const addresses = new Set(some.map(({ address }) => address))
    const persons = { contacts: Array.from(contacts), addresses: Array.from(addresses) }
    const found = yield* marketingSends(workspace, persons, since)
    const sends = (key: string) => found.get(key) ?? 0
    counted.push(...some.map((addressee) => ({ addressee, sends })))
  }
  return counted
})

/** The last moment before the first of so many days, the last of which is that of `at` in a zone. */
const beforeFirstDay = (zone: DateTime.TimeZone, days: number, at: DateTime.Utc): DateTime.Utc => {
  const local = DateTime.makeZonedUnsafe(at, { timeZone: zone })
  const midnight = DateTime.subtract(DateTime.startOf(local, "day"), { days: days - 1 })
  return DateTime.subtract(DateTime.toUtc(midnight), { milliseconds: 1 })
}
