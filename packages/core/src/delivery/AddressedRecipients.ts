import { Effect } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { optedOutProblem } from "../broadcasts/Recipient.ts"
import { PhoneNumbers } from "../contacts/Identifiers.ts"
import { addressesKeptOut, optedOutAmong } from "../opt-outs/OptOutKeys.ts"
import type { RecipientUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type Delivery, reject, type SendOutcome } from "./Delivery.ts"
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

/**
 * Keeps the addresses under which recipients write, of the accepted messages among outcomes (C10). Returns the identifiers
 * of those whose address is opted out: they may have asked for it before their address was known.
 */
export const keepWriters = Effect.fn("AddressedRecipients.keepWriters")(function* (
  ref: BroadcastRef,
  outcomes: ReadonlyArray<SendOutcome>
) {
  const writers = new Map<RecipientUuid, string>()
  for (const outcome of outcomes) {
    if (outcome._tag === "Accepted" && outcome.writesFrom !== undefined) writers.set(outcome.uuid, outcome.writesFrom)
  }
  if (writers.size === 0) return []
  const store = yield* DeliveryStore
  const given = Array.from(writers, ([uuid, writesFrom]) => ({ uuid, writesFrom }))
  const kept = yield* store.keepWriters(ref, given)
  const optedOut = yield* optedOutAmong(ref.workspace, Array.from(new Set(writers.values())))
  return kept.flatMap(({ identifier, uuid }) =>
    optedOut.has(writers.get(uuid) ?? "") ? [{ workspace: ref.workspace, address: identifier }] : []
  )
})
