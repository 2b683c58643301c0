import { DateTime, Effect, Option } from "effect"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { type FrequencyCap, noLimits } from "../../../people/workspaces/WorkspaceSettings.ts"
import { WorkspaceStore } from "../../../people/workspaces/WorkspaceStore.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientProblem } from "../Recipient.ts"
import type { Addressee } from "../../../people/identity/Addressee.ts"
import type { ZonesOf } from "./AddresseeZones.ts"

/** The problem of a recipient that has had as many marketing messages as the workspace allows. */
export const frequencyCapProblem: RecipientProblem = {
  reason: "frequency_cap",
  error: "the recipient has had as many marketing messages as the workspace allows"
}

/** The settings of a workspace; without limits if none were ever set. */
export const settingsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const { settings } = yield* WorkspaceStore
  return Option.getOrElse(yield* settings(workspace), () => noLimits)
})

/** What limits broadcasts of a category in a workspace: only marketing is limited. */
export const limitsOf = (workspace: WorkspaceUuid, category: TemplateCategory) =>
  category === "marketing" ? settingsOf(workspace) : Effect.succeed(noLimits)

/** How many marketing messages count for an addressee. */
interface CountedAddressee<A extends Addressee> {
  readonly addressee: A
  /** How many count under each of the `countKeys`. */
  readonly sends: (key: string) => number
}

/**
 * Counts the marketing messages to addressees in the days of a cap: the day of `at` and those before it, from midnight to
 * midnight in the zone of each addressee, or in UTC where no zone is known. Of several zones the one with the earliest
 * midnight counts. One statement for each midnight.
 */
export const marketingSendsTo = Effect.fnUntraced(function* <A extends Addressee>(
  workspace: WorkspaceUuid,
  { days }: FrequencyCap,
  zonesOf: ZonesOf,
  addressees: ReadonlyArray<A>,
  at: DateTime.Utc
) {
  const { marketingSends } = yield* BroadcastStore
  const starts = new Map<string, number>()
  const startOf = (addressee: Addressee): number => {
    const { key, zones } = zonesOf(addressee)
    const known = starts.get(key)
    if (known !== undefined) return known
    const [first = utc, ...others] = zones.map(({ zone }) => zone)
    const start = Math.min(...[first, ...others].map((zone) => beforeFirstDay(zone, days, at).epochMilliseconds))
    starts.set(key, start)
    return start
  }
  const counted: Array<CountedAddressee<A>> = []
  for (const [start, some] of Map.groupBy(addressees, startOf)) {
    const contacts = new Set(some.flatMap(({ contact }) => contact ?? []))
    const addresses = new Set(some.map(({ address }) => address))
    const persons = { contacts: Array.from(contacts), addresses: Array.from(addresses) }
    const found = yield* marketingSends(workspace, persons, DateTime.makeUnsafe(start))
    const sends = (key: string) => found.get(key) ?? 0
    counted.push(...some.map((addressee) => ({ addressee, sends })))
  }
  return counted
})

const utc = DateTime.zoneMakeOffset(0)

/** The last moment before the first of so many days, the last of which is that of `at` in a zone. */
const beforeFirstDay = (zone: DateTime.TimeZone, days: number, at: DateTime.Utc): DateTime.Utc => {
  const local = DateTime.makeZonedUnsafe(at, { timeZone: zone })
  const midnight = DateTime.subtract(DateTime.startOf(local, "day"), { days: days - 1 })
  return DateTime.subtract(DateTime.toUtc(midnight), { milliseconds: 1 })
}
