import { applyEntries, comparator, ContactStore, searchable, slice, toPredicate } from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, orConflict, rowOf, rowsOf } from "../kernel/Rows.ts"

export const layerContactStore = Layer.effect(
  ContactStore,
  Effect.gen(function* () {
    const { read, write } = yield* Database

    const find: ContactStore["Service"]["find"] = (workspace, uuid) =>
      read(({ contacts }) => Option.fromUndefinedOr(rowOf(contacts, workspace, uuid)))

    return ContactStore.of({
      insert: (contact, values) =>
        write(({ contacts, searchables }) => {
          if (!addRow(contacts, contact.uuid, contact)) return false
          searchables.set(contact.uuid, searchable(contact, applyEntries(new Map(), values)))
          return true
        }).pipe(Effect.flatMap(orConflict)),

      find,

      // A transaction has the only turn to write: nobody gets between this and its end.
      lock: find,

      replace: (contact, changes) =>
        write(({ contacts, searchables }) => {
          if (rowOf(contacts, contact.workspaceUuid, contact.uuid) === undefined) return
          const values = searchables.get(contact.uuid)?.values ?? new Map()
          contacts.set(contact.uuid, contact)
          searchables.set(contact.uuid, searchable(contact, applyEntries(values, changes)))
        }),

      search: (workspace, { condition, sort }, page) =>
        read(({ contacts, searchables }) => {
          const matches = toPredicate(condition)
          const compare = comparator(sort)
          const hits = rowsOf(contacts, workspace)
            .flatMap((contact) => {
              const index = searchables.get(contact.uuid)
              return index !== undefined && matches(index) ? [{ contact, index }] : []
            })
            .sort((a, b) => compare(a.index, b.index))
          const { items, total } = slice(hits, page)
          return { items: items.map(({ contact }) => contact), total }
        })
    })
  })
)
