import { type Contact, ContactStore, ContactUuid, makeContact, nextId } from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { newWorkspace } from "../kernel/Workspaces.ts"

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

/** Stores a contact that has no custom value. */
export const insertContact = Effect.fnUntraced(function* (contact: Contact) {
  const store = yield* ContactStore
  yield* store.insert(contact, [])
})

/** Puts a contact in the place of the one with its uuid; neither has a custom value. */
export const replaceContact = Effect.fnUntraced(function* (contact: Contact) {
  const store = yield* ContactStore
  yield* store.replace(contact, [])
})

/** A stored contact. */
export const storedContact = Effect.fnUntraced(function* (fields: Partial<Contact> = {}) {
  const contact = yield* newContact(fields)
  yield* insertContact(contact)
  return contact
})

/** The contact that stands in a contact's place now. */
export const current = Effect.fnUntraced(function* ({ uuid, workspaceUuid }: Contact) {
  const store = yield* ContactStore
  return yield* store.find(workspaceUuid, uuid)
})
