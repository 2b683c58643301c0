import {
  ActorUuid,
  type Contact,
  type ContactList,
  ContactListUuid,
  type ContactUuid,
  type PageRequest,
  type WorkspaceUuid
} from "@rollcall/core"
import type { ContactListStatus } from "@rollcall/core/lists"
import { nextId } from "@rollcall/core/shared"
import { ContactListStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { lockContact, replaceContact, storedContact } from "../contacts/Fixture.ts"
import { everything, inTransaction, instantOf, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import type { Records } from "../shared/RecordLaws.ts"
import { contactListArbitrary } from "./ListArbitrary.ts"

/** An active list, in a workspace of its own unless one is given. Not yet stored. */
export const newList = Effect.fnUntraced(function* (fields: Partial<ContactList> = {}) {
  const actor = ActorUuid.make(yield* nextId)
  const list: ContactList = {
    uuid: ContactListUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    name: "Regulars",
    status: "active",
    emoji: null,
    count: 0,
    createdBy: actor,
    updatedBy: actor,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    ...fields
  }
  return list
})

/** As `newList`, stored. */
export const storedList = (fields: Partial<ContactList> = {}) =>
  Effect.tap(newList(fields), (list) => ContactListStore.use((store) => store.insert(list)))

/** How lists are stored. The store computes their count. */
export const listRecords: Required<Records<ContactList>> = {
  generated: Effect.map(newWorkspace, contactListArbitrary),
  fresh: (list) => Effect.map(nextId, (id) => ({ ...list, uuid: ContactListUuid.make(id) })),
  as: (list, { uuid }) => ({ ...list, uuid }),
  insert: (list) => ContactListStore.use((store) => store.insert({ ...list, count: 7 })),
  find: ({ uuid, workspaceUuid }) => ContactListStore.use((store) => store.find(workspaceUuid, uuid)),
  lock: ({ uuid, workspaceUuid }) => ContactListStore.use((store) => store.lock(workspaceUuid, uuid)),
  replace: (list) => ContactListStore.use((store) => store.replace({ ...list, count: 7 }))
}

/** Stores `count` contacts. None is archived, and some share a name or an instant. */
export const storedContacts = (workspaceUuid: WorkspaceUuid, count: number) =>
  Effect.forEach(Array.from({ length: count }), (_, n) =>
    storedContact({
      workspaceUuid,
      firstName: n % 3 === 0 ? null : `Ada ${n % 2}`,
      email: `ada${n}@example.org`,
      createdAt: instantOf(n % 4),
      updatedAt: instantOf(n % 5)
    })
  )

/** Archives or unarchives a contact, as the service does. */
export const setArchived = ({ uuid, workspaceUuid }: Contact, archived: boolean) =>
  inTransaction(
    Effect.flatMap(lockContact(workspaceUuid, uuid), (found) =>
      Effect.flatMap(Effect.fromOption(found), (contact) => replaceContact({ ...contact, archived }))
    )
  )

/** Adds contacts to a list. */
export const addTo = ({ createdBy, uuid, workspaceUuid }: ContactList, ...contacts: ReadonlyArray<Contact>) =>
  ContactListStore.use((store) => store.addMembers(workspaceUuid, uuid, uuidsOf(contacts), createdBy, instantOf(1)))

/** The members of a list, archived ones too, those added last first. */
export const membersOf = ({ uuid, workspaceUuid }: ContactList) =>
  ContactListStore.use((store) =>
    Effect.map(
      store.members(workspaceUuid, uuid, { includeArchived: true, sort: "added_last_first" }, everything),
      ({ items }) => items
    )
  )

/** The count of a stored list. */
export const countOf = (list: ContactList) =>
  Effect.flatMap(listRecords.find(list), (found) => Effect.map(Effect.fromOption(found), ({ count }) => count))

/** The lists that a contact is on, by name. */
export const listsOf = (
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  status: ContactListStatus | null,
  page: PageRequest
) =>
  ContactListStore.use((store) =>
    store.list(workspace, { status, nameContains: null, contact }, { sortField: "name", sortOrder: "asc" }, page)
  )
