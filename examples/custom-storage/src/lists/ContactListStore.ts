import {
  type ContactList,
  type ContactListFilter,
  ContactListStore,
  type ContactUuid,
  fold,
  type MemberOutcome,
  slice
} from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, createdAt, findRow, orConflict, orderBy, replaceRow, rowsOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"
import { changeMembers, counted, memberOrder, membersOf } from "./Members.ts"

export const layerContactListStore = Layer.effect(
  ContactListStore,
  Effect.map(Database, ({ read, write }) => {
    const find: ContactListStore["Service"]["find"] = (workspace, uuid) =>
      read((tables) => Option.map(findRow(tables.lists, workspace, uuid), counted(tables)))

    return ContactListStore.of({
      insert: (list) =>
        Effect.flatMap(
          write(({ lists }) => addRow(lists, list)),
          orConflict
        ),

      find,

      // A transaction has the only turn to write: nobody gets between this and its end.
      lock: find,

      replace: (list) => write(({ lists }) => replaceRow(lists, list)),

      list: (workspace, filter, { sortField, sortOrder }, page) =>
        read((tables) => {
          const wanted = rowsOf(tables.lists, workspace).filter(isWanted(tables, filter))
          const order = orderBy(sortField === "name" ? foldedName : createdAt, sortOrder)
          return slice(wanted.map(counted(tables)).sort(order), page)
        }),

      members: (workspace, uuid, { includeArchived, sort }, page) =>
        read((tables) => {
          const members = Option.match(findRow(tables.lists, workspace, uuid), {
            onNone: () => [],
            onSome: membersOf(tables)
          })
          const wanted = members.filter(({ contact }) => includeArchived || !contact.archived)
          const { items, total } = slice(wanted.toSorted(memberOrder(sort)), page)
          return { items: items.map(({ contact }) => contact), total }
        }),

      addMembers: (workspace, uuid, contacts, by, now) =>
        write((tables) => {
          const outcomes = new Map<ContactUuid, MemberOutcome>()
          changeMembers(tables, { workspace, uuid, by, now }, (members) => {
            for (const contact of contacts) {
              const isKnown = Option.isSome(findRow(tables.contacts, workspace, contact))
              outcomes.set(contact, members.has(contact) ? "present" : isKnown ? "added" : "unknown")
              if (outcomes.get(contact) === "added") members.set(contact, now)
            }
          })
          return outcomes
        }),

      removeMembers: (workspace, uuid, contacts, by, now) =>
        write((tables) =>
          changeMembers(tables, { workspace, uuid, by, now }, (members) => {
            for (const contact of contacts) members.delete(contact)
          })
        )
    })
  })
)

const foldedName = ({ name }: ContactList): string => fold(name)

const isWanted =
  (tables: Tables, { contact, nameContains, status }: ContactListFilter) =>
  (list: ContactList): boolean =>
    (status === null || list.status === status) &&
    foldedName(list).includes(nameContains ?? "") &&
    (contact === null || membersOf(tables)(list).some(({ uuid }) => uuid === contact))
