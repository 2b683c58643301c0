import { applyChanges, type CustomField } from "@rollcall/core"
import { HashMap } from "effect"
import { type ContactsState, contactsOf, type StoredContact } from "../contacts/ContactsState.ts"

/** Takes the values of a field out of every contact as it is returned. What they were stays in the index form (F7). */
export const hideValues = (state: ContactsState, field: CustomField): ContactsState => {
  const change = { field: field.uuid, key: field.fieldKey, value: null, entries: [] }
  const hide = (stored: StoredContact): StoredContact =>
    Object.hasOwn(stored.contact.customFields, field.fieldKey)
      ? {
          ...stored,
          contact: { ...stored.contact, customFields: applyChanges(stored.contact.customFields, [change]) }
        }
      : stored
  return HashMap.set(state, field.workspaceUuid, HashMap.map(contactsOf(state, field.workspaceUuid), hide))
}
