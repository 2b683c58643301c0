import {
  type Contact,
  type ContactEffect,
  ContactStore,
  newestFirst,
  withEffects,
  type WorkspaceUuid
} from "@rollcall/core"
import { Effect } from "effect"
import { agree } from "../kernel/Check.ts"
import { newContact } from "../contacts/Fixture.ts"
import { identifierOf } from "./Fixture.ts"

/**
 * Contacts that have the addresses of recipients that `newRecipients` makes: one of two of them, another of one of
 * these, an archived one, one of the last, which is refused, and one of none.
 */
export const addressedContacts = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
  const all: ReadonlyArray<Partial<Contact>> = [
    { phoneNumber: `+${identifierOf(0)}`, chatappId: identifierOf(1) },
    { phoneNumber: identifierOf(1).replace("49", "(49) "), clientReference: "an older one" },
    { chatappId: identifierOf(2), archived: true },
    { chatappId: identifierOf(4) },
    { phoneNumber: `${identifierOf(0)}0` }
  ]
  const contacts = yield* Effect.forEach(all, (fields) => newContact({ workspaceUuid, ...fields }))
  const store = yield* ContactStore
  yield* store.save({ created: contacts.map((contact) => ({ contact, changes: [] })), changed: [] })
  return contacts
})

/** The contacts are as they were, but for what came of broadcasts to them (C5, C6). */
export const contactsAgree = Effect.fnUntraced(function* (
  contacts: ReadonlyArray<Contact>,
  effects: ReadonlyArray<ContactEffect>
) {
  const store = yield* ContactStore
  const [first] = contacts
  if (first === undefined) return
  const plan = { condition: { _tag: "All", conditions: [] }, sort: newestFirst } as const
  const { items } = yield* store.search(first.workspaceUuid, plan, { limit: 100, offset: 0 })
  const found = new Map(items.map((contact) => [contact.uuid, contact]))
  for (const contact of contacts) {
    yield* agree("C5, C6: a contact", found.get(contact.uuid), withEffects(contact, effects))
  }
})
