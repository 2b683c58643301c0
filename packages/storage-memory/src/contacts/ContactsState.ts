import type { Contact, ContactUuid, Searchable, WorkspaceUuid } from "@rollcall/core"
import { HashMap, Option } from "effect"

/** A contact beside its index form, which is computed when it is written. */
export interface StoredContact {
  readonly contact: Contact
  readonly index: Searchable
}

/** The contacts of each workspace. */
export type ContactsState = HashMap.HashMap<WorkspaceUuid, HashMap.HashMap<ContactUuid, StoredContact>>

export const emptyContacts: ContactsState = HashMap.empty()

export const contactsOf = (
  state: ContactsState,
  workspace: WorkspaceUuid
): HashMap.HashMap<ContactUuid, StoredContact> => Option.getOrElse(HashMap.get(state, workspace), () => HashMap.empty())

export const withoutContact = (state: ContactsState, workspace: WorkspaceUuid, uuid: ContactUuid): ContactsState =>
  HashMap.set(state, workspace, HashMap.remove(contactsOf(state, workspace), uuid))

export const putContact = (state: ContactsState, stored: StoredContact): ContactsState => {
  const { uuid, workspaceUuid } = stored.contact
  return HashMap.set(state, workspaceUuid, HashMap.set(contactsOf(state, workspaceUuid), uuid, stored))
}
