import { Array as Arr, DateTime, Effect, Option, Schema } from "effect"
import { Uuid } from "../../shared/Ids.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import type { HistoryPlace } from "../../people/history/HistoryStore.ts"
import { byPlaceInTime, type PlaceInTime } from "../../shared/Instant.ts"
import { cursorText, notACursor } from "../../shared/Page.ts"
import { compareCodePoints } from "../../shared/Text.ts"
import { TimelineType, type UnnamedEntry } from "./TimelineEntry.ts"

/**
 * The position of an entry in a timeline, newest first: by timestamp, then by type, then by the order within the type. The
 * position never changes while the entry exists.
 */
export interface TimelinePlace extends PlaceInTime {
  readonly type: TimelineType
}

export interface PlacedEntry {
  readonly place: TimelinePlace
  readonly entry: UnnamedEntry
}

const newestFirst = (a: TimelinePlace, b: TimelinePlace): number =>
  DateTime.Order(b.at, a.at) || compareCodePoints(b.type, a.type) || byPlaceInTime(b, a)

const nil = "00000000-0000-0000-0000-000000000000"

/** The latest timestamp of a `Date`. */
const end = DateTime.makeUnsafe(8_640_000_000_000_000)

/**
 * Returns where to continue reading the entries of one type after a place in the timeline. Null starts with the newest
 * entry.
 */
export const placeWithin = (type: TimelineType, after: TimelinePlace | null): PlaceInTime => {
  if (after === null) return { at: end, uuid: nil, index: 0 }
  if (type === after.type) return after
  // At the same timestamp, greater types come first.
  const at = type > after.type ? after.at : DateTime.addDuration(after.at, 1)
  return { at, uuid: nil, index: 0 }
}

/**
 * Returns where to continue reading the history, with entries of all kinds, after a place. Null starts with the newest
 * entry.
 */
export const placeOfKinds = (after: TimelinePlace | null): HistoryPlace =>
  after === null ? { at: end, kind: "", uuid: nil } : { at: after.at, kind: after.type, uuid: after.uuid }

/**
 * Merges the next entries of each source into the first `limit` entries, newest first, and returns whether more entries
 * follow. A source with more than `limit` entries must pass more than `limit` entries. An entry that moved between two
 * sources during the reads is returned once.
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

/** Returns the cursor of a place: opaque, and stable while the entry exists. */
export const cursorOf = ({ at, index, type, uuid }: TimelinePlace): string => encode([at, type, uuid, index])

/** Returns the place of a cursor. Fails if the string isn't a cursor. */
export const placeOfCursor = (cursor: string): Effect.Effect<TimelinePlace, InvalidInput> => {
  const place = Option.map(decode(cursor), ([at, type, uuid, index]) => ({ at, type, uuid, index }))
  return Effect.fromOption(place, () => new InvalidInput({ issues: [issue("value_error", ["after"], notACursor)] }))
}
