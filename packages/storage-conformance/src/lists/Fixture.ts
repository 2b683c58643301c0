import {
  ActorUuid,
  type Contact,
  type ContactList,
  ContactListStore,
  ContactListUuid,
  type ContactListStatus,
  type ContactUuid,
  nextId,
  type PageRequest,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { lockContact, replaceContact, storedContact } from "../contacts/Fixture.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

/** Some instant, and others after it. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

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
export const storedList = Effect.fnUntraced(function* (fields: Partial<ContactList> = {}) {
  const store = yield* ContactListStore
  const list = yield* newList(fields)
  yield* store.insert(list)
  return list
})

/** So many contacts, stored; none is archived, and some share a name or an instant. */
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

/** Archives a contact or brings it back, as a service does it. */
export const setArchived = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: Contact, archived: boolean) {
  const transaction = yield* Transaction
  const change = Effect.flatMap(lockContact(workspaceUuid, uuid), (found) =>
    Effect.flatMap(Effect.fromOption(found), (contact) => replaceContact({ ...contact, archived }))
  )
  yield* transaction.run(change)
})

export const everything = { limit: 1_000, offset: 0 }

export const uuidsOf = <Uuid>(items: ReadonlyArray<{ readonly uuid: Uuid }>): ReadonlyArray<Uuid> =>
  items.map(({ uuid }) => uuid)

/** The lists that a contact is on, by name. */
export const listsOf = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  status: ContactListStatus | null,
  page: PageRequest
) {
  const store = yield* ContactListStore
  const byName = { sortField: "name", sortOrder: "asc" } as const
  return yield* store.list(workspace, { status, nameContains: null, contact }, byName, page)
})
