import type { ContactList, ContactUuid } from "@rollcall/core"
import { newestBefore, slice } from "@rollcall/core/operations"
import { type ContactListFilter, ContactListStore, type MemberOutcome } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { foldedName, nameOrder, orConflict } from "../database/Rows.ts"
import { type Tables, within } from "../database/Tables.ts"
import { counted, memberPage, membersOf } from "./Members.ts"

export const layer = storeLayer(ContactListStore, ({ read, write }) => {
  const find: ContactListStore["Service"]["find"] = (workspace, uuid) =>
    read((tables) => Option.map(Option.fromUndefinedOr(tables.lists.get(workspace, uuid)), counted(tables)))

  return {
    insert: (list) =>
      Effect.flatMap(
        write(({ lists }) => lists.insert(list.workspaceUuid, list.uuid, list)),
        orConflict
      ),

    find,

    // A transaction is the only writer until it ends, so its reads are already locked.
    lock: find,

    replace: (list) => Effect.asVoid(write(({ lists }) => lists.replace(list.workspaceUuid, list.uuid, list))),

    list: (workspace, filter, sort, page) =>
      read((tables) => {
        const wanted = tables.lists.rows(workspace).filter(isWanted(tables, filter))
        const { items, total } = slice(wanted.toSorted(nameOrder(sort)), page)
        return { items: items.map(counted(tables)), total }
      }),

    members: (workspace, uuid, { includeArchived, sort }, page) =>
      read((tables) => {
        const members = membersOf(tables, workspace, uuid)
        const wanted = members.filter(({ contact }) => includeArchived || !contact.archived)
        const { items, ...rest } = memberPage(wanted, sort, page)
        return { items: items.map(({ contact }) => contact), ...rest }
      }),

    membershipsBefore: (workspace, contact, place, limit) =>
      read(({ lists, members }) =>
        newestBefore(
          lists.rows(workspace).flatMap(({ name, uuid }) => {
            const member = members.get(within(workspace, uuid), contact)
            return member === undefined ? [] : [{ ...member, list: { uuid, name } }]
          }),
          ({ addedAt, list }) => ({ at: addedAt, uuid: list.uuid, index: 0 }),
          place,
          limit
        ).map(({ addedAt, addedBy, list }) => ({ addedAt, addedBy, list }))
      ),

    among: (workspace, contact, lists) =>
      read(({ members }) => lists.filter((list) => members.get(within(workspace, list), contact) !== undefined)),

    addMembers: (workspace, uuid, contacts, by, now) =>
      write((tables) => {
        const outcomes = new Map<ContactUuid, MemberOutcome>()
        const list = tables.lists.get(workspace, uuid)
        if (list === undefined) return outcomes
        for (const contact of contacts) {
          const isKnown = tables.contacts.get(workspace, contact) !== undefined
          const row = { contact, addedAt: now, addedBy: by }
          const isNew = isKnown && tables.members.insert(within(workspace, uuid), contact, row)
          outcomes.set(contact, isNew ? "added" : isKnown ? "present" : "unknown")
          if (isNew) tables.lists.set(workspace, uuid, { ...list, updatedBy: by, updatedAt: now })
        }
        return outcomes
      }),

    removeMembers: (workspace, uuid, contacts, by, now) =>
      write(({ lists, members }) => {
        const list = lists.get(workspace, uuid)
        const removed = contacts.flatMap((contact) => members.get(within(workspace, uuid), contact) ?? [])
        for (const { contact } of removed) members.remove(within(workspace, uuid), contact)
        if (list !== undefined && removed.length > 0)
          lists.set(workspace, uuid, { ...list, updatedBy: by, updatedAt: now })
        return removed
      })
  }
})

const isWanted =
  ({ members }: Tables, { contact, nameContains, status }: ContactListFilter) =>
  (list: ContactList): boolean =>
    (status === null || list.status === status) &&
    foldedName(list).includes(nameContains ?? "") &&
    (contact === null || members.get(within(list.workspaceUuid, list.uuid), contact) !== undefined)
