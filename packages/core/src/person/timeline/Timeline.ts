import { Array as Arr, Context, Effect, Layer, Schema } from "effect"
import { AccessTokenStore } from "../../operations/access/AccessTokenStore.ts"
import { type ContactNotFound, findContact } from "../../people/contacts/FindContact.ts"
import { ContactStore } from "../../people/contacts/ContactStore.ts"
import { type Caller, actorNamed, type ContactUuid } from "../../shared/Ids.ts"
import { given } from "../../shared/Input.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import { workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { type TimelineEntry, TimelineType } from "./TimelineEntry.ts"
import { cursorOf, mergeSources, placeOfCursor, placeWithin } from "./TimelinePlace.ts"
import { makeHistory } from "./TimelineHistory.ts"
import { makeSources, type StoredType } from "./TimelineSources.ts"

/** The maximum number of entries per page. */
export const maxTimelineLimit = 100

const defaultLimit = 50

/** The request for a page of a timeline. */
export const TimelineRequest = Schema.Struct({
  /** The cursor to continue after. Default: start with the newest entry. */
  after: given(Schema.String),
  /** The types of entries. Default: all. */
  types: given(Schema.Array(TimelineType)),
  /** The maximum number of entries, 1 to 100. Default: 50. */
  limit: Schema.optional(Schema.Int)
})
export type TimelineRequest = typeof TimelineRequest.Type

/** A page of a timeline, newest first. */
export interface TimelinePage {
  readonly items: ReadonlyArray<TimelineEntry>
  /** The cursor of the next page; null if there are no more entries. */
  readonly next: string | null
}

/** The position (after the caller) and schema of each operation's input. */
const inputs = { read: [1, TimelineRequest] } as const

/**
 * Reads the timeline of a contact, newest first.
 *
 * @example
 * const timeline = yield* Timeline
 * const { items } = yield* timeline.read(caller, contact, { types: ["created", "updated"], limit: 10 })
 * return items.map(({ type }) => type)
 */
export class Timeline extends Context.Service<
  Timeline,
  {
    /**
     * Returns the timeline of a contact, newest first. Following the cursor of each page returns every existing entry
     * exactly once, even if other entries are written meanwhile.
     *
     * @param contact The uuid of a merged contact resolves to its survivor.
     * @param request `{}` for the newest 50 entries.
     * @example
     * const timeline = yield* Timeline
     * const { items, next } = yield* timeline.read(caller, contact, { types: ["created", "updated"], limit: 10 })
     * return [next, items.map(({ type }) => type)]
     * @see docs/contributing/decisions.md, T1
     */
    readonly read: (
      caller: Caller,
      contact: ContactUuid,
      request: TimelineRequest
    ) => Effect.Effect<TimelinePage, ContactNotFound | InvalidInput | StorageError>
  }
>()("@rollcall/core/person/timeline/Timeline") {
  static readonly layer = Layer.effect(
    Timeline,
    Effect.gen(function* () {
      const contacts = yield* ContactStore
      const { actorNames } = yield* AccessTokenStore
      const history = yield* makeHistory
      const sources = yield* makeSources
      const isStored = (type: TimelineType): type is StoredType => Object.hasOwn(sources, type)

      return Timeline.of(
        workspaceService("Timeline", inputs, {
          read: Effect.fnUntraced(function* ({ workspace }, uuid, { after, limit = defaultLimit, types }) {
            yield* InvalidInput.refuse(limitIssues(limit))
            const place = typeof after === "string" ? yield* placeOfCursor(after) : null
            const contact = yield* findContact(contacts, workspace, uuid)
            const wanted = Arr.dedupe(types ?? TimelineType.literals)
            const stored = yield* Effect.forEach(wanted.filter(isStored), (type) =>
              sources[type](contact, placeWithin(type, place), limit + 1)
            )
            // The history is read last, so that an entry that moves to the history meanwhile is found twice instead of
            // missed.
            const changes = yield* history(contact, wanted, place, limit + 1)
            const read = [...stored, changes]
            const { hasMore, items } = mergeSources(read, limit)
            const last = items.at(-1)
            const authors = Arr.dedupe(items.flatMap(({ entry: { by } }) => (by === null ? [] : [by])))
            const names = yield* actorNames(workspace, authors)
            const page: TimelinePage = {
              items: items.map(({ entry }) => ({
                ...entry,
                actor: actorNamed(entry.by, entry.by && names.get(entry.by))
              })),
              next: hasMore && last !== undefined ? cursorOf(last.place) : null
            }
            return page
          })
        })
      )
    })
  )
}

const limitIssues = (limit: number) =>
  Number.isInteger(limit) && limit >= 1 && limit <= maxTimelineLimit
    ? []
    : [issue("value_error", ["limit"], `must be a whole number from 1 to ${maxTimelineLimit}`)]
