import { type Contact, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { contactWrite, digitForms, makeContact, newestFirst } from "@rollcall/core/contacts"
import type { ValueChange } from "@rollcall/core/custom-fields"
import { allOf, withoutLimits } from "@rollcall/core/search"
import { nextId } from "@rollcall/core/shared"
import { type Condition, ContactStore } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect } from "effect"
import { everything, newWorkspace } from "../shared/Fixture.ts"
import type { Records } from "../shared/RecordLaws.ts"
import { contactArbitrary } from "./ContactArbitrary.ts"

/** A contact with an e-mail address, in a workspace of its own unless one is given. Not yet stored. */
export const newContact = Effect.fnUntraced(function* (fields: Partial<Contact> = {}) {
  const workspace = fields.workspaceUuid ?? (yield* newWorkspace)
  const uuid = ContactUuid.make(yield* nextId)
  const now = yield* DateTime.now
  const contact: Contact = {
    ...makeContact({ uuid, workspace, fields: { email: "ada@example.org" }, customFields: {}, now }),
    ...fields
  }
  return contact
})

/** Stores a new contact. Its custom values are those of the changes. */
export const insertContact = Effect.fnUntraced(function* (contact: Contact, changes: ReadonlyArray<ValueChange> = []) {
  const store = yield* ContactStore
  yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact, changes)], changed: [] })
})

/** Replaces a stored contact. Its custom values differ by the changes. */
export const replaceContact = Effect.fnUntraced(function* (contact: Contact, changes: ReadonlyArray<ValueChange> = []) {
  const store = yield* ContactStore
  yield* store.save({ created: [], changed: [contactWrite(digitForms, "contact.updated", contact, changes)] })
})

/** Locks a contact until the surrounding transaction ends, and returns it. */
export const lockContact = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
  const store = yield* ContactStore
  return Arr.head(yield* store.lock(workspace, [uuid]))
})

/** A stored contact. */
export const storedContact = Effect.fnUntraced(function* (fields: Partial<Contact> = {}) {
  const contact = yield* newContact(fields)
  yield* insertContact(contact)
  return contact
})

/** Returns the stored contact with the uuid of a contact. */
export const current = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: Contact) {
  const store = yield* ContactStore
  return yield* store.find(workspaceUuid, uuid)
})

/** The contacts of a workspace that satisfy a condition, or all; the newest first. */
export const found = (workspace: WorkspaceUuid, condition: Condition = allOf([])) =>
  ContactStore.use((store) => store.search(workspace, { condition, sort: newestFirst }, everything, withoutLimits))

/** How contacts are stored. */
export const contactRecords: Records<Contact> = {
  generated: Effect.map(newWorkspace, contactArbitrary),
  fresh: (contact) => Effect.map(nextId, (id) => ({ ...contact, uuid: ContactUuid.make(id) })),
  as: (contact, { uuid }) => ({ ...contact, uuid }),
  insert: insertContact,
  find: current,
  lock: ({ uuid, workspaceUuid }) => lockContact(workspaceUuid, uuid),
  replace: replaceContact
}
