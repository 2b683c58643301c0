import { Context } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { HistoryEntry, HistoryKind } from "./HistoryEntry.ts"

/** The position of an entry in a history, ordered by timestamp, then kind, then uuid. */
export interface HistoryPlace extends Pick<PlaceInTime, "at" | "uuid"> {
  /** A kind, or another ASCII string that sorts among the kinds. */
  readonly kind: string
}

/**
 * Port: the history of contacts. Each entry is stored under the contact's uuid at the time, so a survivor's history
 * includes the entries of the contacts merged into it. Contains personal data.
 *
 * @see docs/contributing/decisions.md, C7
 */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /**
     * Adds entries in the surrounding transaction. Skips entries of contacts that do not exist, and entries with the
     * contact, timestamp, kind and uuid of an existing entry.
     */
    readonly append: (entries: ReadonlyArray<HistoryEntry>) => StorageEffect<void>

    /** Returns up to `limit` entries of these contacts and kinds before a place, newest first. */
    readonly before: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      kinds: ReadonlyArray<HistoryKind>,
      place: HistoryPlace,
      limit: number
    ) => StorageEffect<ReadonlyArray<HistoryEntry>>

    /** Replaces the details of existing entries. */
    readonly replace: (entries: ReadonlyArray<HistoryEntry>) => StorageEffect<void>

    /** Removes all entries of contacts. The contacts are already removed, so no entry can be added. */
    readonly erase: (workspace: WorkspaceUuid, contacts: ReadonlyArray<ContactUuid>) => StorageEffect<void>
  }
>()("@rollcall/core/people/history/HistoryStore") {}
