import { comparator, ContactStore, type ContactWrite, slice, StorageError, toPredicate } from "@rollcall/core"
import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { contactsOf } from "./ContactsState.ts"
import { eraseContact } from "./EraseContact.ts"
import { holdersOf } from "./IdentifiersState.ts"
import { isPresent, writeContact } from "./WriteContact.ts"

/** The contacts of the memory database. A search looks at every contact of the workspace. */
export const layer: Layer.Layer<ContactStore, never, MemoryDatabase> = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    /** Adds contacts and replaces others in one step; false, and nothing changed, when one that is new is there. */
    const write = (
      created: ReadonlyArray<ContactWrite>,
      changed: ReadonlyArray<ContactWrite>
    ): Effect.Effect<void, StorageError> =>
      database
        .modify((state) => {
          if (created.some((one) => isPresent(state, one))) return [false, state]
          return [true, [...created, ...changed.filter((one) => isPresent(state, one))].reduce(writeContact, state)]
        })
        .pipe(
          Effect.flatMap((done) =>
            done
              ? Effect.void
              : Effect.fail(new StorageError({ reason: "Conflict", cause: new Error("The contact exists already") }))
          )
        )

    return ContactStore.of({
      find: (workspace, uuid) =>
        database.read((state) =>
          Option.map(HashMap.get(contactsOf(state.contacts, workspace), uuid), ({ contact }) => contact)
        ),

      // A transaction holds the one lock that all writers need.
      lock: (workspace, uuids) =>
        database.read((state) => {
          const contacts = contactsOf(state.contacts, workspace)
          return uuids.flatMap((uuid) => Option.toArray(HashMap.get(contacts, uuid)).map(({ contact }) => contact))
        }),

      save: ({ changed, created }) => write(created, changed),

      // Nothing to wait for: it is called inside a transaction.
      lockIdentifiers: (workspace, keys) =>
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
