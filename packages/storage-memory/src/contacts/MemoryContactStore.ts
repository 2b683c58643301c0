import {
  comparator,
  type Contact,
  ContactStore,
  type ContactUuid,
  searchable,
  slice,
  StorageError,
  toPredicate,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { contactsOf, putContact, type StoredContact } from "./ContactsState.ts"

/** The contacts of the memory database. A search looks at every contact of the workspace. */
export const layer: Layer.Layer<ContactStore, never, MemoryDatabase> = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    /** Writes a contact where `may` allows it and says whether it did. */
    const put = (contact: Contact, may: (exists: boolean) => boolean): Effect.Effect<boolean> =>
      Effect.suspend(() => {
        const stored: StoredContact = { contact, index: searchable(contact) }
        return database.modify((state) =>
          may(HashMap.has(contactsOf(state.contacts, contact.workspaceUuid), contact.uuid))
            ? [true, { ...state, contacts: putContact(state.contacts, stored) }]
            : [false, state]
        )
      })

    const find = (workspace: WorkspaceUuid, uuid: ContactUuid): Effect.Effect<Option.Option<Contact>> =>
      database.read((state) =>
        Option.map(HashMap.get(contactsOf(state.contacts, workspace), uuid), ({ contact }) => contact)
      )

    return ContactStore.of({
      insert: (contact) =>
        Effect.flatMap(
          put(contact, (exists) => !exists),
          (done) =>
            done
              ? Effect.void
              : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The contact exists already") }))
        ),

      find,

      // A transaction holds the one lock that all writers need.
      lock: find,

      replace: (contact) => Effect.asVoid(put(contact, (exists) => exists)),

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
