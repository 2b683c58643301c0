import type { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import type { Belongings, ContactMerge, IdentifierKey } from "@rollcall/core/people"
import { MergeStore } from "@rollcall/core/storage"
import { DateTime, Option, Struct } from "effect"
import { storeLayer } from "../database/Database.ts"
import { duplicatesIn } from "./MemoryDuplicates.ts"
import { type Tables, within } from "../database/Tables.ts"

export const layer = storeLayer(MergeStore, ({ read, write }) => ({
  add: (merge, identifiers) =>
    write(({ mergedHolders, mergedIdentifiers, merges }) => {
      const { from, workspace } = merge
      merges.set(workspace, from, merge)
      for (const key of identifiers) {
        const had = within(workspace, key.field, key.value)
        mergedHolders.set(had, from, from)
        mergedIdentifiers.set(within(workspace, from), had, key)
      }
    }),

  remove: (workspace, from) =>
    write(({ mergedHolders, mergedIdentifiers, merges }) => {
      merges.remove(workspace, from)
      const own = within(workspace, from)
      for (const { field, value } of mergedIdentifiers.rows(own)) {
        const had = within(workspace, field, value)
        mergedHolders.remove(had, from)
        mergedIdentifiers.remove(own, had)
      }
    }),

  last: (workspace, into) =>
    read(({ merges }) => {
      const found = merges.rows(workspace).filter((merge) => merge.into === into)
      return Option.fromUndefinedOr(found.toSorted((a, b) => DateTime.Order(b.mergedAt, a.mergedAt))[0])
    }),

  all: (workspace, into) => read(({ merges }) => mergesInto(merges.rows(workspace), into)),

  mergedInto: (workspace, into) =>
    read(({ merges }) => mergesInto(merges.rows(workspace), into).map(Struct.omit(["state"]))),

  belongings: (workspace, contact) => read((tables) => belongingsOf(tables, workspace, contact)),

  duplicates: (workspace, kinds, page, { slow }) =>
    slow(
      read((tables) => duplicatesIn(tables, workspace, kinds, page)),
      "long"
    ),

  distribute: (workspace, shares) =>
    write((tables) => {
      const notes = shares.flatMap(({ contact }) => tables.notes.rows(within(workspace, contact)))
      for (const { belongings, contact } of shares) {
        takeAll(tables, workspace, contact)
        const own = within(workspace, contact)
        for (const { list, ...added } of belongings.memberships)
          tables.members.set(within(workspace, list), contact, { contact, ...added })
        for (const address of belongings.formerAddresses) tables.formerAddresses.set(own, address, address)
      }
      for (const note of notes) {
        const share = shares.find(({ belongings }) => belongings.notes.some((named) => named.note === note.uuid))
        const contactUuid = share?.contact ?? note.contactUuid
        if (contactUuid === note.contactUuid) continue
        tables.notes.remove(within(workspace, note.contactUuid), note.uuid)
        tables.notes.set(within(workspace, contactUuid), note.uuid, { ...note, contactUuid })
      }
    })
}))

/** Returns the merged contacts that had an identifier. */
export const mergedWith = (
  { mergedHolders }: Tables,
  workspace: WorkspaceUuid,
  { field, value }: IdentifierKey
): ReadonlyArray<ContactUuid> => mergedHolders.rows(within(workspace, field, value))

/** Returns the contact a uuid refers to after merges; undefined if it no longer exists. */
export const survivorOf = (
  { contacts, merges }: Tables,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
): ContactUuid | undefined => {
  let named: ContactUuid | undefined = uuid
  while (named !== undefined && contacts.get(workspace, named) === undefined) named = merges.get(workspace, named)?.into
  return named
}

/** Returns the merges into a contact, directly or through other contacts. */
const mergesInto = (merges: ReadonlyArray<ContactMerge>, into: ContactUuid): ReadonlyArray<ContactMerge> =>
  merges
    .filter((merge) => merge.into === into)
    .flatMap((merge): ReadonlyArray<ContactMerge> => [merge, ...mergesInto(merges, merge.from)])

/** Returns a contact's list memberships. */
const membershipsOf = ({ lists, members }: Tables, workspace: WorkspaceUuid, contact: ContactUuid) =>
  lists.rows(workspace).flatMap(({ uuid: list }) => {
    const member = members.get(within(workspace, list), contact)
    return member === undefined ? [] : [{ list, addedAt: member.addedAt, addedBy: member.addedBy }]
  })

const belongingsOf = (tables: Tables, workspace: WorkspaceUuid, contact: ContactUuid): Belongings => {
  const own = within(workspace, contact)
  return {
    memberships: membershipsOf(tables, workspace, contact),
    notes: tables.notes.rows(own).map(({ updatedAt, uuid }) => ({ note: uuid, updatedAt })),
    formerAddresses: tables.formerAddresses.rows(own)
  }
}

/** Removes all memberships and former addresses of a contact. */
const takeAll = (tables: Tables, workspace: WorkspaceUuid, contact: ContactUuid): void => {
  for (const { list } of membershipsOf(tables, workspace, contact))
    tables.members.remove(within(workspace, list), contact)
  const own = within(workspace, contact)
  for (const address of tables.formerAddresses.rows(own)) tables.formerAddresses.remove(own, address)
}
