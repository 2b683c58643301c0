import { addressesOf, type ContactUuid, Ledger, type WorkspaceUuid } from "@rollcall/core"
import { type DateTime, HashMap, Option } from "effect"
import { type BroadcastsState, ownerOf } from "../broadcasts/BroadcastsState.ts"
import { writeLedger } from "../broadcasts/LedgerWriter.ts"
import type { State } from "../kernel/State.ts"
import { withoutMember } from "../lists/ListsState.ts"
import { withoutNotes } from "../notes/NotesState.ts"
import { contactsOf, withoutContact } from "./ContactsState.ts"
import { withoutIdentifiers } from "./IdentifiersState.ts"

/** Removes a contact and all that belongs to it, and takes it out of the workspace's recipients (C7). */
export const eraseContact = (
  state: State,
  workspace: WorkspaceUuid,
  uuid: ContactUuid,
  now: DateTime.Utc
): readonly [boolean, State] =>
  Option.match(HashMap.get(contactsOf(state.contacts, workspace), uuid), {
    onNone: () => [false, state],
    onSome: ({ contact }) => [
      true,
      {
        ...state,
        broadcasts: eraseRecipients(state.broadcasts, workspace, new Set(addressesOf(contact)), now),
        contacts: withoutContact(state.contacts, workspace, uuid),
        identifiers: withoutIdentifiers(state.identifiers, contact),
        lists: withoutMember(state.lists, workspace, uuid),
        notes: withoutNotes(state.notes, { workspace, contact: uuid })
      }
    ]
  })

/** It looks at every recipient of every workspace: contacts are seldom erased. */
const eraseRecipients = (
  state: BroadcastsState,
  workspace: WorkspaceUuid,
  addresses: ReadonlySet<string>,
  now: DateTime.Utc
): BroadcastsState =>
  addresses.size === 0
    ? state
    : writeLedger(state, now, ({ put }) => {
        for (const row of HashMap.values(state.rows)) {
          const isOurs = () => ownerOf(state, row.uuid).broadcast.workspaceUuid === workspace
          if (addresses.has(row.identifier) && isOurs()) put(Ledger.erase(row, now))
        }
      })
