import {
  comparator,
  type Contact,
  ContactStore,
  type CustomField,
  CustomFieldStore,
  NoteStore,
  slice,
  toPredicate,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { holdersAmong } from "../contacts/Holders.ts"
import { indexOf } from "./ReferenceIndex.ts"
import { listStore } from "./ReferenceLists.ts"
import { ReferenceTables, rowOf, rowsOf, type Tables } from "./ReferenceTables.ts"

/**
 * What a store has to answer when one caller asks at a time: every promise of the ports of the contacts area, kept in
 * the most obvious way over plain tables. It derives what it needs when it is asked, and keeps no index and no count.
 */
export const referenceStorage: Layer.Layer<
  Transaction | ContactStore | CustomFieldStore | NoteStore | Layer.Success<typeof listStore>,
  never,
  ReferenceTables
> = Layer.suspend(() => Layer.mergeAll(transaction, contactStore, fieldStore, listStore, noteStore))

/** Puts everything back when the effect fails. */
const transaction = Layer.effect(
  Transaction,
  Effect.map(ReferenceTables, (tables) =>
    Transaction.of({
      run: (effect) =>
        Effect.suspend(() => {
          const before: Tables = {
            contacts: new Map(tables.contacts),
            fields: new Map(tables.fields),
            lists: new Map(tables.lists),
            memberships: new Map(tables.memberships),
            notes: new Map(tables.notes)
          }
          return Effect.onError(effect, () => Effect.sync(() => void Object.assign(tables, before)))
        })
    })
  )
)

const contactStore = Layer.effect(
  ContactStore,
  Effect.map(ReferenceTables, (tables) => {
    const put = (contact: Contact) => Effect.sync(() => void tables.contacts.set(contact.uuid, contact))
    const find = (workspace: WorkspaceUuid, uuid: string) => Effect.sync(() => rowOf(tables.contacts, workspace, uuid))
    return ContactStore.of({
      find,
      lock: (workspace, uuids) =>
        Effect.sync(() => rowsOf(tables.contacts, workspace).filter(({ uuid }) => uuids.includes(uuid))),
      save: ({ changed, created }) =>
        Effect.forEach([...created, ...changed], ({ contact }) => put(contact), { discard: true }),
      lockIdentifiers: (workspace, keys) =>
        Effect.sync(() => keys.map((key) => holdersAmong(rowsOf(tables.contacts, workspace), key))),
      erase: (workspace, uuid) =>
        Effect.sync(() => {
          if (Option.isNone(rowOf(tables.contacts, workspace, uuid))) return false
          tables.contacts.delete(uuid)
          for (const [key, { contact }] of tables.memberships) if (contact === uuid) tables.memberships.delete(key)
          for (const [key, { contactUuid }] of tables.notes) if (contactUuid === uuid) tables.notes.delete(key)
          return true
        }),
      search: (workspace, { condition, sort }, page) =>
        Effect.sync(() => {
          const matches = toPredicate(condition)
          const compare = comparator(sort)
          const hits = rowsOf(tables.contacts, workspace)
            .map((contact) => ({ contact, index: indexOf(tables, contact) }))
            .filter(({ index }) => matches(index))
            .toSorted((a, b) => compare(a.index, b.index))
          return slice(
            hits.map(({ contact }) => contact),
            page
          )
        })
    })
  })
)

const byAge = (a: CustomField, b: CustomField): number =>
  DateTime.Order(a.createdAt, b.createdAt) || (a.uuid < b.uuid ? -1 : 1)

const fieldStore = Layer.effect(
  CustomFieldStore,
  Effect.map(ReferenceTables, (tables) => {
    const all = (workspace: WorkspaceUuid) => rowsOf(tables.fields, workspace).toSorted(byAge)
    const active = (workspace: WorkspaceUuid) => all(workspace).filter(({ status }) => status === "active")
    const find = (workspace: WorkspaceUuid, uuid: string) => Effect.sync(() => rowOf(tables.fields, workspace, uuid))
    const named = (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) =>
      Effect.sync(() => active(workspace).filter(({ fieldKey }) => keys.includes(fieldKey)))
    return CustomFieldStore.of({
      insert: (field) =>
        Effect.sync(() => {
          if (all(field.workspaceUuid).some(({ fieldKey }) => fieldKey === field.fieldKey)) return false
          tables.fields.set(field.uuid, field)
          return true
        }),
      all: (workspace) => Effect.sync(() => all(workspace)),
      named,
      lockShared: named,
      find,
      lock: find,
      replace: (field) =>
        Effect.sync(() => {
          tables.fields.set(field.uuid, field)
          if (field.status === "active") return
          for (const contact of rowsOf(tables.contacts, field.workspaceUuid)) {
            const shown = Object.entries(contact.customFields).filter(([key]) => key !== field.fieldKey)
            tables.contacts.set(contact.uuid, { ...contact, customFields: Object.fromEntries(shown) })
          }
        }),
      hasValues: (workspace, uuid) =>
        Effect.sync(() =>
          rowsOf(tables.contacts, workspace).some((contact) => indexOf(tables, contact).values.has(uuid))
        )
    })
  })
)

const noteStore = Layer.effect(
  NoteStore,
  Effect.map(ReferenceTables, (tables) => {
    const notesOf = (workspace: WorkspaceUuid, contact: string) =>
      rowsOf(tables.notes, workspace).filter((note) => note.contactUuid === contact && note.status === "active")
    const find = ({ contact, note, workspace }: { workspace: WorkspaceUuid; contact: string; note: string }) =>
      Option.fromUndefinedOr(notesOf(workspace, contact).find(({ uuid }) => uuid === note))
    return NoteStore.of({
      insert: (note) =>
        Effect.sync(() => {
          if (Option.isNone(rowOf(tables.contacts, note.workspaceUuid, note.contactUuid))) return false
          tables.notes.set(note.uuid, note)
          return true
        }),
      find: (ref) => Effect.sync(() => find(ref)),
      list: (workspace, contact, page) =>
        Effect.sync(() =>
          slice(
            notesOf(workspace, contact).toSorted(
              (a, b) => DateTime.Order(b.createdAt, a.createdAt) || (a.uuid > b.uuid ? -1 : 1)
            ),
            page
          )
        ),
      replace: (ref, draft, now) =>
        Effect.sync(() =>
          Option.map(find(ref), (note) => {
            const replaced = { ...note, ...draft, updatedAt: DateTime.max(now, note.updatedAt) }
            tables.notes.set(note.uuid, replaced)
            return replaced
          })
        ),
      archive: (ref, now) =>
        Effect.sync(() =>
          Option.match(find(ref), {
            onNone: () => false,
            onSome: (note) => {
              tables.notes.set(note.uuid, { ...note, status: "archived", archivedAt: now })
              return true
            }
          })
        )
    })
  })
)
