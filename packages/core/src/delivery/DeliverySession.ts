import { type DateTime, Effect, Option } from "effect"
import { type Broadcast, type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { addressOf, PhoneNumbers } from "../contacts/Identifiers.ts"
import { keepWriters } from "./AddressedRecipients.ts"
import { optedOutProblem } from "../broadcasts/Recipient.ts"
import type { NewEvent } from "../events/RollcallEvent.ts"
import { optOutLock } from "../opt-outs/OptOut.ts"
import { optedOutAmong } from "../opt-outs/OptOutKeys.ts"
import type { RecipientUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"
import {
  acceptedEffect,
  contactEffect,
  type ContactEffect,
  withEffects,
  announce,
  bulkEvent,
  recipientEvent
} from "./DeliveryEffects.ts"
import {
  applyOutcome,
  applyReceipt,
  broadcastOf,
  type Delivery,
  reject,
  resolve,
  type Resolution,
  type SendOutcome
} from "./Delivery.ts"
import { type AcceptedMessage, DeliveryStore, type ExpiredLease } from "./DeliveryStore.ts"
import { type ChannelTypes, ReceiptMatching, type ReportedReceipt, type UnmatchedReceipt } from "./ReceiptMatching.ts"

/**
 * The lock of the unmatched receipts. A transaction that makes a message id known shares it, so that no receipt for the
 * id is kept meanwhile; one that keeps receipts holds it exclusively. See `broadcastLock` for the order of locks.
 */
export const unmatchedLock = "unmatched receipts"

/** An address, and the workspace that it is opted out in. */
type OptedOutAddress = Pick<ContactEffect, "address" | "workspace">

/** The deliveries that one unit of work changes, by the rules of `Delivery`, and what follows from the changes. */
export class DeliverySession {
  readonly now: DateTime.Utc
  readonly #before: ReadonlyMap<RecipientUuid, Delivery>
  readonly #rows: Map<RecipientUuid, Delivery>
  /** What the changes mean for contacts, in their order (C5, C6). */
  readonly effects: Array<ContactEffect> = []
  /** The events of the changes, in their order. */
  readonly events: Array<NewEvent> = []
  /** Which of the deliveries receipts are for. */
  readonly receipts: ReceiptMatching
  /** Addresses that the channel says are opted out, whether or not their deliveries changed. */
  readonly optedOut: Array<OptedOutAddress> = []

  constructor(
    locked: ReadonlyArray<Delivery>,
    channelTypes: ChannelTypes,
    unmatched: ReadonlyArray<UnmatchedReceipt>,
    now: DateTime.Utc
  ) {
    this.now = now
    this.#before = new Map(locked.map((row) => [row.uuid, row]))
    this.#rows = new Map(this.#before)
    this.receipts = new ReceiptMatching(locked, channelTypes, unmatched)
  }

  get(uuid: RecipientUuid): Delivery | undefined {
    return this.#rows.get(uuid)
  }

  /** Takes the new form of a delivery. A message id that becomes known takes its unmatched receipts (B11). */
  put(row: Delivery): void {
    const last = this.#rows.get(row.uuid)
    if (last === undefined || last === row) return
    this.#rows.set(row.uuid, row)
    const effect = contactEffect(last, row)
    if (effect !== null) this.effects.push(effect)
    const event = recipientEvent(last, row)
    if (event !== null) this.events.push(event)
    if (last.messageId === null && row.messageId !== null) {
      const waiting = this.receipts.learn(row, row.messageId)
      this.put(waiting.reduce((delivery, receipt) => this.#received(delivery, receipt), row))
    }
  }

  /** Applies a receipt to the delivery that it is for, or keeps it if there is none. */
  receive(receipt: ReportedReceipt): void {
    const uuid = this.receipts.of(receipt)
    const row = uuid === undefined ? undefined : this.#rows.get(uuid)
    if (row === undefined) this.receipts.keep(receipt)
    else this.put(this.#received(row, receipt))
  }

  #received(row: Delivery, receipt: ReportedReceipt | UnmatchedReceipt): Delivery {
    if (receipt.status === "undeliverable" && receipt.reason === "opted_out") this.optOut(row)
    return applyReceipt(row, receipt, this.now)
  }

  /** Takes note that the channel says that the address of a delivery is opted out. */
  optOut({ identifier, workspaceUuid }: Delivery): void {
    this.optedOut.push({ workspace: workspaceUuid, address: identifier })
  }

  /** The deliveries that have to be saved. */
  changed(): ReadonlyArray<Delivery> {
    return Array.from(this.#rows.values()).filter((row) => row !== this.#before.get(row.uuid))
  }
}

/**
 * Runs one unit of work on locked deliveries, inside a transaction that shares `unmatchedLock`: loads the unmatched
 * receipts for `messageIds`, lets `work` change the deliveries, and saves what changed with what it means for contacts
 * and with its events. Returns the session; the caller keeps the receipts that match no delivery.
 */
export const inSession = Effect.fnUntraced(function* (
  locked: ReadonlyArray<Delivery>,
  channelTypes: ChannelTypes,
  messageIds: ReadonlyArray<string>,
  work: (session: DeliverySession) => void
) {
  const store = yield* DeliveryStore
  const broadcasts = yield* BroadcastStore
  const unmatched = messageIds.length === 0 ? [] : yield* store.unmatched(messageIds)
  const session = new DeliverySession(locked, channelTypes, unmatched, yield* broadcasts.now)
  work(session)
  yield* rejectReleased(session)
  const changed = session.changed()
  if (changed.length > 0) yield* store.save(changed)
  const { matched } = session.receipts
  if (matched.length > 0) yield* store.removeUnmatched(matched)
  yield* announce(() => session.events)
  yield* affectContacts(session.effects)
  return session
})

/** Rejects deliveries that are pending again and whose address was opted out meanwhile. */
const rejectReleased = Effect.fnUntraced(function* (session: DeliverySession) {
  const released = session.changed().filter(({ status }) => status === "pending")
  if (released.length === 0) return
  const numbers = yield* PhoneNumbers
  for (const [workspace, rows] of Map.groupBy(released, ({ workspaceUuid }) => workspaceUuid)) {
    const addressed = rows.map((row) => ({ row, address: addressOf(numbers, row.identifier) ?? "" }))
    const optedOut = yield* optedOutAmong(
      workspace,
      addressed.map(({ address }) => address)
    )
    for (const { address, row } of addressed)
      if (optedOut.has(address)) session.put(reject(row, optedOutProblem, session.now))
  }
})

/** Applies effects to the contacts that have the addresses (C5, C6). Called after the deliveries are saved. */
const affectContacts = Effect.fnUntraced(function* (onIdentifiers: ReadonlyArray<ContactEffect>) {
  if (onIdentifiers.length === 0) return
  const contacts = yield* ContactStore
  const numbers = yield* PhoneNumbers
  const effects = onIdentifiers.map((effect) => ({
    ...effect,
    address: addressOf(numbers, effect.address) ?? effect.address
  }))
  const locked = yield* contacts.lockAddressed(effects)
  const changed = locked.flatMap((contact) => {
    const after = withEffects(numbers, contact, effects)
    return after === contact ? [] : [after]
  })
  if (changed.length > 0) yield* contacts.saveEngagements(changed)
})

/**
 * Records the outcomes of sends, each where its attempt is still the latest one. Accepted messages are recorded by one
 * statement; for the others, and for those with an unmatched receipt, the deliveries are loaded. Outcomes for
 * deliveries of another broadcast are ignored. Returns the addresses that the channel says are opted out.
 */
export const recordOutcomes = Effect.fn("DeliverySession.recordOutcomes")(function* (
  ref: BroadcastRef,
  outcomes: ReadonlyArray<SendOutcome>
) {
  const none: ReadonlyArray<OptedOutAddress> = []
  if (outcomes.length === 0) return none
  const { run } = yield* Transaction
  return yield* run(recordIn(ref, outcomes))
})

/** Records outcomes as `recordOutcomes` does, inside a transaction, which then shares the lock of the broadcast. */
export const recordIn = Effect.fnUntraced(function* (ref: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) {
  const optedOut = yield* recordEach(ref, outcomes)
  return [...optedOut, ...(yield* keepWriters(ref, outcomes))]
})

const recordEach = Effect.fnUntraced(function* (ref: BroadcastRef, outcomes: ReadonlyArray<SendOutcome>) {
  const none: ReadonlyArray<OptedOutAddress> = []
  if (outcomes.length === 0) return none
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  // What is pending again must not be so after its address was opted out.
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
    return none
  }
  const broadcasts = yield* broadcastsOf([ref])
  const status = broadcasts.get(refKey(ref))?.status
  if (status === undefined) return none
  const locked = yield* store.lock({ uuids: rest.map(({ uuid }) => uuid) })
  const messageIds = rest.flatMap((outcome) => (outcome._tag === "Accepted" ? [outcome.messageId] : []))
  const { optedOut } = yield* inSession(locked, channelTypesOf(broadcasts), messageIds, (session) => {
    for (const outcome of outcomes) {
      const effect = effects.get(outcome.uuid)
      const row = session.get(outcome.uuid)
      if (effect) session.effects.push(effect)
      if (effect || row === undefined || !isOf(row, ref)) continue
      if (outcome._tag === "Undeliverable" && outcome.reason === "opted_out") session.optOut(row)
      session.put(applyOutcome(row, outcome, status, session.now))
    }
  })
  return optedOut
})

/** The accepted messages among the outcomes, of deliveries with no other outcome. */
const acceptedOnce = (outcomes: ReadonlyArray<SendOutcome>): ReadonlyArray<AcceptedMessage> => {
  const times = Map.groupBy(outcomes, ({ uuid }) => uuid)
  return outcomes.flatMap((outcome) =>
    outcome._tag === "Accepted" && times.get(outcome.uuid)?.length === 1 ? [outcome] : []
  )
}

/**
 * Resolves `unknown` deliveries, each where its attempt is still the latest one and it belongs to the broadcast. Returns
 * the addresses that the channel says are opted out. If another transaction has one of the locks, it changes nothing and
 * returns none at once.
 */
export const resolveUnknown = Effect.fn("DeliverySession.resolveUnknown")(function* (
  unknown: ReadonlyArray<Omit<ExpiredLease, "channelType" | "isNew"> & { readonly resolution: Resolution }>
) {
  const nothing: ReadonlyArray<OptedOutAddress> = []
  if (unknown.length === 0) return Option.some(nothing)
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const refs = Array.from(new Map(unknown.map(({ ref }) => [refKey(ref), ref])).values())
  const messageIds = unknown.flatMap(({ resolution }) => (resolution._tag === "Accepted" ? [resolution.messageId] : []))
  const workspaces = new Set(refs.map(({ workspace }) => workspace))
  return yield* transaction.run(
    Effect.gen(function* () {
      const locks = [...Array.from(workspaces, optOutLock), ...refs.map(broadcastLock), unmatchedLock]
      if (!(yield* transaction.tryLock(locks, "shared"))) return Option.none<typeof nothing>()
      const broadcasts = yield* broadcastsOf(refs)
      const locked = yield* store.lock({ uuids: unknown.map(({ uuid }) => uuid) })
      const { optedOut } = yield* inSession(locked, channelTypesOf(broadcasts), messageIds, (session) => {
        for (const { attempt, ref, resolution, uuid } of unknown) {
          const row = session.get(uuid)
          const status = broadcasts.get(refKey(ref))?.status
          if (row === undefined || status === undefined || !isOf(row, ref)) continue
          session.put(resolve(row, attempt, resolution, status, session.now))
        }
      })
      return Option.some(optedOut)
    })
  )
})

/** The broadcasts by `refKey`, without those that do not exist. */
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
