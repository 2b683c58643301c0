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
 * The effect of the workspace's limits on the accepted recipients if sending began at the scheduled time, by current data.
 * Recipients are refused only when a send begins. Limits that the workspace doesn't have are absent.
 */
export const Predictions = Schema.Struct({
  /** The number of recipients that would be rejected with the reason `frequency_cap`. */
  frequency_cap: Schema.optionalKey(Schema.Natural),
  /** The number of recipients that would wait until their quiet hours end. */
  quiet_hours: Schema.optionalKey(Schema.Natural),
  /** The number of these recipients whose quiet hours outlast the broadcast. They would get no message. */
  expires_in_quiet_hours: Schema.optionalKey(Schema.Natural),
  /** The number of recipients whose contact has an unreadable value in the time zone field. */
  unreadable_time_zone: Schema.optionalKey(Schema.Natural)
})
export type Predictions = typeof Predictions.Type

/** The prediction for recipients that aren't known yet. */
export const nothingPredicted: Predictions = {}

/** The broadcast that a prediction is made for. */
interface PredictedBroadcast extends Pick<Broadcast, "category" | "scheduledAt" | "validUntil"> {
  /** Whether the messages contain times, which are written in the recipients' time zones. */
  readonly writesTimes: boolean
}

/**
 * Makes a counter of the recipients that limits would hold back, and of the recipients with an unreadable time zone if
 * zones are used. Reads nothing for recipients if neither applies.
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

  /** Adds recipients by address, each with the first contact that has the address. */
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
