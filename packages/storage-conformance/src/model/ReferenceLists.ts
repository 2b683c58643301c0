import {
  comparator,
  compareCodePoints,
  type ContactList,
  type ContactListSort,
  ContactListStore,
  type ContactUuid,
  fold,
  type MemberOutcome,
  slice,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect, Layer, Option } from "effect"
import { indexOf } from "./ReferenceIndex.ts"
import { type Membership, ReferenceTables, rowOf, rowsOf, type Tables } from "./ReferenceTables.ts"

const keyOf = (list: string, contact: string): string => `${list} ${contact}`

/** Who is on a list, with the contact as it is now. */
const membersOf = (tables: Tables, workspace: WorkspaceUuid, list: string) =>
  [...tables.memberships.values()].flatMap((membership) =>
    membership.list === list
      ? Option.toArray(
          Option.map(rowOf(tables.contacts, workspace, membership.contact), (contact) => ({ ...membership, contact }))
        )
      : []
  )

/** A list with its count, which is counted (L3). */
const counted = (tables: Tables, list: ContactList): ContactList => ({
  ...list,
  count: membersOf(tables, list.workspaceUuid, list.uuid).filter(({ contact }) => !contact.archived).length
})

const byName = (a: ContactList, b: ContactList): number => compareCodePoints(fold(a.name), fold(b.name))
const byUuid = (a: { readonly uuid: string }, b: { readonly uuid: string }): number => compareCodePoints(a.uuid, b.uuid)
const byCreation = (a: ContactList, b: ContactList): number => DateTime.Order(a.createdAt, b.createdAt)

const listOrder =
  ({ sortField, sortOrder }: ContactListSort) =>
  (a: ContactList, b: ContactList): number =>
    (sortOrder === "asc" ? 1 : -1) * ((sortField === "name" ? byName : byCreation)(a, b) || byUuid(a, b))

const lastFirst = (a: Membership, b: Membership): number => b.addedAt - a.addedAt

/** Lists and who is on them, from the tables as they are. */
export const listStore = Layer.effect(
  ContactListStore,
  Effect.map(ReferenceTables, (tables) => {
    const find = (workspace: WorkspaceUuid, uuid: string) =>
      Effect.sync(() => Option.map(rowOf(tables.lists, workspace, uuid), (list) => counted(tables, list)))
    const put = (list: ContactList) => Effect.sync(() => void tables.lists.set(list.uuid, list))
    const touch = (uuid: string, changes: Pick<ContactList, "updatedBy" | "updatedAt">) => {
      const list = tables.lists.get(uuid)
      if (list !== undefined) tables.lists.set(uuid, { ...list, ...changes })
    }
    return ContactListStore.of({
      insert: put,
      find,
      lock: find,
      replace: put,
      list: (workspace, { contact, nameContains, status }, sort, page) =>
        Effect.sync(() => {
          const wanted = rowsOf(tables.lists, workspace).filter(
            (list) =>
              (status === null || list.status === status) &&
              (nameContains === null || fold(list.name).includes(nameContains)) &&
              (contact === null || tables.memberships.has(keyOf(list.uuid, contact)))
          )
          return slice(
            wanted.toSorted(listOrder(sort)).map((list) => counted(tables, list)),
            page
          )
        }),
      members: (workspace, uuid, { includeArchived, sort }, page) =>
        Effect.sync(() => {
          const members = membersOf(tables, workspace, uuid).filter(
            ({ contact }) => includeArchived || !contact.archived
          )
          const indexed = members.map((member) => ({ ...member, index: indexOf(tables, member.contact) }))
          const order = sort === "added_last_first" ? null : comparator(sort)
          indexed.sort((a, b) =>
            order === null
              ? lastFirst({ ...a, contact: a.contact.uuid }, { ...b, contact: b.contact.uuid }) ||
                byUuid(b.contact, a.contact)
              : order(a.index, b.index)
          )
          return slice(
            indexed.map(({ contact }) => contact),
            page
          )
        }),
      addMembers: (workspace, uuid, contacts, by, now) =>
        Effect.sync(() => {
          const outcomes = new Map<ContactUuid, MemberOutcome>()
          if (Option.isNone(rowOf(tables.lists, workspace, uuid))) return outcomes
          for (const contact of contacts) {
            const known = Option.isSome(rowOf(tables.contacts, workspace, contact))
            const present = tables.memberships.has(keyOf(uuid, contact))
            outcomes.set(contact, !known ? "unknown" : present ? "present" : "added")
            if (!known || present) continue
            tables.memberships.set(keyOf(uuid, contact), { list: uuid, contact, addedAt: DateTime.toEpochMillis(now) })
            touch(uuid, { updatedBy: by, updatedAt: now })
          }
          return outcomes
        }),
      removeMembers: (workspace, uuid, contacts, by, now) =>
        Effect.sync(() => {
          if (Option.isNone(rowOf(tables.lists, workspace, uuid))) return
          for (const contact of contacts) {
            if (tables.memberships.delete(keyOf(uuid, contact))) touch(uuid, { updatedBy: by, updatedAt: now })
          }
        })
    })
  })
)
