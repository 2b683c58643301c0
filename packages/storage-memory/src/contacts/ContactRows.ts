import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { ErasedCounts } from "@rollcall/core/people"
import { addressesAmong, applyEntries, compareCodePoints, type ContactWrite, searchable } from "@rollcall/core/storage"
import { addressHolders } from "../database/Holders.ts"
import { type ContactRow, type Tables, within } from "../database/Tables.ts"

/** Inserts or replaces a contact with its changed custom values, and updates its searchable form. */
export const writeContact = (tables: Tables, { changes, contact, keys }: ContactWrite): void => {
  const before = tables.contacts.get(contact.workspaceUuid, contact.uuid)
  const values = applyEntries(before?.index.values ?? new Map(), changes)
  putContact(tables, { contact, keys, hidden: before?.hidden ?? {}, index: searchable(contact, keys, values) })
}

/** Inserts or replaces a contact's row, and updates the index of identifiers. */
export const putContact = (tables: Tables, row: ContactRow): void => {
  const { uuid, workspaceUuid } = row.contact
  const before = tables.contacts.get(workspaceUuid, uuid)
  if (before !== undefined) {
    for (const key of holderKeys(before)) tables.holders.remove(key, uuid)
    const present = addressesAmong(row.keys)
    for (const address of addressesAmong(before.keys)) {
      if (!present.includes(address)) tables.formerAddresses.set(within(workspaceUuid, uuid), address, address)
    }
  }
  for (const key of holderKeys(row)) tables.holders.set(key, uuid, uuid)
  tables.contacts.set(workspaceUuid, uuid, row)
}

/** Returns the first contact by uuid with an address; null if no contact has it. */
export const holderOfAddress = (tables: Tables, workspace: WorkspaceUuid, address: string): ContactUuid | null => {
  const holders = addressHolders(tables, workspace, address)
  return holders.toSorted(compareCodePoints)[0] ?? null
}

/** Removes a contact with its memberships, notes and former addresses. Returns their numbers. */
export const removeContact = (tables: Tables, row: ContactRow): ErasedCounts => {
  const { contact, index } = row
  const { uuid, workspaceUuid } = contact
  for (const key of holderKeys(row)) tables.holders.remove(key, uuid)
  tables.contacts.remove(workspaceUuid, uuid)
  const lists = tables.lists
    .rows(workspaceUuid)
    .map((list) => within(workspaceUuid, list.uuid))
    .filter((list) => tables.members.get(list, uuid) !== undefined)
  for (const list of lists) tables.members.remove(list, uuid)
  const own = within(workspaceUuid, uuid)
  for (const address of tables.formerAddresses.rows(own)) tables.formerAddresses.remove(own, address)
  const notes = tables.notes.rows(own)
  for (const note of notes) tables.notes.remove(own, note.uuid)
  return { notes: notes.length, customFields: index.values.size, contactLists: lists.length }
}

const holderKeys = ({ contact, keys }: ContactRow): ReadonlyArray<string> =>
  keys.map(({ field, value }) => within(contact.workspaceUuid, field, value))
