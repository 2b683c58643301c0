import {
  type ContactList,
  type ContactListListing,
  ContactListStore,
  type ContactUuid,
  fold,
  type MemberOutcome,
  slice
} from "@rollcall/core"
import { Effect, Layer, Option, Order } from "effect"
import { Database } from "../kernel/Database.ts"
import { changeMembers, counted, memberOrder, membersOf } from "./Members.ts"
import { addRow, byText, oldestFirst, orConflict, rowOf, rowsOf, thenUuid } from "../kernel/Rows.ts"

export const layerContactListStore = Layer.effect(
  ContactListStore,
  Effect.gen(function* () {
    const { read, write } = yield* Database

    const find: ContactListStore["Service"]["find"] = (workspace, uuid) =>
      read((tables) => Option.map(Option.fromUndefinedOr(rowOf(tables.lists, workspace, uuid)), counted(tables)))

    return ContactListStore.of({
      insert: (list) =>
        Effect.flatMap(
          write(({ lists }) => addRow(lists, list.uuid, list)),
          orConflict
        ),

      find,

      // A transaction has the only turn to write: nobody gets between this and its end.
      lock: find,

      replace: (list) =>
        write(({ lists }) => {
          if (rowOf(lists, list.workspaceUuid, list.uuid) !== undefined) lists.set(list.uuid, list)
        }),

      list: (workspace, { nameContains, status, ...listing }, page) =>
        read((tables) => {
          const wanted = rowsOf(tables.lists, workspace)
            .filter((list) => list.status === status && fold(list.name).includes(nameContains ?? ""))
            .map(counted(tables))
          return slice(wanted.toSorted(listOrder(listing)), page)
        }),

      listsOf: (workspace, contact, status, page) =>
        read((tables) => {
          const wanted = rowsOf(tables.lists, workspace)
            .filter(({ uuid }) => tables.members.get(uuid)?.has(contact))
            .filter((list) => status === null || list.status === status)
            .map(counted(tables))
          return slice(wanted.toSorted(byName), page)
        }),

      members: (workspace, uuid, { includeArchived, sort }, page) =>
        read((tables) => {
          const list = rowOf(tables.lists, workspace, uuid)
          const members = list === undefined ? [] : membersOf(tables, list)
          const wanted = members.filter(({ contact }) => includeArchived || !contact.archived)
          const { items, total } = slice(wanted.toSorted(memberOrder(sort)), page)
          return { items: items.map(({ contact }) => contact), total }
        }),

      addMembers: (workspace, uuid, contacts, by, now) =>
        write((tables) => {
          const outcomes = new Map<ContactUuid, MemberOutcome>()
          const list = rowOf(tables.lists, workspace, uuid)
          if (list === undefined) return outcomes
          const known = contacts.filter((contact) => rowOf(tables.contacts, workspace, contact) !== undefined)
          const added = changeMembers(tables, { ...list, updatedBy: by, updatedAt: now }, (members) =>
            known.filter((contact) => addRow(members, contact, now))
          )
          for (const contact of contacts) outcomes.set(contact, "unknown")
          for (const contact of known) outcomes.set(contact, "present")
          for (const contact of added) outcomes.set(contact, "added")
          return outcomes
        }),

      removeMembers: (workspace, uuid, contacts, by, now) =>
        write((tables) => {
          const list = rowOf(tables.lists, workspace, uuid)
          if (list === undefined) return
          changeMembers(tables, { ...list, updatedBy: by, updatedAt: now }, (members) =>
            contacts.filter((contact) => members.delete(contact))
          )
        })
    })
  })
)

const byName = thenUuid(Order.mapInput(byText, ({ name }: ContactList) => fold(name)))

const listOrder = ({ sortField, sortOrder }: Pick<ContactListListing, "sortField" | "sortOrder">) => {
  const order = sortField === "name" ? byName : oldestFirst
  return sortOrder === "asc" ? order : Order.flip(order)
}
