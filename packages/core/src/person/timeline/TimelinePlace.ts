import { Array as Arr, DateTime, Effect, Option, Schema } from "effect"
import { Uuid } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { HistoryPlace } from "../../people/history/HistoryStore.ts"
import { byPlaceInTime, type PlaceInTime } from "../../shared/Instant.ts"
import { cursorText, notACursor } from "../../shared/Page.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import { TimelineType, type UnnamedEntry } from "./TimelineEntry.ts"

/**
 * The place of an entry in a timeline, newest first: by the instant, then by the type, then as the entries of one type
 * are ordered. It stays the same for as long as the entry is there.
 */
export interface TimelinePlace extends PlaceInTime {
  readonly type: TimelineType
}

/** An entry with its place. */
export interface PlacedEntry {
  readonly place: TimelinePlace
  readonly entry: UnnamedEntry
}

/** The order of timelines. */
const newestFirst = (a: TimelinePlace, b: TimelinePlace): number =>
  DateTime.Order(b.at, a.at) || compareCodePoints(b.type, a.type) || byPlaceInTime(b, a)

const nil = "00000000-0000-0000-0000-000000000000"

/** The last instant that there is. */
const end = DateTime.makeUnsafe(8_640_000_000_000_000)

/** Returns the place before which the entries of a type are that come after a place of the timeline; null for its begin. */
export const placeWithin = (type: TimelineType, after: TimelinePlace | null): PlaceInTime => {
  if (after === null) return { at: end, uuid: nil, index: 0 }
  if (type === after.type) return after
  // At the same instant the types that are greater come first.
  const at = type > after.type ? after.at : DateTime.addDuration(after.at, 1)
  return { at, uuid: nil, index: 0 }
}

/** Returns the place before which the entries of all kinds of a history are that come after a place; null for its begin. */
export const placeOfKinds = (after: TimelinePlace | null): HistoryPlace =>
  after === null ? { at: end, kind: "", uuid: nil } : { at: after.at, kind: after.type, uuid: after.uuid }

/**
 * Merges what each source has next into the first `limit` entries, newest first, and whether there are more. Each source
 * gives its first ones, more than `limit` if it has more. An entry that two sources have, because it moved from one to the
 * other in between, is one.
 */
export const mergeSources = (
  sources: ReadonlyArray<ReadonlyArray<PlacedEntry>>,
  limit: number
): { readonly items: ReadonlyArray<PlacedEntry>; readonly hasMore: boolean } => {
  const sorted = sources.flat().toSorted((a, b) => newestFirst(a.place, b.place))
  const all = Arr.dedupeAdjacentWith(sorted, (a, b) => newestFirst(a.place, b.place) === 0)
  return { items: all.slice(0, limit), hasMore: all.length > limit }
}

const Cursor = cursorText(Schema.Tuple([Schema.DateTimeUtcFromMillis, TimelineType, Uuid, Schema.Natural]))
const encode = Schema.encodeSync(Cursor)
const decode = Schema.decodeUnknownOption(Cursor)

/** The cursor of a place: opaque, and the same for as long as the entry is there. */
export const cursorOf = ({ at, index, type, uuid }: TimelinePlace): string => encode([at, type, uuid, index])

/** Returns the place of a cursor; fails if it is no cursor. */
export const placeOfCursor = (cursor: string): Effect.Effect<TimelinePlace, InvalidInput> => {
  const place = Option.map(decode(cursor), ([at, type, uuid, index]) => ({ at, type, uuid, index }))
  return Effect.fromOption(place, () => new InvalidInput({ issues: [issue("value_error", ["after"], notACursor)] }))
}
