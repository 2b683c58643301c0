import { Context, Effect, Layer, Option, RcMap, Schema, Stream } from "effect"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import type { Caller } from "../../shared/Ids.ts"
import { given } from "../../shared/Input.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { EventSettings } from "./EventSettings.ts"
import { type EventPage, EventStore } from "./EventStore.ts"
import { type EventTail, makeEventTails } from "./EventTails.ts"
import { EventCursor, EventType, type RollcallEvent } from "./RollcallEvent.ts"

/** The maximum number of events that one read returns. */
const maxEvents = 1_000

const defaultEvents = 100

/**
 * Events after the cursor have been removed because they are older than the retention period. A reader that continued would
 * miss these events without noticing.
 */
export class EventsRemoved extends Schema.TaggedError<EventsRemoved>()("EventsRemoved", {}) {
  override get message(): string {
    return (
      "Events after this cursor were removed because of their age. " +
      "Read events again without a cursor, and reload contacts, imports and broadcasts."
    )
  }
}

/** The events that a stream returns. */
export const EventSelection = Schema.Struct({
  /** Start after this cursor. Default: the oldest kept event. */
  after: given(EventCursor),
  /** Only events of these types. Default: all. */
  types: given(Schema.Array(EventType))
})
export type EventSelection = typeof EventSelection.Type

/** The events that a read returns, and the page size. */
export const EventReadSelection = Schema.Struct({
  ...EventSelection.fields,
  /** Page size: 1 to 1,000 events, default 100. */
  limit: Schema.optional(Schema.Int)
})
export type EventReadSelection = typeof EventReadSelection.Type

/**
 * Reads the events of a workspace: contacts, imports, broadcasts and, if enabled, recipients.
 *
 * @example
 * const events = yield* Events
 * const { next } = yield* events.read(caller, { types: ["contact.created"], limit: 10 })
 * return events.stream(caller, { after: next })
 */
export class Events extends Context.Service<
  Events,
  {
    /**
     * Returns up to `limit` events in order (1 to 1,000, default 100), with the cursor to continue from.
     *
     * @param selection Default: the oldest 100 kept events.
     * @example
     * const events = yield* Events
     * const { events: found, hasMore, next } = yield* events.read(caller, { types: ["contact.created"], limit: 10 })
     * return hasMore ? yield* events.read(caller, { after: next }) : found
     */
    readonly read: (
      caller: Caller,
      selection?: EventReadSelection
    ) => Effect.Effect<EventPage, InvalidInput | EventsRemoved | StorageError>

    /**
     * Returns the cursor after every event that can be read now.
     *
     * @example
     * const events = yield* Events
     * return events.stream(caller, { after: yield* events.end(caller) })
     */
    readonly end: (caller: Caller) => Effect.Effect<EventCursor, StorageError>

    /**
     * Streams events in order: past events, then new events as they happen. The stream never ends. A reader that saves the
     * cursor of each processed event, and resumes from it after a crash, misses no events. Readers of a workspace that have
     * read every event share one poll.
     *
     * @param selection Default: all events, from the oldest kept event.
     * @example
     * const events = yield* Events
     * const created = events.stream(caller, { types: ["contact.created"] })
     * yield* Stream.runForEach(created, ({ at, cursor }) => Effect.log(at, cursor))
     */
    readonly stream: (
      caller: Caller,
      selection?: EventSelection
    ) => Stream.Stream<RollcallEvent, InvalidInput | EventsRemoved | StorageError>

    /**
     * Streams the same events as `stream` in pages, each with the cursor to continue from. The cursor also skips events
     * that `types` leaves out, so a page may be empty.
     *
     * @param selection Default: all events, from the oldest kept event.
     * @example
     * const events = yield* Events
     * const pages = events.pages(caller, { types: ["contact.created"] })
     * yield* Stream.runForEach(pages, ({ events, next }) => Effect.log(events.length, next))
     */
    readonly pages: (
      caller: Caller,
      selection?: EventSelection
    ) => Stream.Stream<EventPage, InvalidInput | EventsRemoved | StorageError>
  }
>()("@rollcall/core/events/events/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const store = yield* EventStore
      const transaction = yield* Transaction
      const { pollEvery } = yield* EventSettings

      const read = Effect.fnUntraced(function* (
        { workspace }: Caller,
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
                  "is not a cursor of this store, or is newer than its newest event. Leave out the cursor to start again"
                )
              ]
            })
        }
      })

      const tails = yield* makeEventTails(
        Effect.fnUntraced(
          function* (workspace, end) {
            let { hasMore, next } = end
            while (true) {
              if (!hasMore) yield* store.await(workspace, next, pollEvery)
              const reading = yield* store.read(workspace, { after: next, types: null, limit: maxEvents })
              if (reading._tag !== "Read") return null
              if (reading.events.length > 0) return reading
              ;({ hasMore, next } = reading)
            }
          },
          Effect.catch(() => Effect.succeed(null))
        )
      )

      /** Reads the page after a cursor, and waits until there are events. */
      const pageAfter = Effect.fnUntraced(function* (
        caller: Caller,
        { after, types }: { readonly after: EventCursor | null; readonly types: ReadonlyArray<EventType> | null },
        tail: EventTail | null
      ) {
        let cursor = after
        while (true) {
          const found = tail?.found() ?? 0
          const known = tail?.after(cursor)
          if (known !== undefined && known.events.length > 0) return ofTypes(known, types)
          const page = known ?? (yield* read(caller, { after: cursor, types, limit: maxEvents }))
          if (page.events.length > 0 || (known === undefined && page.hasMore)) return page
          cursor = page.next
          // The shared search can't see the writes of an open transaction.
          yield* tail === null ? store.await(caller.workspace, cursor, pollEvery) : tail.next(cursor, found)
        }
      })

      const pages: Events["Service"]["pages"] = (caller, { after = null, types = null } = {}) =>
        Stream.unwrap(
          Effect.gen(function* () {
            const tail = (yield* transaction.isOpen) ? null : yield* RcMap.get(tails, caller.workspace)
            return Stream.paginate(after, (after) =>
              Effect.map(
                pageAfter(caller, { after, types }, tail),
                (page) => [[page], Option.some<EventCursor | null>(page.next)] as const
              )
            )
          })
        )

      return Events.of({
        ...workspaceService("Events", noInputs, { read, end: ({ workspace }: Caller) => store.end(workspace) }),
        pages,
        stream: (caller, selection) =>
          Stream.flattenIterable(Stream.map(pages(caller, selection), ({ events }) => events))
      })
    })
  )
}

const ofTypes = (page: EventPage, types: ReadonlyArray<EventType> | null): EventPage =>
  types === null ? page : { ...page, events: page.events.filter(({ type }) => types.includes(type)) }
