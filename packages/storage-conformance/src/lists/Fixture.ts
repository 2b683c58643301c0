import {
  ActorUuid,
  type Contact,
  type ContactList,
  ContactListStore,
  ContactListUuid,
  ContactStore,
  ContactUuid,
  makeContact,
  nextId,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
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

/** So many contacts, stored; none is archived. */
export const storedContacts = Effect.fnUntraced(function* (workspace: WorkspaceUuid, count: number) {
  const store = yield* ContactStore
  const contacts: Array<Contact> = []
  for (let n = 0; n < count; n++) {
    const uuid = ContactUuid.make(yield* nextId)
    const fields = { firstName: n % 3 === 0 ? null : `Ada ${n % 2}`, email: `ada${n}@example.org` }
    const contact = makeContact({ uuid, workspace, fields, customFields: {}, now: instantOf(n % 4) })
    yield* store.insert(contact, [])
    contacts.push(contact)
  }
  return contacts
})

/** Archives a contact or brings it back, as a service does it. */
export const setArchived = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: Contact, archived: boolean) {
  const store = yield* ContactStore
  const transaction = yield* Transaction
  const change = Effect.flatMap(store.lock(workspaceUuid, uuid), (found) =>
    Effect.flatMap(Effect.fromOption(found), (contact) => store.replace({ ...contact, archived }, []))
  )
  yield* transaction.run(change)
})

export const everything = { limit: 1_000, offset: 0 }

export const uuidsOf = <Uuid>(items: ReadonlyArray<{ readonly uuid: Uuid }>): ReadonlyArray<Uuid> =>
  items.map(({ uuid }) => uuid)
