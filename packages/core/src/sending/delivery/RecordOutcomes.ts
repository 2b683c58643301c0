import { Array as Arr, Effect, Option } from "effect"
import { type Broadcast, type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { optOutLock } from "../../people/opt-outs/OptOut.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { keepWriters } from "./AddressedRecipients.ts"
import { applyOutcome, broadcastOf, type Delivery, resolve, type Resolution, type SendOutcome } from "./Delivery.ts"
import { acceptedEffect, announce, bulkEvent } from "./DeliveryEffects.ts"
import { affectContacts, type ChannelReport, inSession, unmatchedLock } from "./DeliverySession.ts"
import { type AcceptedMessage, DeliveryStore, type ExpiredLease } from "./DeliveryStore.ts"
import { nothingReported, type Reported } from "./HeldOptOuts.ts"
import type { ChannelTypes } from "./ReceiptMatching.ts"

/**
 * Records the outcome of each send whose attempt is still the latest. Accepted messages are recorded in one statement;
 * deliveries are loaded only for other outcomes and for messages with an unmatched receipt. Ignores deliveries of another
 * broadcast. Returns the channel's reports about the messages.
 */
export const recordOutcomes = Effect.fn("RecordOutcomes.recordOutcomes")(function* (
  ref: BroadcastRef,
  outcomes: ReadonlyArray<SendOutcome>
) {
  if (outcomes.length === 0) return nothingReported
  const { run } = yield* Transaction
  return yield* run(recordIn(ref, outcomes))
})

/** Records outcomes like `recordOutcomes`, inside a transaction, which then shares the broadcast's lock. */
export const recordIn = Effect.fnUntraced(function* (ref: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) {
  const reports = yield* recordEach(ref, outcomes)
  const reported: Reported = { reports, carried: yield* keepWriters(ref, outcomes) }
  return reported
})

const recordEach = Effect.fnUntraced(function* (ref: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) {
  const none: ReadonlyArray<ChannelReport> = []
  if (outcomes.length === 0) return none
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  // Prevents a delivery from becoming pending again after its address was opted out.
  if (outcomes.some(({ _tag }) => _tag === "Retry")) {
    yield* transaction.lock([optOutLock(ref.workspace)], "shared")
  }
  yield* transaction.lock([broadcastLock(ref), unmatchedLock], "shared")
  const accepted = acceptedOnce(outcomes)
  const recorded = accepted.length === 0 ? [] : yield* store.recordAccepted(ref, accepted)
  yield* announce(() => recorded.map(({ uuid }) => bulkEvent("recipient.sent", ref, uuid)))
  const effects = new Map(recorded.map((row) => [row.uuid, acceptedEffect(ref.workspace, row)]))
  const rest = outcomes.filter(({ uuid }) => !effects.has(uuid))
  if (rest.length === 0) {
    yield* affectContacts(outcomes.flatMap(({ uuid }) => effects.get(uuid) ?? []))
    return recorded.map((): ChannelReport => ({ ref, address: null, isNew: true }))
  }
  const broadcasts = yield* broadcastsOf([ref])
  const status = broadcasts.get(refKey(ref))?.status
  if (status === undefined) return none
  const locked = yield* store.lock({ deliveries: rest.map(({ uuid }) => ({ workspaceUuid: ref.workspace, uuid })) })
  const messageIds = Arr.dedupe(rest.flatMap((outcome) => (outcome._tag === "Accepted" ? [outcome.messageId] : [])))
  const { reports } = yield* inSession(locked, channelTypesOf(broadcasts), messageIds, (session) => {
    for (const outcome of outcomes) {
      const effect = effects.get(outcome.uuid)
      const row = session.get(outcome.uuid)
      if (effect) session.effects.push(effect)
      if (effects.has(outcome.uuid)) session.reports.push({ ref, address: null, isNew: true })
      if (effect || row === undefined || !isOf(row, ref)) continue
      const after = applyOutcome(row, outcome, status, session.now)
      const isOptOut = outcome._tag === "Undeliverable" && outcome.reason === "opted_out"
      if (isOptOut || outcome._tag === "Accepted") session.report(row, isOptOut, after.status !== row.status)
      session.put(after)
    }
  })
  return reports
})

/**
 * Returns the accepted messages among the outcomes, for deliveries with no other outcome. Held messages don't count as
 * sent.
 */
const acceptedOnce = (outcomes: ReadonlyArray<SendOutcome>): ReadonlyArray<AcceptedMessage> => {
  const times = Map.groupBy(outcomes, ({ uuid }) => uuid)
  return outcomes.flatMap((outcome) =>
    outcome._tag === "Accepted" && outcome.isHeld !== true && times.get(outcome.uuid)?.length === 1 ? [outcome] : []
  )
}

/**
 * Resolves `unknown` deliveries, each if it belongs to the given broadcast and its attempt is still the latest. Returns the
 * channel's reports about the messages. If another transaction holds one of the locks, changes nothing and returns
 * `Option.none()` at once.
 */
export const resolveUnknown = Effect.fn("RecordOutcomes.resolveUnknown")(function* (
  unknown: ReadonlyArray<Omit<ExpiredLease, "channelType" | "isNew"> & { readonly resolution: Resolution }>
) {
  if (unknown.length === 0) return Option.some(nothingReported)
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const refs = Array.from(new Map(unknown.map(({ ref }) => [refKey(ref), ref])).values())
  const messageIds = unknown.flatMap(({ resolution }) => (resolution._tag === "Accepted" ? [resolution.messageId] : []))
  const workspaces = new Set(refs.map(({ workspace }) => workspace))
  return yield* transaction.run(
    Effect.gen(function* () {
      const locks = [...Array.from(workspaces, optOutLock), ...refs.map(broadcastLock), unmatchedLock]
      if (!(yield* transaction.tryLock(locks, "shared"))) return Option.none<Reported>()
      const broadcasts = yield* broadcastsOf(refs)
      const locked = yield* store.lock({
        deliveries: unknown.map(({ ref, uuid }) => ({ workspaceUuid: ref.workspace, uuid }))
      })
      const { reports } = yield* inSession(locked, channelTypesOf(broadcasts), messageIds, (session) => {
        for (const { attempt, ref, resolution, uuid } of unknown) {
          const row = session.get(uuid)
          const status = broadcasts.get(refKey(ref))?.status
          if (row === undefined || status === undefined || !isOf(row, ref)) continue
          session.put(resolve(row, attempt, resolution, status, session.now))
        }
      })
      return Option.some<Reported>({ reports, carried: [] })
    })
  )
})

/** Returns the existing broadcasts, by `refKey`. */
const broadcastsOf = Effect.fnUntraced(function* (refs: ReadonlyArray<BroadcastRef>) {
  const { find } = yield* BroadcastStore
  const found = yield* Effect.forEach(refs, (ref) =>
    Effect.map(
      find(ref.workspace, ref.broadcast),
      (broadcast) => [refKey(ref), Option.getOrUndefined(broadcast)] as const
    )
  )
  return new Map(found.flatMap(([key, broadcast]) => (broadcast === undefined ? [] : [[key, broadcast] as const])))
})

const channelTypesOf = (broadcasts: ReadonlyMap<string, Broadcast>): ChannelTypes =>
  new Map(Array.from(broadcasts, ([key, { channelType }]) => [key, channelType]))

const isOf = (row: Delivery, ref: BroadcastRef): boolean => refKey(broadcastOf(row)) === refKey(ref)
