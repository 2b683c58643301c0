import { Cause, Context, Data, Duration, Effect, Layer } from "effect"
import * as Arr from "effect/Array"
import { BroadcastStore } from "../../sending/broadcasts/BroadcastStore.ts"
import { type ContactNotFound, findContact, foundContact } from "../../people/contacts/FindContact.ts"
import { ContactStore, type ErasedCounts } from "../../people/contacts/ContactStore.ts"
import {
  addressesAmong,
  addressFields,
  identifierKeys,
  isAddressField,
  PhoneNumbers,
  variantsOf
} from "../../people/contacts/Identifiers.ts"
import type { DeliveryStore } from "../../sending/delivery/DeliveryStore.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent } from "../../events/events/RollcallEvent.ts"
import { HistoryStore } from "../../people/history/HistoryStore.ts"
import type { ContactImportStore } from "../../people/imports/ContactImportStore.ts"
import { MergeStore } from "../../people/merges/MergeStore.ts"
import { ReceivedMessageStore } from "../../sending/messages/ReceivedMessageStore.ts"
import { optOutLock } from "../../people/opt-outs/OptOut.ts"
import type { OptOutStore } from "../../people/opt-outs/OptOutStore.ts"
import { eraseOptOuts } from "./EraseOptOuts.ts"
import type { Caller, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { otherHolders } from "../../people/identity/OwnAddresses.ts"
import { eraseRecipients, eraseRows, finishErasure } from "./ErasureSteps.ts"
import { type Erasure, ErasureStore } from "./ErasureStore.ts"
import { eraseNamedSearches, personTexts } from "./NamedSearches.ts"

/** The numbers of items that an erasure removed. A receipt contains no personal data. */
export interface ErasureReceipt extends ErasedCounts {
  /** The number of broadcast recipients that lost their values, address and reference. */
  readonly recipients: number
  /** The number of import rows that lost their content. */
  readonly importRows: number
  /** The number of messages from the person that were removed. */
  readonly messages: number
  /**
   * Whether the erasure is complete. If false, the contact is gone and workers erase the remaining data, because the
   * erasure failed midway or runs in a transaction of the host.
   */
  readonly isComplete: boolean
}

/**
 * Erases a contact and all other data of the person, including data without a contact, such as recipients.
 *
 * @example
 * const erasure = yield* ContactErasure
 * const { isComplete } = yield* erasure.erase(caller, contact)
 * return isComplete
 */
export class ContactErasure extends Context.Service<
  ContactErasure,
  {
    /**
     * Permanently removes a contact with its memberships, notes and values, including values of archived fields. Broadcasts
     * keep their counts. Recipients that were this contact, even under a former address, lose their identifier, reference,
     * values and error messages. Their unsent messages are not sent. Addresses that another contact has are kept for that
     * contact. Returns the number of removed items. This can't be undone.
     *
     * @param uuid The uuid of a merged contact resolves to its survivor.
     * @example
     * const erasure = yield* ContactErasure
     * const { isComplete, recipients } = yield* erasure.erase(caller, contact)
     * return [isComplete, recipients]
     */
    readonly erase: (caller: Caller, uuid: ContactUuid) => Effect.Effect<ErasureReceipt, ContactNotFound | StorageError>
  }
>()("@rollcall/core/person/erasure/ContactErasure") {
  /**
   * Erases the contact from every store. Data that doesn't fit in one transaction is erased in further transactions before
   * the call returns. Inside the caller's transaction, and after a failure, `layerErasureWorker` erases the remaining data.
   */
  static readonly layer = Layer.effect(
    ContactErasure,
    Effect.gen(function* () {
      const { isOpen, run } = yield* Transaction
      const ports = yield* Effect.context<
        | BroadcastStore
        | ContactImportStore
        | ContactStore
        | DeliveryStore
        | ErasureStore
        | EventStore
        | HistoryStore
        | MergeStore
        | OptOutStore
        | ReceivedMessageStore
        | Transaction
      >()
      return ContactErasure.of({
        erase: Effect.fnUntraced(function* ({ workspace }, uuid) {
          const { receipt, rest } = yield* run(Effect.provideContext(eraseContact(workspace, uuid), ports)).pipe(
            Effect.retry({ while: (error) => error._tag === "IdentifiersChanged" })
          )
          if (rest === null || (yield* isOpen)) return receipt
          let { importRows, messages, recipients } = receipt
          const finished = finishErasure(rest, (erased) => {
            importRows += erased.importRows
            recipients += erased.recipients
            messages += erased.messages
          })
          const isComplete = yield* Effect.provideContext(finished, ports).pipe(
            Effect.as(true),
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.interrupt
                : Effect.as(Effect.logWarning("the rest of an erasure is left to the workers", cause), false)
            )
          )
          return { ...receipt, importRows, messages, recipients, isComplete }
        })
      })
    })
  )
}

