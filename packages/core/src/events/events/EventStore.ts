import { Context, type Duration, type Effect } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { EventCursor, EventType, NewEvent, RollcallEvent } from "./RollcallEvent.ts"

/**
 * A query for events. `types` is null for all types; `limit` is the maximum number of events. The query starts after the
 * `after` cursor, or at the oldest kept event if `after` is null. Events after `until`, a cursor returned by `read` or
 * `end`, are left out. `subject` selects the events of one entity.
 */
export interface EventRequest {
  readonly after: EventCursor | null
  readonly until?: EventCursor | null
  readonly types: ReadonlyArray<EventType> | null
  readonly subject?: string | null
  readonly limit: number
}

/** A page of events in order, with the cursor to continue from. */
export interface EventPage {
  readonly events: ReadonlyArray<RollcallEvent>
  /** The cursor to continue from, after the page's events and after any events that were filtered out. */
  readonly next: EventCursor
  /** Whether more events may be available now. False if the page reached the newest event or `until`. */
  readonly hasMore: boolean
}

/** The result of reading events. */
export type EventReading =
  | ({ readonly _tag: "Read" } & EventPage)
  /** Events after the cursor have been removed. */
  | { readonly _tag: "Removed" }
  /** The string isn't a cursor of this store. */
  | { readonly _tag: "Unknown" }

/**
 * Port: each workspace's events, in one order, until they are removed.
 *
 * An event becomes readable once its transaction has committed and no earlier event can still appear, regardless of the
 * order of commits. A reader that continues from its cursor therefore misses no events. Events from transactions that
 * locked the same entity in turn keep that order.
 *
 * @see docs/contributing/decisions.md, E2, E3
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Appends events in order, with `at` from the store's clock and `by` from `CurrentActor`. Call it inside the
     * transaction of the changes, after locking the changed rows. Does nothing for an empty array. Skips a `channel.notice`
     * if the workspace already has a notice with the same uuid, or gets such a notice from a transaction that commits
     * first.
     *
     * @see docs/contributing/decisions.md, E8
     */
    readonly append: (events: ReadonlyArray<NewEvent>) => StorageEffect<void>

    /**
     * Reads events of a workspace, each with its actor's name (`actorNamed`). The returned cursor may not belong to any
     * event. `limit` is at least 1.
     */
    readonly read: (workspace: WorkspaceUuid, request: EventRequest) => StorageEffect<EventReading>

    /**
     * Returns the cursor after every event of a workspace that can be read now. Every later event comes after this cursor.
     */
    readonly end: (workspace: WorkspaceUuid) => StorageEffect<EventCursor>

    /** Waits until there may be events after a cursor. A store that can't detect new events waits for `pollEvery`. */
    readonly await: (workspace: WorkspaceUuid, after: EventCursor, pollEvery: Duration.Duration) => Effect.Effect<void>

    /**
     * Removes up to `limit` events older than `keepFor` by the store's clock, from the start of each workspace's order.
     * Returns the number of removed events. Reading from a cursor before a removed event then returns `Removed`.
     */
    readonly prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => StorageEffect<number>

    /**
     * Returns how many events {@link prune} would remove without a limit. The count may differ if the timestamps of events
     * are out of order.
     */
    readonly prunable: (keepFor: Duration.Duration) => StorageEffect<number>
  }
>()("@rollcall/core/events/events/EventStore") {}
