import { systemCaller } from "../../shared/Ids.ts"
import { Array as Arr, Effect } from "effect"
import type { Contact } from "../../people/contacts/Contact.ts"
import type { ContactNotFound } from "../../people/contacts/FindContact.ts"
import { addressesOf, PhoneNumbers, variantsOf } from "../../people/contacts/Identifiers.ts"
import type { ContactStore } from "../../people/contacts/ContactStore.ts"
import { DeliveryStore } from "../../sending/delivery/DeliveryStore.ts"
import { ContactImportStore } from "../../people/imports/ContactImportStore.ts"
import { ContactListStore } from "../../people/lists/ContactListStore.ts"
import { MergeStore } from "../../people/merges/MergeStore.ts"
import { ReceivedMessageStore } from "../../sending/messages/ReceivedMessageStore.ts"
import { NoteStore } from "../../people/notes/NoteStore.ts"
import { ownFormerAddresses } from "../../people/identity/OwnAddresses.ts"
import { OptOuts } from "../../people/opt-outs/OptOuts.ts"
import { newestBefore, type PlaceInTime } from "../../shared/Instant.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { PlacedEntry } from "./TimelinePlace.ts"
import type { TimelineType, UnnamedEntry } from "./TimelineEntry.ts"

/** A function that returns up to `limit` entries of one type after a place, newest first. */
type Source = (
  contact: Contact,
  place: PlaceInTime,
  limit: number
) => Effect.Effect<ReadonlyArray<PlacedEntry>, ContactNotFound | StorageError>

/** The types of entries that are derived from other stored data. The history stores entries of all other types. */
export type StoredType = Exclude<TimelineType, "archived" | "list_removed" | "opted_in" | "unarchived" | "updated">

/** Returns a source for each type that is derived from other stored data. */
export const makeSources = Effect.gen(function* () {
  const deliveries = yield* DeliveryStore
  const imports = yield* ContactImportStore
  const lists = yield* ContactListStore
  const merges = yield* MergeStore
  const messages = yield* ReceivedMessageStore
  const notes = yield* NoteStore
  const optOuts = yield* OptOuts
  const numbers = yield* PhoneNumbers
  const ports = yield* Effect.context<ContactStore>()

  /** Returns a contact's current addresses, and its former addresses that no other contact has now. */
  const addressesOfPerson = Effect.fnUntraced(function* (contact: Contact) {
    const { uuid, workspaceUuid } = contact
    const former = yield* Effect.provideContext(ownFormerAddresses(workspaceUuid, [uuid]), ports)
    return Arr.dedupe([...addressesOf(numbers, contact), ...(former.get(uuid) ?? [])])
  })

  /** Returns the contacts that were merged into a contact. Data tied to the merged contacts belongs to the survivor. */
  const mergedInto = ({ uuid, workspaceUuid }: Contact) =>
    Effect.map(merges.mergedInto(workspaceUuid, uuid), (all) => all.map(({ from }) => from))

  const sources: { readonly [Type in StoredType]: Source } = {
    created: ({ createdAt, uuid }, place, limit) =>
      Effect.succeed(
        newestBefore([placed({ type: "created", at: createdAt, by: null }, uuid)], (item) => item.place, place, limit)
      ),
    imported: Effect.fnUntraced(function* (contact, place, limit) {
      const contacts = [contact.uuid, ...(yield* mergedInto(contact))]
      const rows = yield* imports.rowsBefore(contact.workspaceUuid, contacts, place, limit)
      return rows.map(({ contactImport, createdAt, createdBy, index, outcome }) =>
        placed(
          { type: "imported", at: createdAt, by: createdBy, contactImportUuid: contactImport, row: index, outcome },
          contactImport,
          index
        )
      )
    }),
    list_added: ({ uuid, workspaceUuid }, place, limit) =>
      Effect.map(lists.membershipsBefore(workspaceUuid, uuid, place, limit), (memberships) =>
        memberships.map(({ addedAt, addedBy, list }) =>
          placed(
            { type: "list_added", at: addedAt, by: addedBy, contactListUuid: list.uuid, name: list.name },
            list.uuid
          )
        )
      ),
    merged: ({ uuid, workspaceUuid }, place, limit) =>
      Effect.map(merges.mergedInto(workspaceUuid, uuid), (all) =>
        newestBefore(
          all.map(({ from, mergedAt, mergedBy }) =>
            placed({ type: "merged", at: mergedAt, by: mergedBy, mergedContactUuid: from }, from)
          ),
          (item) => item.place,
          place,
          limit
        )
      ),
    message_in: Effect.fnUntraced(function* (contact, place, limit) {
      const addresses = (yield* addressesOfPerson(contact)).flatMap((address) => variantsOf(numbers, address))
      if (addresses.length === 0) return []
      const received = yield* messages.before(contact.workspaceUuid, Arr.dedupe(addresses), place, limit)
      return received.map(({ asksToStop, at, from, kind, text, to, username, uuid }) =>
        placed(
          { type: "message_in", at, by: null, receivedMessageUuid: uuid, from, username, to, kind, text, asksToStop },
          uuid
        )
      )
    }),
    message_out: Effect.fnUntraced(function* (contact, place, limit) {
      const addresses = yield* addressesOfPerson(contact)
      const mergedFrom = yield* mergedInto(contact)
      const person = { workspace: contact.workspaceUuid, contact: contact.uuid, mergedFrom, addresses }
      const found = yield* deliveries.messagesBefore(person, place, limit)
      return found.map(({ broadcast: { createdAt, createdBy, name, ...broadcast }, uuid, ...message }) =>
        placed(
          {
            type: "message_out",
            at: createdAt,
            by: createdBy,
            recipientUuid: uuid,
            broadcastName: name,
            ...broadcast,
            ...message
          },
          uuid
        )
      )
    }),
    note: ({ uuid, workspaceUuid }, place, limit) =>
      Effect.map(notes.before(workspaceUuid, uuid, place, limit), (found) =>
        found.map(({ createdAt, text, title, updatedAt, uuid }) =>
          placed({ type: "note", at: createdAt, by: null, noteUuid: uuid, title, text, updatedAt }, uuid)
        )
      ),
    opted_out: ({ uuid, workspaceUuid }, place, limit) =>
      Effect.map(optOuts.of(systemCaller(workspaceUuid), uuid), (found) =>
        newestBefore(
          found.map((optOut) => placed({ type: "opted_out", ...optOut }, uuid)),
          (item) => item.place,
          place,
          limit
        )
      )
  }
  return sources
})

/** Returns an entry with its place in the timeline. */
export const placed = (entry: UnnamedEntry, uuid: string, index = 0): PlacedEntry => ({
  place: { at: entry.at, type: entry.type, uuid, index },
  entry
})
