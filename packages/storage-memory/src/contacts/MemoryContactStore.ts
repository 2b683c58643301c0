import {
  applyEntries,
  comparator,
  type Contact,
  ContactStore,
  type ContactUuid,
  type Searchable,
  searchable,
  slice,
  StorageError,
  toPredicate,
  type ValueChange,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { contactsOf, putContact, type StoredContact } from "./ContactsState.ts"
import { eraseContact } from "./EraseContact.ts"
import { holdersOf, withIdentifiers, withoutIdentifiers } from "./IdentifiersState.ts"

/** The contacts of the memory database. A search looks at every contact of the workspace. */
export const layer: Layer.Layer<ContactStore, never, MemoryDatabase> = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    /** Writes a contact where `may` allows it and says whether it did. */
    const put = (
      contact: Contact,
      changes: ReadonlyArray<ValueChange>,
      may: (exists: boolean) => boolean
    ): Effect.Effect<boolean> =>
      database.modify((state) => {
        const present = HashMap.get(contactsOf(state.contacts, contact.workspaceUuid), contact.uuid)
        if (!may(Option.isSome(present))) return [false, state]
        const values = Option.match(present, { onNone: () => noValues, onSome: ({ index }) => index.values })
        const stored: StoredContact = { contact, index: searchable(contact, applyEntries(values, changes)) }
        const others = Option.match(present, {
          onNone: () => state.identifiers,
          onSome: ({ contact }) => withoutIdentifiers(state.identifiers, contact)
        })
        return [
          true,
          {
            ...state,
            contacts: putContact(state.contacts, stored),
            identifiers: withIdentifiers(others, contact)
          }
        ]
      })

    const find = (workspace: WorkspaceUuid, uuid: ContactUuid): Effect.Effect<Option.Option<Contact>> =>
      database.read((state) =>
        Option.map(HashMap.get(contactsOf(state.contacts, workspace), uuid), ({ contact }) => contact)
      )

    return ContactStore.of({
      insert: (contact, changes) =>
        Effect.flatMap(
          put(contact, changes, (exists) => !exists),
          (done) =>
            done
              ? Effect.void
              : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The contact exists already") }))
        ),

      find,

      // A transaction holds the one lock that all writers need.
      lock: find,

      replace: (contact, changes) => Effect.asVoid(put(contact, changes, (exists) => exists)),

      // Nothing to wait for: it is called inside a transaction.
      holdIdentifiers: (workspace, keys) =>
        database.read(({ identifiers }) => keys.map((key) => holdersOf(identifiers, workspace, key))),

      erase: (workspace, uuid) => database.modify((state, now) => eraseContact(state, workspace, uuid, now)),

      search: (workspace, plan, page) =>
        database.read(({ contacts }) => {
          const matches = toPredicate(plan.condition)
          const compare = comparator(plan.sort)
          const hits = HashMap.toValues(contactsOf(contacts, workspace)).filter(({ index }) => matches(index))
          const { items, total } = slice(
            hits.sort((a, b) => compare(a.index, b.index)),
            page
          )
          return { items: items.map(({ contact }) => contact), total }
        })
    })
  })
)

const noValues: Searchable["values"] = new Map()
