import { Context } from "effect"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { HistoryEntry, HistoryKind } from "./HistoryEntry.ts"

/** A place in a history: by the instant, then by the kind, then by the uuid, each descending where the newest is first. */
export interface HistoryPlace extends Pick<PlaceInTime, "at" | "uuid"> {
  /** A kind, or any text of ASCII letters that stands among the kinds. */
  readonly kind: string
}

/**
 * Port: what changed about contacts, under the uuid that a contact had then: a contact that others were merged into has the
 * history of all of them. It is personal data.
 *
 * @see docs/contributing/decisions.md, C7
 */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /**
     * Keeps entries in the surrounding transaction. Skips entries of absent contacts, and entries with the contact,
     * timestamp, kind and uuid of another entry.
     */
    readonly append: (entries: ReadonlyArray<HistoryEntry>) => StorageEffect<void>

    /** Returns the newest entries of these contacts before a place that have one of these kinds. At most `limit`, newest first. */
    readonly before: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>,
      kinds: ReadonlyArray<HistoryKind>,
      place: HistoryPlace,
      limit: number
    ) => StorageEffect<ReadonlyArray<HistoryEntry>>

    /** Writes the details of entries that are there. */
    readonly replace: (entries: ReadonlyArray<HistoryEntry>) => StorageEffect<void>

    /** Removes all entries of contacts. The contacts are gone, so nothing is added meanwhile. */
    readonly erase: (workspace: WorkspaceUuid, contacts: ReadonlyArray<ContactUuid>) => StorageEffect<void>
  }
>()("@rollcall/core/people/history/HistoryStore") {}
