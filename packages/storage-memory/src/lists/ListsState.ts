import { type ContactList, type ContactListUuid, type ContactUuid, fold, type WorkspaceUuid } from "@rollcall/core"
import { HashMap, Option } from "effect"
import { contactsOf, type ContactsState } from "../contacts/ContactsState.ts"

/** A list beside what is computed when it is written, and who is on it. The count in the list itself means nothing. */
export interface StoredList {
  readonly list: ContactList
  readonly nameFolded: string
  /** When each member was added, in milliseconds since the epoch. */
  readonly members: HashMap.HashMap<ContactUuid, number>
}

/** The lists of each workspace. */
export type ListsState = HashMap.HashMap<WorkspaceUuid, HashMap.HashMap<ContactListUuid, StoredList>>

export const emptyLists: ListsState = HashMap.empty()

export const listsIn = (state: ListsState, workspace: WorkspaceUuid): HashMap.HashMap<ContactListUuid, StoredList> =>
  Option.getOrElse(HashMap.get(state, workspace), () => HashMap.empty())

export const findList = (
  state: ListsState,
  workspace: WorkspaceUuid,
  uuid: ContactListUuid
): Option.Option<StoredList> => HashMap.get(listsIn(state, workspace), uuid)

/** Writes a list with the members that it is given. */
export const putList = (state: ListsState, list: ContactList, members: StoredList["members"]): ListsState => {
  const stored: StoredList = { list, nameFolded: fold(list.name), members }
  const lists = listsIn(state, list.workspaceUuid)
  return HashMap.set(state, list.workspaceUuid, HashMap.set(lists, list.uuid, stored))
}

/** The state with a contact on none of its workspace's lists. */
export const withoutMember = (state: ListsState, workspace: WorkspaceUuid, contact: ContactUuid): ListsState =>
  HashMap.set(
    state,
    workspace,
    HashMap.map(listsIn(state, workspace), (stored) =>
      HashMap.has(stored.members, contact) ? { ...stored, members: HashMap.remove(stored.members, contact) } : stored
    )
  )

/** A list as it is given out: with the number of its members that are not archived (L3). */
export const counted =
  (contacts: ContactsState) =>
  ({ list, members }: StoredList): ContactList => {
    const all = contactsOf(contacts, list.workspaceUuid)
    const isActive = (uuid: ContactUuid) => Option.exists(HashMap.get(all, uuid), ({ contact }) => !contact.archived)
    return { ...list, count: HashMap.reduce(members, 0, (count, _, uuid) => (isActive(uuid) ? count + 1 : count)) }
  }
