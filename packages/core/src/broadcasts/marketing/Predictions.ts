import { DateTime, Effect, Schema } from "effect"
import { ContactStore } from "../../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import { type Addressee, countKeys } from "./Addressee.ts"
import { limitsOf, marketingSendsTo } from "./FrequencyCap.ts"
import { quietAmong } from "./QuietRecipients.ts"

/**
 * How many accepted recipients the limits of the workspace would keep back if the sends began at the scheduled time, by
 * what is known now (Q3, Q4). Nobody is refused for it: it is decided when the send begins. A limit that keeps nobody back
 * is absent.
 */
export const Predictions = Schema.Struct({
  /** They would be rejected with the reason `frequency_cap`. */
  frequency_cap: Schema.optionalKey(Schema.Natural),
  /** They would wait until their quiet hours end. */
  quiet_hours: Schema.optionalKey(Schema.Natural)
})
export type Predictions = typeof Predictions.Type

/** What is predicted of recipients that are not known yet. */
export const nothingPredicted: Predictions = {}

/** Makes what counts the recipients of a broadcast that limits would keep back. It costs nothing where there is no limit. */
export const makePrediction = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  category: TemplateCategory,
  scheduledAt: DateTime.Utc
) {
  const { frequencyCap, quietHours } = yield* limitsOf(workspace, category)
  const start = DateTime.max(scheduledAt, yield* Effect.flatMap(BroadcastStore, (store) => store.now))
  let [capped, quiet] = [0, 0]

  const add = Effect.fnUntraced(function* (addressees: ReadonlyArray<Addressee>) {
    if (addressees.length === 0) return
    if (frequencyCap !== null) {
      const counted = yield* marketingSendsTo(workspace, { frequencyCap, quietHours }, addressees, start)
      capped += counted.filter(({ addressee, sends }) =>
        countKeys(addressee).some((key) => sends(key) >= frequencyCap.messages)
      ).length
    }
    if (quietHours !== null) quiet += (yield* quietAmong(workspace, quietHours, addressees, start)).length
  })

  /** Adds addresses, each of which counts for the first contact that has it. */
  const addAddresses = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    if (addresses.length === 0 || (frequencyCap === null && quietHours === null)) return
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
      ...(capped > 0 && { frequency_cap: capped }),
      ...(quiet > 0 && { quiet_hours: quiet })
    })
  }
})
