import { Effect, Option } from "effect"
import * as Arr from "effect/Array"
import { refKey } from "../../sending/broadcasts/Broadcast.ts"
import { BroadcastStore } from "../../sending/broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../../sending/broadcasts/BroadcastTransition.ts"
import { originOf } from "../../sending/broadcasts/retry/RetryBroadcast.ts"
import { addressOf, PhoneNumbers, variantsOf } from "../../people/contacts/Identifiers.ts"
import { saveChanged } from "../../sending/delivery/AddressedRecipients.ts"
import type { Delivery } from "../../sending/delivery/DeliveryState.ts"
import { DeliveryStore } from "../../sending/delivery/DeliveryStore.ts"
import { otherHolders } from "../../people/identity/OwnAddresses.ts"
import { eraseDelivery } from "./EraseDelivery.ts"
import { ReceivedMessageStore } from "../../sending/messages/ReceivedMessageStore.ts"
import { ContactImportStore, type RowPlace } from "../../people/imports/ContactImportStore.ts"
import { mentions } from "../../people/imports/RowMentions.ts"
import { optOutLock } from "../../people/opt-outs/OptOut.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type Erasure, ErasureStore } from "./ErasureStore.ts"

/** The number of recipients that one step erases. This also limits the number of broadcasts that a step locks. */
const recipientsAtOnce = 100

/** The number of import rows that one step erases or checks. */
const rowsAtOnce = 1_000

/**
 * Erases some of a person's recipients in the surrounding transaction, and the messages received from their addresses.
 * Returns the numbers of erased recipients and messages, and whether no recipients are left.
 *
 * Deliveries to an address of another contact are tied to that contact instead. `optOutLock` is locked, so that the other
 * contact is not erased meanwhile. Broadcasts that have not ended are locked exclusively, to avoid deadlocks with workers
 * that lock their deliveries.
 */
export const eraseRecipients = Effect.fn("Erasure.eraseRecipients")(function* (erasure: Erasure) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const { now } = yield* BroadcastStore
  const numbers = yield* PhoneNumbers
  const found = yield* store.ofPerson(erasure, recipientsAtOnce)
  if (found.length === 0) return { isDone: true, erased: 0, messages: 0 }
  const live = new Map(found.flatMap(({ isOver, ref }) => (isOver ? [] : [[refKey(ref), broadcastLock(ref)]])))
  if (live.size > 0) yield* transaction.lock(Array.from(live.values()), "exclusive")
  const locked = yield* store.lock({
    deliveries: found.map(({ ref, uuid }) => ({ workspaceUuid: ref.workspace, uuid }))
  })
  const addresses = Arr.dedupe(locked.flatMap(({ identifier }) => addressOf(numbers, identifier) ?? []))
  const others = yield* otherHolders(erasure.workspace, erasure.contact, addresses)
  const madeOf = yield* broadcastsToAudiences(locked)
  const holderOf = ({ broadcastUuid, contactUuid, identifier }: Delivery) =>
    contactUuid !== null && madeOf.has(broadcastUuid) ? undefined : others.get(addressOf(numbers, identifier) ?? "")
  const erasedAt = yield* now
  const erasable = locked.filter((row) => holderOf(row) === undefined)
  const digest = yield* store.messageDigest
  const writers = yield* store.writersOf(erasable)
  yield* saveChanged(erasable, (row) => eraseDelivery(row, digest, erasedAt))
  for (const [holder, rows] of Map.groupBy(locked, holderOf)) {
    if (holder === undefined) continue
    yield* store.tie(rows, holder)
  }
  const messages = yield* eraseWritten(erasure, writers)
  return { isDone: found.length < recipientsAtOnce, erased: erasable.length, messages }
})

/**
 * Erases the received messages from addresses that the person only wrote from, once no recipient of the person has such an
 * address. Messages are kept if another contact has the address, or other people write from the address.
 */
