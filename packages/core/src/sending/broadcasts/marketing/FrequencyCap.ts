import { DateTime, Effect, Option } from "effect"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { type FrequencyCap, noLimits } from "../../../people/workspaces/WorkspaceSettings.ts"
import { WorkspaceStore } from "../../../people/workspaces/WorkspaceStore.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientProblem } from "../Recipient.ts"
import type { Addressee } from "../../../people/identity/Addressee.ts"
import type { ZonesOf } from "./AddresseeZones.ts"

/** The problem of a recipient who has reached the workspace's limit of marketing messages. */
export const frequencyCapProblem: RecipientProblem = {
  reason: "frequency_cap",
  error: "the recipient has had as many marketing messages as the workspace allows"
}

/** Returns the settings of a workspace. Without stored settings there are no limits. */
export const settingsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const { settings } = yield* WorkspaceStore
  return Option.getOrElse(yield* settings(workspace), () => noLimits)
})

/** Returns the limits for broadcasts of a category in a workspace. Only marketing is limited. */
export const limitsOf = (workspace: WorkspaceUuid, category: TemplateCategory) =>
  category === "marketing" ? settingsOf(workspace) : Effect.succeed(noLimits)

/** An addressee with its counts of marketing messages. */
interface CountedAddressee<A extends Addressee> {
  readonly addressee: A
  /** Returns the count for one of the `countKeys`. */
  readonly sends: (key: string) => number
}

/**
 * Counts marketing messages to addressees within a cap's days: the day of `at` and the days before it, from midnight to
 * midnight in the addressee's time zone, or in UTC if the zone is unknown. With several zones, the earliest midnight
 * applies. Runs one statement for each distinct midnight.
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

/** Returns the last millisecond before a period of `days` days that ends with the day of `at` in a zone. */
const beforeFirstDay = (zone: DateTime.TimeZone, days: number, at: DateTime.Utc): DateTime.Utc => {
  const local = DateTime.makeZonedUnsafe(at, { timeZone: zone })
  const midnight = DateTime.subtract(DateTime.startOf(local, "day"), { days: days - 1 })
  return DateTime.subtract(DateTime.toUtc(midnight), { milliseconds: 1 })
}
