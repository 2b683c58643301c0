import { Data, Effect, Layer } from "effect"
import * as Arr from "effect/Array"
import { refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../broadcasts/BroadcastTransition.ts"
import { ContactErasure } from "../contacts/ContactErasure.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import { foundContact } from "../contacts/ContactWriter.ts"
import { addressesOf, addressOf } from "../contacts/Identifiers.ts"
import { saveChanged } from "../delivery/AddressedRecipients.ts"
import { DeliveryStore, type ErasedPerson } from "../delivery/DeliveryStore.ts"
import { eraseDelivery } from "../delivery/EraseDelivery.ts"
import { EventStore } from "../events/EventStore.ts"
import { ReceivedMessageStore } from "../messages/ReceivedMessageStore.ts"
import { optOutLock } from "../opt-outs/OptOut.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { Transaction } from "../shared/Transaction.ts"

/** How many recipients one step erases, and so the most broadcasts that it locks. */
const recipientsAtOnce = 100

/**
 * Erases a contact in one transaction (C7). It has `optOutLock` exclusively: no recipient is staged meanwhile that would
 * be tied to the contact, and no other contact with the same address is erased. Recipients are locked before contacts, as
 * everywhere.
 */
const eraseContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, contact: ContactUuid) {
  const contacts = yield* ContactStore
  const broadcasts = yield* BroadcastStore
  const events = yield* EventStore
  const messages = yield* ReceivedMessageStore
  const transaction = yield* Transaction
  yield* transaction.lock([optOutLock(workspace)], "exclusive")
  const present = addressesOf(yield* foundContact(yield* contacts.find(workspace, contact), contact))
  const addresses = Arr.dedupe([...present, ...(yield* contacts.formerAddresses(workspace, contact))])
  const others = yield* otherHolders(workspace, contact, addresses)
  const own = addresses.filter((address) => !others.has(address))
  const person = { workspace, contact, addresses: own, until: yield* broadcasts.now }
  yield* Effect.repeat(eraseRecipients(person), { until: (isDone) => isDone })
  const erased = yield* foundContact(yield* contacts.erase(workspace, contact), contact)
  if (addressesOf(erased).some((address) => !addresses.includes(address))) return yield* new AddressChanged()
  yield* messages.erase(workspace, own)
  yield* events.append([{ type: "contact.erased", workspaceUuid: workspace, contactUuid: contact }])
})

/** The contact got another address while it was erased: the recipients of that address are not erased. */
class AddressChanged extends Data.TaggedError("AddressChanged") {}

/** The contact, but for the given one, that has each address; the first by uuid where several have it. */
const otherHolders = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  addresses: ReadonlyArray<string>
) {
  if (addresses.length === 0) return new Map<string, ContactUuid>()
  const holders = yield* ContactStore.use((store) => store.holders(workspace, addresses))
  const others = holders.filter((holder) => holder.contact !== contact)
  return new Map(others.toReversed().map((holder) => [holder.address, holder.contact]))
})

/**
 * Erases some of a person's recipients, inside a transaction, and returns whether there are no others. Those whose address
 * another contact has are tied to that one instead. Broadcasts that are not over are locked exclusively, so that no one
 * who works on one of them waits for a delivery while this waits for another.
 */
const eraseRecipients = Effect.fn("EraseContact.eraseRecipients")(function* (person: ErasedPerson) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const { now } = yield* BroadcastStore
  const found = yield* store.ofPerson(person, recipientsAtOnce)
  if (found.length === 0) return true
  const live = new Map(found.flatMap(({ isOver, ref }) => (isOver ? [] : [[refKey(ref), broadcastLock(ref)]])))
  if (live.size > 0) yield* transaction.lock(Array.from(live.values()), "exclusive")
  const locked = yield* store.lock({ uuids: found.map(({ uuid }) => uuid) })
  const addresses = Arr.dedupe(locked.flatMap(({ identifier }) => addressOf(identifier) ?? []))
  const others = yield* otherHolders(person.workspace, person.contact, addresses)
  const holderOf = (identifier: string) => others.get(addressOf(identifier) ?? "")
  const erasedAt = yield* now
  yield* saveChanged(
    locked.filter(({ identifier }) => holderOf(identifier) === undefined),
    (row) => eraseDelivery(row, erasedAt)
  )
  for (const [holder, rows] of Map.groupBy(locked, ({ identifier }) => holderOf(identifier))) {
    if (holder === undefined) continue
    const uuids = rows.map(({ uuid }) => uuid)
    yield* store.tie(uuids, holder)
  }
  return found.length < recipientsAtOnce
})

/** Erases contacts from every store that holds something of them. */
export const layerContactErasure = Layer.effect(
  ContactErasure,
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const ports = yield* Effect.context<
      BroadcastStore | ContactStore | DeliveryStore | EventStore | ReceivedMessageStore | Transaction
    >()
    return ContactErasure.of({
      erase: (workspace, uuid) =>
        run(Effect.provideContext(eraseContact(workspace, uuid), ports)).pipe(
          Effect.retry({ while: (error) => error._tag === "AddressChanged" })
        )
    })
  })
)
