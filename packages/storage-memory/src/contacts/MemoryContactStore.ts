import {
  comparator,
  compareCodePoints,
  ContactStore,
  type ContactWrite,
  maxIdentifierHolders,
  slice,
  toPredicate
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { eraseRecipients } from "../broadcasts/Deliveries.ts"
import { Database } from "../database/Database.ts"
import { orConflict } from "../database/Rows.ts"
import { holdersOf, removeContact, writeContact } from "./ContactRows.ts"

/** A search tests every contact of the workspace: `toPredicate` and `comparator` are its definition. */
export const layer = Layer.effect(
  ContactStore,
  Effect.map(Database, ({ read, write }) =>
    ContactStore.of({
      find: (workspace, uuid) => read(({ contacts }) => Option.fromUndefinedOr(contacts.get(workspace, uuid)?.contact)),

      // A transaction is the only writer until it ends: what it reads is locked.
      lock: (workspace, uuids) =>
        read(({ contacts }) => uuids.flatMap((uuid) => contacts.get(workspace, uuid)?.contact ?? [])),

      save: ({ changed, created }) =>
        write((tables) => {
          const isThere = ({ contact: { uuid, workspaceUuid } }: ContactWrite) =>
            tables.contacts.get(workspaceUuid, uuid) !== undefined
          if (created.some(isThere)) return false
          for (const one of [...created, ...changed.filter(isThere)]) writeContact(tables, one)
          return true
        }).pipe(Effect.flatMap(orConflict)),

      lockIdentifiers: (workspace, keys) =>
        read((tables) =>
          keys.map((key) => {
            const contacts = holdersOf(tables, workspace, key).toSorted(compareCodePoints)
            return { key, contacts: contacts.slice(0, maxIdentifierHolders) }
          })
        ),

      erase: (workspace, uuid) =>
        write((tables, now) => {
          const row = tables.contacts.get(workspace, uuid)
          if (row === undefined) return false
          removeContact(tables, row.contact)
          eraseRecipients(tables, row.contact, now)
          return true
        }),

      search: (workspace, { condition, sort }, page) =>
        read(({ contacts }) => {
          const matches = toPredicate(condition)
          const compare = comparator(sort)
          const hits = contacts.rows(workspace).filter(({ index }) => matches(index))
          const { items, total } = slice(
            hits.toSorted((a, b) => compare(a.index, b.index)),
            page
          )
          return { items: items.map(({ contact }) => contact), total }
        })
    })
  )
)
