import { DateTime, Effect, Schema } from "effect"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { Broadcast } from "../Broadcast.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { type Addressee, countKeys } from "../../../people/identity/Addressee.ts"
import { zonesOf } from "./AddresseeZones.ts"
import { limitsOf, marketingSendsTo, settingsOf } from "./FrequencyCap.ts"
import { quietAmong } from "./QuietRecipients.ts"

/**
 * What the workspace's limits would do to the accepted recipients if sends began at the scheduled time, by current data.
 * Nobody is refused yet: that is decided when a send begins. Limits that the workspace doesn't have are absent.
 */
export const Predictions = Schema.Struct({
  /** Recipients that would be rejected with the reason `frequency_cap`. */
  frequency_cap: Schema.optionalKey(Schema.Natural),
  /** Recipients that would wait until their quiet hours end. */
  quiet_hours: Schema.optionalKey(Schema.Natural),
  /** Recipients among these whose quiet hours last until the broadcast expires: they would get no message. */
  expires_in_quiet_hours: Schema.optionalKey(Schema.Natural),
  /** Recipients whose contact has an unreadable value in the time zone field. */
  unreadable_time_zone: Schema.optionalKey(Schema.Natural)
})
export type Predictions = typeof Predictions.Type

/** The prediction for recipients that are not known yet. */
export const nothingPredicted: Predictions = {}

/** A broadcast with a prediction. */
interface PredictedBroadcast extends Pick<Broadcast, "category" | "scheduledAt" | "validUntil"> {
  /** Whether its messages contain times, which are written in the time zones of the recipients. */
  readonly writesTimes: boolean
}

/**
 * Makes a counter of the recipients of a broadcast that limits would keep back, and of the recipients whose time zone can't
 * be read where it matters. It costs nothing where no limit and no time applies.
 */
export const makePrediction = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { category, scheduledAt, validUntil, writesTimes }: PredictedBroadcast
) {
  const { frequencyCap, quietHours } = yield* limitsOf(workspace, category)
  const settings = quietHours ?? (writesTimes ? (yield* settingsOf(workspace)).quietHours : null)
  const field = settings?.timeZoneField ?? null
  const start = DateTime.max(scheduledAt, yield* Effect.flatMap(BroadcastStore, (store) => store.now))
  const isNeeded = frequencyCap !== null || quietHours !== null || field !== null
  let [capped, quiet, expired, unreadable] = [0, 0, 0, 0]

  const add = Effect.fnUntraced(function* (addressees: ReadonlyArray<Addressee>) {
    if (addressees.length === 0 || !isNeeded) return
    const zones = yield* zonesOf(workspace, settings, addressees)
    if (field !== null) unreadable += addressees.filter((addressee) => zones(addressee).isUnreadable).length
    if (frequencyCap !== null) {
      const counted = yield* marketingSendsTo(workspace, frequencyCap, zones, addressees, start)
      capped += counted.filter(({ addressee, sends }) =>
        countKeys(addressee).some((key) => sends(key) >= frequencyCap.messages)
      ).length
    }
    if (quietHours !== null) {
      const waiting = quietAmong(quietHours, zones, addressees, start)
      quiet += waiting.length
      if (validUntil !== null) {
        expired += waiting.filter(({ until }) => DateTime.isGreaterThanOrEqualTo(until, validUntil)).length
      }
    }
  })

  /** Adds addresses. Each counts for the first contact that has it. */
  const addAddresses = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    if (addresses.length === 0 || !isNeeded) return
    const contacts = yield* ContactStore
    const holders = new Map<string, ContactUuid>()
    for (const { address, contact } of yield* contacts.holders(workspace, addresses)) {
      if (!holders.has(address)) holders.set(address, contact)
    }
    yield* add(addresses.map((address) => ({ address, contact: holders.get(address) ?? null })))
  })

  return {
    add,
    addAddresses,
    counts: (): Predictions => ({
      ...(frequencyCap !== null && { frequency_cap: capped }),
      ...(quietHours !== null && { quiet_hours: quiet, expires_in_quiet_hours: expired }),
      ...(field !== null && { unreadable_time_zone: unreadable })
    })
  }
})
