import {
  compareCodePoints,
  type Contact,
  type ContactUuid,
  type IdentifierHolders,
  type IdentifierKey,
  identifierKeys,
  maxIdentifierHolders,
  type WorkspaceUuid
} from "@rollcall/core"
import { HashMap, HashSet, Option } from "effect"

/** Who has each identifier, by its workspace, field and value. */
export type IdentifiersState = HashMap.HashMap<string, HashSet.HashSet<ContactUuid>>

export const emptyIdentifiers: IdentifiersState = HashMap.empty()

const idOf = (workspace: WorkspaceUuid, { field, value }: IdentifierKey): string => `${workspace} ${field} ${value}`

/** The first who have an identifier, by uuid. */
export const holdersOf = (
  state: IdentifiersState,
  workspace: WorkspaceUuid,
  key: IdentifierKey
): IdentifierHolders<ContactUuid> => {
  const all = allHoldersOf(state, workspace, key)
  return { key, contacts: Array.from(all).sort(compareCodePoints).slice(0, maxIdentifierHolders) }
}

/** Everybody who has an identifier, in no order. */
export const allHoldersOf = (
  state: IdentifiersState,
  workspace: WorkspaceUuid,
  key: IdentifierKey
): Iterable<ContactUuid> =>
  Option.getOrElse(HashMap.get(state, idOf(workspace, key)), () => HashSet.empty<ContactUuid>())

/** The state without the identifiers of a contact. */
export const withoutIdentifiers = (state: IdentifiersState, contact: Contact): IdentifiersState =>
  identifierKeys(contact).reduce((state, key) => {
    const id = idOf(contact.workspaceUuid, key)
    const rest = HashSet.remove(
      Option.getOrElse(HashMap.get(state, id), () => HashSet.empty<ContactUuid>()),
      contact.uuid
    )
    return HashSet.size(rest) === 0 ? HashMap.remove(state, id) : HashMap.set(state, id, rest)
  }, state)

/** The state with the identifiers of a contact. */
export const withIdentifiers = (state: IdentifiersState, contact: Contact): IdentifiersState =>
  identifierKeys(contact).reduce((state, key) => {
    const id = idOf(contact.workspaceUuid, key)
    const others = Option.getOrElse(HashMap.get(state, id), () => HashSet.empty<ContactUuid>())
    return HashMap.set(state, id, HashSet.add(others, contact.uuid))
  }, state)
