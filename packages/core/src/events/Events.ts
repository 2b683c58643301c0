import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { withSpans } from "../shared/Spans.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
import { given } from "../shared/Input.ts"
import { InvalidInput, issue } from "../shared/Issue.ts"
import type { StorageError } from "../shared/StorageError.ts"
import { EventSettings } from "./EventSettings.ts"
import { type EventPage, EventStore } from "./EventStore.ts"
import { EventCursor, EventType, type RollcallEvent } from "./RollcallEvent.ts"

/** The most events that one reading returns. */
const maxEvents = 1_000

const defaultEvents = 100

/**
 * Events after the cursor were removed, because they are older than events are kept for (E4). A reader that continued
 * would miss them without knowing.
 */
export class EventsRemoved extends Schema.TaggedError<EventsRemoved>()("EventsRemoved", {}) {
  override get message(): string {
    return (
      "Events after this cursor are older than events are kept for, and were removed. " +
      "Read without a cursor from the oldest event that is kept, and read the contacts, imports and broadcasts anew."
    )
  }
}

/** Which events a stream returns. */
export const EventSelection = Schema.Struct({
  /** Continue after this cursor; without one, from the oldest event that is kept. */
  after: given(EventCursor),
  /** Only events of these types; without them, all. */
  types: given(Schema.Array(EventType))
})
export type EventSelection = typeof EventSelection.Type

/** Which events a reading returns, and how many. */
export const EventReadSelection = Schema.Struct({
  ...EventSelection.fields,
  limit: Schema.optional(Schema.Int)
})
export type EventReadSelection = typeof EventReadSelection.Type

/**
 * Reads what happened in a workspace: contacts, imports, broadcasts, and their recipients where asked for.
 *
 * @example
 * const events = yield* Events
 * const { next } = yield* events.read(workspace, { types: ["contact.created"], limit: 10 })
 * return events.stream(workspace, { after: next })
 */
export class Events extends Context.Service<
  Events,
  {
    /**
     * Returns up to `limit` events, 1 to 1,000, by default 100, in their order, and the cursor to continue at.
     *
     * @param workspace Whose data is meant: what belongs to another workspace is not found.
     * @param selection Without it the oldest 100 events that are kept.
     * @example
     * const events = yield* Events
     * const { events: found, hasMore, next } = yield* events.read(workspace, { types: ["contact.created"], limit: 10 })
     * return hasMore ? yield* events.read(workspace, { after: next }) : found
     */
    readonly read: (
      workspace: WorkspaceUuid,
      selection?: EventReadSelection
    ) => Effect.Effect<EventPage, InvalidInput | EventsRemoved | StorageError>

    /**
     * Returns events in their order, those that happened and then those that happen. It has no end. A reader that keeps
     * the cursor of each event once it is processed, and begins there after a crash, misses none (E2).
     *
     * @param workspace Whose data is meant: what belongs to another workspace is not found.
     * @param selection Without it all events, from the oldest that is kept.
     * @example
     * const events = yield* Events
     * const created = events.stream(workspace, { types: ["contact.created"] })
     * yield* Stream.runForEach(created, ({ at, cursor }) => Effect.log(at, cursor))
     */
    readonly stream: (
      workspace: WorkspaceUuid,
      selection?: EventSelection
    ) => Stream.Stream<RollcallEvent, InvalidInput | EventsRemoved | StorageError>
  }
>()("@rollcall/core/events/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const store = yield* EventStore
      const { pollEvery } = yield* EventSettings

      const read = Effect.fnUntraced(function* (
        workspace: WorkspaceUuid,
        { after = null, limit = defaultEvents, types = null }: EventReadSelection = {}
      ) {
        if (!Number.isInteger(limit) || limit < 1 || limit > maxEvents) {
          return yield* new InvalidInput({
            issues: [issue("value_error", ["limit"], `must be a whole number from 1 to ${maxEvents}`)]
          })
        }
        const reading = yield* store.read(workspace, { after, types, limit })
        switch (reading._tag) {
          case "Read":
            return { events: reading.events, next: reading.next, hasMore: reading.hasMore }
          case "Removed":
            return yield* new EventsRemoved()
          case "Unknown":
            return yield* new InvalidInput({
              issues: [
                issue(
                  "value_error",
                  ["after"],
                  "is not a cursor of this store, or one of a time that it has not reached"
                )
              ]
            })
        }
      })

      return Events.of({
        ...withSpans("Events", { read }),
        stream: (workspace, { after = null, types = null } = {}) =>
          Stream.paginate(after, (after) =>
            Effect.gen(function* () {
              const { events, hasMore, next } = yield* read(workspace, { after, types, limit: maxEvents })
              if (events.length === 0 && !hasMore) yield* store.await(workspace, next, pollEvery)
              return [events, Option.some<EventCursor | null>(next)] as const
            })
          )
      })
    })
  )
}
