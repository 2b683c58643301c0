import { Context, type Duration, type Effect } from "effect"
import type { WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageEffect } from "../../shared/StorageError.ts"
import type { EventCursor, EventType, NewEvent, RollcallEvent } from "./RollcallEvent.ts"

/**
 * Which events are wanted: those of some types, or all; at most `limit`, after a cursor, or from the oldest kept one.
 * With `until` none after this cursor, which `read` or `end` returned, and with `subject` only those about one entity.
 */
export interface EventRequest {
  readonly after: EventCursor | null
  readonly until?: EventCursor | null
  readonly types: ReadonlyArray<EventType> | null
  readonly subject?: string | null
  readonly limit: number
}

/** Events in their order, and how to read on. */
export interface EventPage {
  readonly events: ReadonlyArray<RollcallEvent>
  /** Where to continue: also after events that are left out. */
  readonly next: EventCursor
  /** Whether there may be more events by now; otherwise they are still to happen, or after `until`. */
  readonly hasMore: boolean
}

/** What reading events returns. */
export type EventReading =
  | ({ readonly _tag: "Read" } & EventPage)
  /** Events after the cursor were removed. */
  | { readonly _tag: "Removed" }
  /** The text is no cursor of this store. */
  | { readonly _tag: "Unknown" }

/**
 * Port: what happened in each workspace, in one order, until it is removed.
 *
 * An event can be read once the transaction that appended it has committed, and once no event before it can appear any
 * more, whatever order transactions commit in: so a reader that continues at its cursor misses none. Events of
 * transactions that have locked the same entity one after the other are in that order.
 *
 * @see docs/contributing/decisions.md, E2, E3
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Appends events in their order, each `at` the instant by the store's clock, and `by` the `CurrentActor`. Called inside the transaction of the
     * changes, after what changes is locked. Does nothing for no events. A `channel.notice` is passed over if the
     * workspace has one with its uuid, or gets one from a transaction that commits first.
     *
     * @see docs/contributing/decisions.md, E8
     */
    readonly append: (events: ReadonlyArray<NewEvent>) => StorageEffect<void>

    /**
     * Reads events of a workspace, each with the name of its actor (`actorNamed`). The cursor that it returns may be of no event. `limit` is at least 1. */
    readonly read: (workspace: WorkspaceUuid, request: EventRequest) => StorageEffect<EventReading>

    /** Returns the cursor after every event of a workspace that can be read by now, and before every other one. */
    readonly end: (workspace: WorkspaceUuid) => StorageEffect<EventCursor>

    /**
     * Waits until there may be events after a cursor: for as long as there are none, or for
     * `pollEvery` if the store does not know when there are.
     */
    readonly await: (workspace: WorkspaceUuid, after: EventCursor, pollEvery: Duration.Duration) => Effect.Effect<void>

    /**
     * Removes up to `limit` events that are older than `keepFor` by the store's clock, of each workspace the first
     * ones. Returns how many it removed. A cursor before a removed event is answered with `Removed` from then on.
     */
    readonly prune: (options: { readonly keepFor: Duration.Duration; readonly limit: number }) => StorageEffect<number>

    /**
     * Returns how many events {@link prune} would remove without a limit. Events out of the order of their instants may
     * make a difference.
     */
    readonly prunable: (keepFor: Duration.Duration) => StorageEffect<number>
  }
>()("@rollcall/core/events/events/EventStore") {}
