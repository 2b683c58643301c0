import { type DateTime, Effect, Option } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { impersonalProblem, optedOutProblem } from "../broadcasts/Recipient.ts"
import { ContactStore } from "../../people/contacts/ContactStore.ts"
import { addressesOf, addressOf, PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import type { NewEvent } from "../../events/events/RollcallEvent.ts"
import { optedOutAmong } from "../../people/opt-outs/OptOutKeys.ts"
import type { ReceiptRefusal } from "../channels/MessageChannel.ts"
import type { RecipientUuid } from "../../shared/Ids.ts"
import { applyReceipt, broadcastOf, type Delivery, isErased, type MessageDigest, reject } from "./Delivery.ts"
import { announce, contactEffect, type ContactEffect, recipientEvent, withEffects } from "./DeliveryEffects.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import type { ReportedEnd } from "./ReceiptVerdicts.ts"
import { type ChannelTypes, ReceiptMatching, type ReportedReceipt, type UnmatchedReceipt } from "./ReceiptMatching.ts"

/**
 * The name of the lock for unmatched receipts. A transaction that records a message id takes the lock as shared, so that no
 * receipt for the id is stored as unmatched meanwhile. A transaction that stores unmatched receipts takes the lock
 * exclusively. For the order of locks, see `broadcastLock`.
 */
export const unmatchedLock = "unmatched receipts"

/** An opted-out address and its workspace. `sameAs` is another opted-out address of the same person, if known. */
export type OptedOutAddress = Pick<ContactEffect, "address" | "workspace"> & { readonly sameAs?: string }

/** A channel's report about a message of a broadcast. Further reports about the message may follow. */
export interface ChannelReport {
  readonly ref: BroadcastRef
  /** The recipient's address if the channel reports it as opted out; null otherwise. */
  readonly address: string | null
  /** Whether this is the first such report. */
  readonly isNew: boolean
}

/**
 * The deliveries that one unit of work changes, with the effects and events of the changes. Functions of `Delivery` make
 * the changes.
 */
export class DeliverySession {
  readonly now: DateTime.Utc
  readonly #digest: MessageDigest
  readonly #before: ReadonlyMap<RecipientUuid, Delivery>
  readonly #rows: Map<RecipientUuid, Delivery>
  /** The effects of the changes on contacts, in order. */
  readonly effects: Array<ContactEffect> = []
  /** The events of the changes, in order. */
  readonly events: Array<NewEvent> = []
  /** Matches receipts to these deliveries. */
  readonly receipts: ReceiptMatching
  /** The results that receipts report, used to find the cause of failures after acceptance. */
  readonly ends: Array<ReportedEnd> = []
  /** The channel's reports about messages, in order, whether or not their deliveries changed. */
  readonly reports: Array<ChannelReport> = []

  constructor(
    locked: ReadonlyArray<Delivery>,
    channelTypes: ChannelTypes,
    unmatched: ReadonlyArray<UnmatchedReceipt>,
    digest: MessageDigest,
    now: DateTime.Utc
  ) {
    this.now = now
    this.#digest = digest
    this.#before = new Map(locked.map((row) => [row.uuid, row]))
    this.#rows = new Map(this.#before)
    this.receipts = new ReceiptMatching(locked, channelTypes, unmatched, digest)
  }

  get(uuid: RecipientUuid): Delivery | undefined {
    return this.#rows.get(uuid)
  }

  /**
   * Replaces a delivery with its changed version. Once the delivery has a message id, applies the unmatched receipts for
   * this id. An erased delivery stores only the digest of the id.
   */
  put(changed: Delivery): void {
    const last = this.#rows.get(changed.uuid)
    if (last === undefined || last === changed) return
    const row =
      isErased(changed) && changed.messageId !== null
        ? { ...changed, messageId: this.#digest(changed.messageId) }
        : changed
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

  /** Applies a receipt to its delivery, or keeps it if no delivery matches. */
  receive(receipt: ReportedReceipt): void {
    const uuid = this.receipts.of(receipt)
    const row = uuid === undefined ? undefined : this.#rows.get(uuid)
    if (row === undefined) return this.receipts.keep(receipt)
    const changed = this.#received(row, receipt)
    if (receipt.status !== "undeliverable") this.#report(row, null)
    else if (receipt.refusal !== undefined && changed.status !== row.status) this.#report(row, receipt.refusal)
    this.put(changed)
  }

  #report(row: Delivery, refusal: ReceiptRefusal | null): void {
    this.ends.push({ ref: broadcastOf(row), sentAt: row.sentAt ?? this.now, refusal })
  }

  #received(row: Delivery, receipt: ReportedReceipt | UnmatchedReceipt): Delivery {
    const error = "error" in receipt || receipt.reason === null ? null : impersonalProblem(receipt.reason).error
    const received = applyReceipt(row, { error, ...receipt }, this.now)
    const isOptOut = receipt.status === "undeliverable" && receipt.reason === "opted_out"
    if (receipt.status !== "sent") this.report(row, isOptOut, received.status !== row.status)
    return received
  }

  /** Records a channel's report about a delivery. */
  report(row: Delivery, isOptOut: boolean, isNew: boolean): void {
    this.reports.push({ ref: broadcastOf(row), address: isOptOut ? row.identifier : null, isNew })
  }

  /** Returns the deliveries to save. */
  changed(): ReadonlyArray<Delivery> {
    return Array.from(this.#rows.values()).filter((row) => row !== this.#before.get(row.uuid))
  }
}

/**
 * Runs one unit of work on locked deliveries, inside a transaction that shares `unmatchedLock`. Loads the unmatched
 * receipts for `messageIds`, lets `work` change the deliveries, and saves the changes with their effects on contacts and
 * their events. Returns the session; the caller stores the receipts that match no delivery.
 */
export const inSession = Effect.fnUntraced(function* (
  locked: ReadonlyArray<Delivery>,
  channelTypes: ChannelTypes,
  messageIds: ReadonlyArray<string>,
  work: (session: DeliverySession) => void
) {
  const store = yield* DeliveryStore
  const broadcasts = yield* BroadcastStore
  const digest = yield* store.messageDigest
  const unmatched = messageIds.length === 0 ? [] : yield* store.unmatched(messageIds.map(digest))
  const session = new DeliverySession(locked, channelTypes, unmatched, digest, yield* broadcasts.now)
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

/** Rejects deliveries that are pending again if their address was opted out meanwhile. */
const rejectReleased = Effect.fnUntraced(function* (session: DeliverySession) {
  const released = session.changed().filter(({ status }) => status === "pending")
  if (released.length === 0) return
  const numbers = yield* PhoneNumbers
  const broadcasts = yield* BroadcastStore
  const refs = new Map(released.map((row) => [refKey(broadcastOf(row)), broadcastOf(row)]))
  const ofBroadcast = Map.groupBy(released, (row) => refKey(broadcastOf(row)))
  for (const [key, { broadcast: uuid, workspace }] of refs) {
    const broadcast = yield* broadcasts.find(workspace, uuid)
    const rows = ofBroadcast.get(key) ?? []
    const addressed = rows.map((row) => ({ row, address: addressOf(numbers, row.identifier) ?? "" }))
    const optedOut = yield* optedOutAmong(
      workspace,
      addressed.map(({ address }) => address),
      Option.match(broadcast, { onNone: () => "marketing", onSome: ({ category }) => category })
    )
    for (const { address, row } of addressed)
      if (optedOut.has(address)) session.put(reject(row, optedOutProblem, session.now))
  }
})

/**
 * Applies each effect to the contacts with its address. Call it after saving the deliveries.
 *
 * @see docs/contributing/decisions.md, C6
 */
export const affectContacts = Effect.fnUntraced(function* (onIdentifiers: ReadonlyArray<ContactEffect>) {
  if (onIdentifiers.length === 0) return
  const contacts = yield* ContactStore
  const numbers = yield* PhoneNumbers
  const effects = onIdentifiers.map((effect) => ({
    ...effect,
    address: addressOf(numbers, effect.address) ?? effect.address
  }))
  const locked = yield* contacts.lockAddressed(effects)
  const onAddress = Map.groupBy(effects, ({ address, workspace }) => `${workspace} ${address}`)
  const changed = locked.flatMap((contact) => {
    // Looks effects up by address, because there may be hundreds of effects and contacts.
    const [first = [], ...others] = addressesOf(numbers, contact).flatMap((address) => {
      const found = onAddress.get(`${contact.workspaceUuid} ${address}`)
      return found === undefined ? [] : [found]
    })
    const after = withEffects(numbers, contact, others.length === 0 ? first : effects)
    return after === contact ? [] : [after]
  })
  if (changed.length > 0) yield* contacts.saveEngagements(changed)
})
