import {
  addressesOf,
  applyEntries,
  comparator,
  compareCodePoints,
  type Contact,
  ContactStore,
  hasIdentifier,
  Ledger,
  maxIdentifierHolders,
  searchable,
  slice,
  toPredicate,
  type ValueChange
} from "@rollcall/core"
import { type DateTime, Effect, Layer, Option } from "effect"
import { putAccount } from "../broadcasts/Accounts.ts"
import { Database } from "../kernel/Database.ts"
import { addRow, findRow, keyOf, orConflict, replaceRow, rowsOf } from "../kernel/Rows.ts"
import type { ContactRow, Tables } from "../kernel/Tables.ts"

export const layerContactStore = Layer.effect(
  ContactStore,
  Effect.map(Database, ({ read, write }) => {
    const find: ContactStore["Service"]["find"] = (workspace, uuid) =>
      read(({ contacts }) => Option.map(findRow(contacts, workspace, uuid), ({ contact }) => contact))

    return ContactStore.of({
      find,

      // A transaction has the only turn to write: nobody gets between this and its end.
      lock: (workspace, uuids) =>
        read(({ contacts }) =>
          uuids.flatMap((uuid) => Option.toArray(findRow(contacts, workspace, uuid))).map(({ contact }) => contact)
        ),

      save: ({ changed, created }) =>
        Effect.flatMap(
          write((tables) => {
            if (created.some(({ contact }) => Option.isSome(findContact(tables, contact)))) return false
            for (const { changes, contact } of created) addRow(tables.contacts, rowAfter(tables, contact, changes))
            for (const { changes, contact } of changed) replaceRow(tables.contacts, rowAfter(tables, contact, changes))
            return true
          }),
          orConflict
        ),

      // For the same reason nobody else holds identifiers.
      lockIdentifiers: (workspace, keys) =>
        read(({ contacts }) => {
          const ours = rowsOf(contacts, workspace).map(({ contact }) => contact)
          return keys.map((key) => ({
            key,
            contacts: ours
              .filter((contact) => hasIdentifier(contact, key))
              .map(({ uuid }) => uuid)
              .toSorted(compareCodePoints)
              .slice(0, maxIdentifierHolders)
          }))
        }),

      erase: (workspace, uuid) =>
        write((tables, now) =>
          Option.exists(findRow(tables.contacts, workspace, uuid), ({ contact }) => {
            erase(tables, contact, now)
            return true
          })
        ),

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

/** Removes a contact with all that belongs to it, and takes it out of the accounts of its workspace (C7). */
const erase = (tables: Tables, contact: Contact, now: DateTime.Utc): void => {
  const { uuid, workspaceUuid } = contact
  tables.contacts.delete(keyOf(workspaceUuid, uuid))
  for (const [key, note] of tables.notes) if (note.contactUuid === uuid) tables.notes.delete(key)
  for (const [key, members] of tables.members) {
    tables.members.set(key, new Map(members.entries().filter(([member]) => member !== uuid)))
  }
  const addresses = addressesOf(contact)
  for (const { ref, row } of tables.ledger.values()) {
    const isTheirs = ref.workspace === workspaceUuid && addresses.includes(row.identifier)
    if (isTheirs) putAccount(tables, { ref, row: Ledger.erase(row, now) }, now)
  }
}

/** The row of a contact, whose custom values were changed. */
const rowAfter = (tables: Tables, contact: Contact, changes: ReadonlyArray<ValueChange>): ContactRow => {
  const { uuid, workspaceUuid } = contact
  const before = Option.map(findContact(tables, contact), ({ index }) => index.values)
  const values = applyEntries(
    Option.getOrElse(before, () => new Map()),
    changes
  )
  return { uuid, workspaceUuid, contact, index: searchable(contact, values) }
}

const findContact = ({ contacts }: Tables, { uuid, workspaceUuid }: Contact) => findRow(contacts, workspaceUuid, uuid)