const eraseWritten = Effect.fnUntraced(function* (erasure: Erasure, writers: ReadonlyArray<string>) {
  if (writers.length === 0) return 0
  const { contact, workspace } = erasure
  const deliveries = yield* DeliveryStore
  const messages = yield* ReceivedMessageStore
  const numbers = yield* PhoneNumbers
  const addresses = writers.map((writer) => ({ writer, address: addressOf(numbers, writer) ?? writer }))
  const holders = yield* otherHolders(
    workspace,
    contact,
    addresses.map(({ address }) => address)
  )
  const ownAddresses = yield* Effect.filter(addresses, ({ address, writer }) =>
    holders.has(address)
      ? Effect.succeed(false)
      : Effect.map(deliveries.otherAddresses(workspace, [writer]), (others) => others.length === 0)
  )
  const variants = ownAddresses.flatMap(({ address, writer }) => [writer, ...variantsOf(numbers, address)])
  return yield* messages.erase(workspace, Arr.dedupe(variants))
})

/**
 * Returns the uuids of broadcasts to audiences, and of their retries, among the broadcasts of these deliveries. In such a
 * broadcast, a recipient's values come from its own contact, not from another contact with the same address.
 */
const broadcastsToAudiences = Effect.fnUntraced(function* (rows: ReadonlyArray<Delivery>) {
  const store = yield* BroadcastStore
  const refs = new Map(rows.map(({ broadcastUuid, workspaceUuid }) => [broadcastUuid, workspaceUuid]))
  const found = yield* Effect.forEach(refs, ([broadcast, workspace]) => store.find(workspace, broadcast))
  const toAudiences = yield* Effect.filter(found.flatMap(Option.toArray), (broadcast) =>
    Effect.map(originOf(broadcast), ({ audience }) => audience !== null)
  )
  return new Set(toAudiences.map(({ uuid }) => uuid))
})

interface ErasedAlready {
  readonly recipients: number
  readonly importRows: number
  readonly messages: number
}

/** The progress of erasing import rows. `after` is the last row that was checked. */
interface RowProgress {
  readonly isDone: boolean
  readonly after: RowPlace | null
  /** The number of rows that this step erased. */
  readonly erased: number
}

/**
 * Erases some of the import rows that resolved to the contact. When no such rows are left, checks some of the rows without
 * a contact, after the row `after`, for the contact's identifiers. Must run after the contact is erased, so that no import
 * can resolve to the contact.
 */
export const eraseRows = Effect.fn("Erasure.eraseRows")(function* (erasure: Erasure, after: RowPlace | null) {
  const { contact, identifiers, mergedFrom, workspace } = erasure
  const store = yield* ContactImportStore
  const count = yield* store.eraseRowsOf(workspace, [contact, ...mergedFrom], rowsAtOnce)
  if (count === rowsAtOnce) return { isDone: false, after, erased: count } satisfies RowProgress
  const numbers = yield* PhoneNumbers
  const rows = yield* store.unresolvedRows(workspace, after, rowsAtOnce)
  const found = rows.filter(({ row }) => mentions(numbers, row, identifiers))
  if (found.length > 0) yield* store.eraseRows(workspace, found)
  const progress: RowProgress = {
    isDone: rows.length < rowsAtOnce,
    after: rows.at(-1) ?? after,
    erased: count + found.length
  }
  return progress
})

/**
 * Erases a person's remaining data, each step in its own transaction. Repeating a step, even in another process, is
 * harmless. Reports the number of items that each step erased, in case a later step fails.
 */
export const finishErasure = Effect.fn("Erasure.finish")(function* (
  erasure: Erasure,
  report: (erased: ErasedAlready) => void = () => {}
) {
  const transaction = yield* Transaction
  const erasures = yield* ErasureStore
  const recipients = Effect.andThen(
    transaction.lock([optOutLock(erasure.workspace)], "shared"),
    eraseRecipients(erasure)
  )
  const step = Effect.tap(transaction.run(recipients), ({ erased, messages }) =>
    Effect.sync(() => report({ recipients: erased, importRows: 0, messages }))
  )
  yield* Effect.repeat(step, { until: ({ isDone }) => isDone })
  let progress: RowProgress = { isDone: false, after: null, erased: 0 }
  while (!progress.isDone) {
    progress = yield* transaction.run(eraseRows(erasure, progress.after))
    report({ recipients: 0, importRows: progress.erased, messages: 0 })
  }
  yield* erasures.remove(erasure.workspace, erasure.contact)
})
