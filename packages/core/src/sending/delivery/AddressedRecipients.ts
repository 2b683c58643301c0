import { Duration, Effect, Layer, Option } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { mergedProblem, optedOutProblem } from "../broadcasts/Recipient.ts"
import { PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import type { EventStore } from "../../events/events/EventStore.ts"
import { type OptOutScope, stops } from "../../people/opt-outs/OptOut.ts"
import { addressesKeptOut, scopesAmong } from "../../people/opt-outs/OptOutKeys.ts"
import { AddressedRecipients } from "../../people/opt-outs/AddressedRecipients.ts"
import type { RecipientUuid } from "../../shared/Ids.ts"
import { Transaction } from "../../shared/Transaction.ts"
import {
  broadcastOf,
  countsSince,
  type Delivery,
  isUnfinished,
  isUnsent,
  reject,
  type SendOutcome
} from "./Delivery.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { announce, recipientEvent } from "./DeliveryEffects.ts"

/**
 * Applies opt-outs and merges to recipients that aren't sent to yet. Locks the recipients' broadcasts exclusively, which
 * prevents deadlocks between deliveries and keeps a recipient whose send has begun from becoming pending.
 */
export const layerAddressedRecipients = Layer.effect(
  AddressedRecipients,
  Effect.gen(function* () {
    const { now } = yield* BroadcastStore
    const store = yield* DeliveryStore
    const numbers = yield* PhoneNumbers
    const transaction = yield* Transaction
    const ports = yield* Effect.context<BroadcastStore | DeliveryStore | EventStore>()
    return AddressedRecipients.of({
      now,
      otherAddresses: store.otherAddresses,
      giveBack: (workspace, from, to, addresses) =>
        addresses.length === 0 ? Effect.void : store.giveBack(workspace, { from, to, addresses }),
      joinRecipients: Effect.fn("AddressedRecipients.joinRecipients")(function* (workspace, survivor, from) {
        const shared = yield* store.sharedBroadcasts(workspace, [survivor, from])
        if (shared.length === 0) return
        const refs = new Map(shared.map(({ ref }) => [refKey(ref), ref]))
        yield* transaction.lock(Array.from(refs.values(), broadcastLock), "exclusive")
        const rejectedAt = yield* now
        const locked = yield* store.lock({
          deliveries: shared.map(({ uuid }) => ({ workspaceUuid: workspace, uuid }))
        })
        const surplus = new Set<Delivery>()
        for (const rows of Map.groupBy(locked, (row) => refKey(broadcastOf(row))).values()) {
          const isSent = rows.some((row) => countsSince(row) !== null)
          const unsent = rows.filter(isUnsent).toSorted((a, b) => a.position - b.position)
          for (const row of isSent ? unsent : unsent.slice(1)) surplus.add(row)
        }
        const rejected = saveChanged(Array.from(surplus), (row) => reject(row, mergedProblem, rejectedAt))
        yield* Effect.provideContext(rejected, ports)
      }),
      rejectOptedOut: Effect.fn("AddressedRecipients.rejectOptedOut")(function* (workspace, keys, scope) {
        if (keys.length === 0) return
        const addresses = keys.flatMap((key) => addressesKeptOut(numbers, key))
        const all = yield* store.unsentTo(workspace, addresses)
        const refs = new Map(all.map(({ ref }) => [refKey(ref), ref]))
        for (const [key, ref] of refs)
          if (!(yield* Effect.provideContext(isStopped(ref, scope), ports))) refs.delete(key)
        const unsent = all.filter(({ ref }) => refs.has(refKey(ref)))
        if (unsent.length === 0) return
        yield* transaction.lock(Array.from(refs.values(), broadcastLock), "exclusive")
        const rejectedAt = yield* now
        const locked = yield* store.lock({
          deliveries: unsent.map(({ uuid }) => ({ workspaceUuid: workspace, uuid }))
        })
        const rejected = saveChanged(locked, (row) => reject(row, optedOutProblem, rejectedAt))
        yield* Effect.provideContext(rejected, ports)
      })
    })
  })
)

/** Returns whether an opt-out stops the messages of a broadcast. */
const isStopped = Effect.fnUntraced(function* ({ broadcast, workspace }: BroadcastRef, scope: OptOutScope) {
  if (scope === "all") return true
  const found = yield* BroadcastStore.use((store) => store.find(workspace, broadcast))
  return Option.isNone(found) || stops(scope, found.value.category)
})

/**
 * Saves locked deliveries after a change, and appends the events of the change. If a delivery of a sending broadcast is
 * finished, the broadcast is due at once, because the delivery may have been the last.
 */
export const saveChanged = Effect.fnUntraced(function* (
  locked: ReadonlyArray<Delivery>,
  change: (row: Delivery) => Delivery
) {
  const store = yield* DeliveryStore
  const broadcasts = yield* BroadcastStore
  const changed = locked.map((before) => ({ before, after: change(before) }))
  yield* store.save(changed.map(({ after }) => after))
  yield* announce(() => changed.flatMap(({ after, before }) => recipientEvent(before, after) ?? []))
  const finished = changed.filter(({ after, before }) => isUnfinished(before) && !isUnfinished(after))
  const refs = new Map(finished.map(({ after }) => [refKey(broadcastOf(after)), broadcastOf(after)]))
  for (const ref of refs.values()) {
    const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
    if (Option.isSome(found) && found.value.status === "sending") {
      yield* broadcasts.update(ref, { nextCheckAfter: Duration.zero })
    }
  }
})

/**
 * Stores the addresses that recipients of accepted messages reply from. Returns the identifiers of recipients whose reply
 * address is opted out, with that address. These recipients may have opted out before the address was known.
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
  const stored = yield* store.keepWriters(ref, given)
  const optedOut = yield* scopesAmong(ref.workspace, Array.from(new Set(writers.values())))
  return stored.flatMap(({ identifier, uuid }) => {
    const sameAs = writers.get(uuid) ?? ""
    return optedOut.has(sameAs) ? [{ workspace: ref.workspace, address: identifier, sameAs }] : []
  })
})