/**
 * The time after which a worker takes over an erasure. By then, the caller has died or ran the erasure in a transaction of
 * the host.
 */
export const erasureDueAfter = Duration.minutes(1)

/**
 * Erases a contact and the first part of its other data in one transaction. If data is left, stores an `Erasure` and
 * returns it with the receipt. Locks `optOutLock` exclusively, so that meanwhile no recipient is tied to the contact and no
 * other contact with the same address is erased. Then takes locks in the usual order: identifiers, broadcasts, deliveries,
 * contacts.
 */
const eraseContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, named: ContactUuid) {
  const contacts = yield* ContactStore
  const broadcasts = yield* BroadcastStore
  const erasures = yield* ErasureStore
  const events = yield* EventStore
  const history = yield* HistoryStore
  const merges = yield* MergeStore
  const messages = yield* ReceivedMessageStore
  const transaction = yield* Transaction
  yield* transaction.lock([optOutLock(workspace)], "exclusive")
  const numbers = yield* PhoneNumbers
  const contact = yield* findContact(contacts, workspace, named)
  const { uuid } = contact
  const merged = yield* merges.all(workspace, uuid)
  const mergedFrom = merged.map(({ from }) => from)
  const states = [contact, ...merged.flatMap(({ state }) => [state.survivor, state.from, state.merged])]
  const keys = Arr.dedupeWith(
    states.flatMap((state) => identifierKeys(numbers, state)),
    isEqual
  )
  const held = keys.length === 0 ? [] : yield* contacts.lockIdentifiers(workspace, keys)
  const former = yield* contacts.formerAddresses(workspace, [uuid])
  const addresses = Arr.dedupe([...addressesAmong(keys), ...former.map(({ address }) => address)])
  const others = yield* otherHolders(workspace, uuid, addresses)
  const unshared = addresses.filter((address) => !others.has(address))
  const ownKeys = held.flatMap(({ contacts, key }) => (contacts.some((holder) => holder !== uuid) ? [] : [key]))
  const ownAddresses = unshared.flatMap((value) => addressFields.map((field) => ({ field, value })))
  const until = yield* broadcasts.now
  const erasure: Erasure = {
    workspace,
    contact: uuid,
    mergedFrom,
    addresses: unshared,
    identifiers: [
      ...ownKeys.filter(({ field, value }) => !isAddressField(field) || unshared.includes(value)),
      ...ownAddresses
    ],
    until
  }
  yield* eraseOptOuts(erasure, states)
  const recipients = yield* eraseRecipients(erasure)
  const { counts, identifiers } = yield* foundContact(yield* contacts.erase(workspace, uuid), uuid)
  const isSame = identifierKeys(numbers, identifiers).every((key) => keys.some((known) => isEqual(known, key)))
  if (!isSame) return yield* new IdentifiersChanged()
  yield* history.erase(workspace, [uuid, ...mergedFrom])
  yield* Effect.forEach(mergedFrom, (from) => merges.remove(workspace, from), { discard: true })
  yield* eraseNamedSearches(workspace, personTexts(states, unshared))
  const rows = yield* eraseRows(erasure, null)
  const erasedMessages = yield* messages.erase(
    workspace,
    unshared.flatMap((address) => variantsOf(numbers, address))
  )
  yield* events.append([nameEvent({ type: "contact.erased", workspaceUuid: workspace, contactUuid: uuid })])
  const isComplete = recipients.isDone && rows.isDone
  if (!isComplete) yield* erasures.add(erasure, erasureDueAfter)
  const receipt: ErasureReceipt = {
    ...counts,
    recipients: recipients.erased,
    importRows: rows.erased,
    messages: erasedMessages + recipients.messages,
    isComplete
  }
  return { receipt, rest: isComplete ? null : erasure }
})

type Key = Erasure["identifiers"][number]

const isEqual = (a: Key, b: Key): boolean => a.field === b.field && a.value === b.value

/** The contact got another identifier during its erasure, so the data found is incomplete. */
class IdentifiersChanged extends Data.TaggedError("IdentifiersChanged") {}
