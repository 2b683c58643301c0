import { addressFields, type ContactEffect, searchable, withEffects } from "@rollcall/core"
import type { DateTime } from "effect"
import { HashMap, Option } from "effect"
import { contactsOf, putContact } from "../contacts/ContactsState.ts"
import { allHoldersOf } from "../contacts/IdentifiersState.ts"
import type { State } from "../kernel/State.ts"
import { type LedgerWriter, writeLedger } from "./LedgerWriter.ts"

/** As `writeLedger`, and does to contacts what the changes mean for them, in the order of the changes (C5, C6). */
export const writeLedgerAndContacts = (
  state: State,
  now: DateTime.Utc,
  write: (writer: LedgerWriter) => void
): State => {
  const effects: Array<ContactEffect> = []
  const broadcasts = writeLedger(state.broadcasts, now, write, (effect) => effects.push(effect))
  return { ...state, broadcasts, contacts: effects.reduce(applyEffect(state.identifiers), state.contacts) }
}

/** No effect changes an identifier: who has one is the same for all of them. */
const applyEffect = (identifiers: State["identifiers"]) => (contacts: State["contacts"], effect: ContactEffect) => {
  const { address, workspace } = effect
  const holders = addressFields.flatMap((field) =>
    Array.from(allHoldersOf(identifiers, workspace, { field, value: address }))
  )
  return Array.from(new Set(holders)).reduce((contacts, uuid) => {
    const stored = Option.getOrUndefined(HashMap.get(contactsOf(contacts, workspace), uuid))
    if (stored === undefined) return contacts
    const contact = withEffects(stored.contact, [effect])
    return contact === stored.contact
      ? contacts
      : putContact(contacts, { contact, index: searchable(contact, stored.index.values) })
  }, contacts)
}
