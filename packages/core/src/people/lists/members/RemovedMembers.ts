import { type DateTime, Effect } from "effect"
import type { HistoryEntry } from "../../history/HistoryEntry.ts"
import { type Caller, type ContactListUuid, nextId } from "../../../shared/Ids.ts"
import type { RemovedMember } from "../ContactListStore.ts"

/**
 * Returns the history entries for contacts removed from a list. Each contact gets an entry for the removal and an entry for
 * the addition, which only the membership recorded before.
 */
export const historyOfRemoval = (
  { actor, workspace }: Caller,
  list: ContactListUuid,
  removed: ReadonlyArray<RemovedMember>,
  at: DateTime.Utc
) =>
  Effect.map(
    Effect.forEach(removed, ({ addedAt, addedBy, contact }) =>
      Effect.map(nextId, (uuid): ReadonlyArray<HistoryEntry> => {
        const of = { workspaceUuid: workspace, contactUuid: contact, details: { contactListUuid: list } }
        return [
          { ...of, at: addedAt, uuid: list, by: addedBy, kind: "list_added" },
          { ...of, at, uuid, by: actor, kind: "list_removed" }
        ]
      })
    ),
    (entries) => entries.flat()
  )
