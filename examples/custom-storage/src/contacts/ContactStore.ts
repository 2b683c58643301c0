import {
  applyEntries,
  comparator,
  type Contact,
  ContactStore,
  searchable,
  slice,
  toPredicate,
  type ValueChange
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, findRow, orConflict, replaceRow, rowsOf } from "../kernel/Rows.ts"
import type { ContactRow, Tables } from "../kernel/Tables.ts"

export const layerContactStore = Layer.effect(
  ContactStore,
  Effect.map(Database, ({ read, write }) => {
    const find: ContactStore["Service"]["find"] = (workspace, uuid) =>
      read(({ contacts }) => Option.map(findRow(contacts, workspace, uuid), ({ contact }) => contact))

    return ContactStore.of({
      insert: (contact, values) =>
        Effect.flatMap(
          write((tables) => addRow(tables.contacts, rowAfter(tables, contact, values))),
          orConflict
        ),

      find,

      // A transaction has the only turn to write: nobody gets between this and its end.
      lock: find,

      replace: (contact, changes) => write((tables) => replaceRow(tables.contacts, rowAfter(tables, contact, changes))),

      search: (workspace, { condition, sort }, page) =>
        read(({ contacts }) => {
          const matches = toPredicate(condition)
          const compare = comparator(sort)
          const hits = rowsOf(contacts, workspace).filter(({ index }) => matches(index))
          const { items, total } = slice(
            hits.toSorted((a, b) => compare(a.index, b.index)),
            page
          )
          return { items: items.map(({ contact }) => contact), total }
        })
    })
  })
)

/** The row of a contact, whose custom values were changed. */
const rowAfter = ({ contacts }: Tables, contact: Contact, changes: ReadonlyArray<ValueChange>): ContactRow => {
  const { uuid, workspaceUuid } = contact
  const before = Option.map(findRow(contacts, workspaceUuid, uuid), ({ index }) => index.values)
  const values = applyEntries(
    Option.getOrElse(before, () => new Map()),
    changes
  )
  return { uuid, workspaceUuid, contact, index: searchable(contact, values) }
}
