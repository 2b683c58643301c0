import { applyEntries, type ContactWrite, type Searchable, searchable } from "@rollcall/core"
import { HashMap, Option } from "effect"
import type { State } from "../kernel/State.ts"
import { contactsOf, putContact, type StoredContact } from "./ContactsState.ts"
import { withIdentifiers, withoutIdentifiers } from "./IdentifiersState.ts"

/** Whether the workspace has a contact with the uuid of this one. */
export const isPresent = (state: State, { contact }: ContactWrite): boolean =>
  HashMap.has(contactsOf(state.contacts, contact.workspaceUuid), contact.uuid)

/** Writes a contact, be it there or not, with how it is found. */
export const writeContact = (state: State, { changes, contact }: ContactWrite): State => {
  const before = HashMap.get(contactsOf(state.contacts, contact.workspaceUuid), contact.uuid)
  const values = Option.match(before, { onNone: () => noValues, onSome: ({ index }) => index.values })
  const stored: StoredContact = { contact, index: searchable(contact, applyEntries(values, changes)) }
  const identifiers = Option.match(before, {
    onNone: () => state.identifiers,
    onSome: ({ contact }) => withoutIdentifiers(state.identifiers, contact)
  })
  return {
    ...state,
    contacts: putContact(state.contacts, stored),
    identifiers: withIdentifiers(identifiers, contact)
  }
}

const noValues: Searchable["values"] = new Map()
