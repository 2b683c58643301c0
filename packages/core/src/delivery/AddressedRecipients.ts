import { Effect } from "effect"
import { refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { optedOutProblem } from "../broadcasts/Recipient.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { addressesKeptOut } from "../opt-outs/OptOutKeys.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type Delivery, reject } from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { announce, recipientEvent } from "./DeliveryEffects.ts"

/**
 * Rejects the pending and claimed recipients of a workspace, those of staged broadcasts too, that one of these opt-outs
 * keeps out. Called inside the transaction that opts the addresses out, while `optOutLock` is locked exclusively: no
 * recipient whose send has begun becomes pending meanwhile. Their broadcasts are locked exclusively, so that no one who
 * works on one of them waits for a delivery while this waits for another.
 */
export const rejectOptedOut = Effect.fn("AddressedRecipients.rejectOptedOut")(function* (
  workspace: WorkspaceUuid,
  keys: ReadonlyArray<string>
) {
  if (keys.length === 0) return
  const numbers = yield* PhoneNumbers
  const addresses = keys.flatMap((key) => addressesKeptOut(numbers, key))
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const unsent = yield* store.unsentTo(workspace, addresses)
  if (unsent.length === 0) return
  const refs = new Map(unsent.map(({ ref }) => [refKey(ref), ref]))
  yield* transaction.lock(Array.from(refs.values(), broadcastLock), "exclusive")
  const { now } = yield* BroadcastStore
  const rejectedAt = yield* now
  const locked = yield* store.lock({ uuids: unsent.map(({ uuid }) => uuid) })
  yield* saveChanged(locked, (row) => reject(row, optedOutProblem, rejectedAt))
})

/** Saves locked deliveries after a change, with its events. */
export const saveChanged = Effect.fnUntraced(function* (
  locked: ReadonlyArray<Delivery>,
  change: (row: Delivery) => Delivery
) {
  const store = yield* DeliveryStore
  const changed = locked.map((before) => ({ before, after: change(before) }))
  yield* store.save(changed.map(({ after }) => after))
  yield* announce(() => changed.flatMap(({ after, before }) => recipientEvent(before, after) ?? []))
})
