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

/** The most entries of one page. */
export const maxTimelineLimit = 100

const defaultLimit = 50

/** Which part of a timeline is wanted. */
export const TimelineRequest = Schema.Struct({
  /** Continue after this cursor; without one, with the newest entry. */
  after: given(Schema.String),
  /** Only entries of these types; without them, all. */
  types: given(Schema.Array(TimelineType)),
  /** At most this many entries: 1 to 100, by default 50. */
  limit: Schema.optional(Schema.Int)
})
export type TimelineRequest = typeof TimelineRequest.Type

/** A part of a timeline, newest first. */
export interface TimelinePage {
  readonly items: ReadonlyArray<TimelineEntry>
  /** Continue after this; null where nothing is left. */
  readonly next: string | null
}

/** The arguments of the operations, without the workspace and uuids. */
const inputs = { read: [1, TimelineRequest] } as const

/**
 * What happened with a contact, newest first.
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
     * Returns what happened with a contact, newest first. Who continues after the cursor of each page gets every entry
     * that is there all the time exactly once, whatever is written meanwhile.
     *
     * @param contact The uuid of a merged contact means its survivor.
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
            // The history comes last: what moves there meanwhile is found in both, and not in none.
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
