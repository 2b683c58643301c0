import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { Uuid } from "./Ids.ts"
import { InvalidInput, issue } from "./Issue.ts"
import { compareCodePoints, isStorable } from "./Text.ts"

/** The part of a listing to return: at most `limit` items after the first `offset`. */
export const PageRequest = Schema.Struct({
  /** The maximum number of items per page. */
  limit: Schema.Natural,
  /** The number of items to skip. */
  offset: Schema.Natural
})
export type PageRequest = typeof PageRequest.Type

/** A page of a listing, with the total number of items. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** Returns a page of items that are already sorted and in memory. */
export const slice = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRequest): Page<A> => ({
  items: items.slice(offset, offset + limit),
  total: items.length
})

/** Fails unless `limit` and `offset` are integers of at least 0. Stores misinterpret other values. */
export const checkPage = (page: PageRequest | undefined): Effect.Effect<void, InvalidInput> => {
  if (page === undefined)
    return InvalidInput.refuse([issue("missing", ["page"], "is required, such as { limit: 50, offset: 0 }")])
  return InvalidInput.refuse(
    (["limit", "offset"] as const).flatMap((name) =>
      Number.isSafeInteger(page[name]) && page[name] >= 0
        ? []
        : [issue("value_error", [name], "must be an integer from 0")]
    )
  )
}

/** The value that an item is sorted by: a string, a number, or null if it is missing. */
export type PlaceKey = string | number | null

/** The position of an item in a listing. A position remains valid after its item is removed. */
export interface Place {
  readonly key: PlaceKey
  readonly uuid: string
}

/** A {@link PageRequest} for stores. With `after`, the page starts after that position and the offset is 0. */
export interface PlaceRequest extends PageRequest {
  readonly after?: Place | undefined
}

/** A {@link Page} from a store, with the position of its last item. `next` is null if no item follows. */
export interface PlacePage<A> extends Page<A> {
  readonly next: Place | null
}

/**
 * Compares positions by key, then by uuid in the same direction. Missing keys come last in both directions.
 *
 * @see docs/contributing/decisions.md, S9
 */
export const comparePlaces =
  (direction: "asc" | "desc") =>
  (a: Place, b: Place): number =>
    compareAt(direction, a.key, a.uuid, b.key, b.uuid)

/** Compares two positions like {@link comparePlaces}, without creating `Place` objects. */
export const compareAt = (
  direction: "asc" | "desc",
  x: PlaceKey,
  xUuid: string,
  y: PlaceKey,
  yUuid: string
): number => {
  if ((x === null) !== (y === null)) return x === null ? 1 : -1
  const order = x === null || y === null ? 0 : compareKeys(x, y)
  return (direction === "asc" ? 1 : -1) * (order === 0 ? compareCodePoints(xUuid, yUuid) : order)
}

const compareKeys = (x: string | number, y: string | number): number =>
  typeof x === "string" && typeof y === "string" ? compareCodePoints(x, y) : Number(x) - Number(y)

/**
 * Returns a page of items that are sorted by position, like {@link slice}. With `after`, the page starts after that
 * position.
 */
export const sliceAfter = <A>(
  items: ReadonlyArray<A>,
  { after, limit, offset }: PlaceRequest,
  direction: "asc" | "desc",
  placeOf: (item: A) => Place
): PlacePage<A> => {
  const compare = comparePlaces(direction)
  const rest = after === undefined ? items.slice(offset) : items.filter((item) => compare(placeOf(item), after) > 0)
  const page = rest.slice(0, limit)
  const last = page[page.length - 1]
  return { items: page, total: items.length, next: last && rest.length > limit ? placeOf(last) : null }
}

/** A {@link PageRequest} that can continue another page of the same listing. */
export const CursorRequest = Schema.Struct({
  ...PageRequest.fields,
  /**
   * The `next` of another page of the same listing in the same order. The items after that page are returned. The
   * offset must be 0.
   */
  after: Schema.optional(Schema.String)
})
export type CursorRequest = typeof CursorRequest.Type

/** A {@link Page} with a cursor for the items after it. `next` is null if no item follows. */
export interface CursorPage<A> extends Page<A> {
  readonly next: string | null
}

/** The names of a listing and its order in cursors, and the schema of the listing's sort keys. */
export interface CursorOrder {
  readonly listing: string
  readonly order: string
  readonly key: Schema.ConstraintDecoder<PlaceKey>
}

/** A sort key that is a string or null. */
export const textKey = Schema.NullOr(
  Schema.String.check(Schema.makeFilter((text) => isStorable(text) || "must not contain U+0000 or a lone surrogate"))
)

/** Returns the schema of a cursor: a position as JSON in base64url, opaque to callers. */
export const cursorText = <S extends Schema.Constraint>(place: S) =>
  Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(place)))

/** The message about a cursor that cannot be read. */
export const notACursor = "must be the `next` of an earlier page, unchanged"

const Cursor = cursorText(
  Schema.Struct({
    of: Schema.String,
    by: Schema.String,
    key: Schema.NullOr(Schema.Union([Schema.String, Schema.Finite])),
    uuid: Uuid
  })
)
const decodeCursor = Schema.decodeUnknownOption(Cursor)

/**
 * Encodes a cursor without its schema, with the same result. Every page has a cursor, and encoding a cursor with the schema
 * takes as long as encoding five contacts.
 */
const encodeCursor = ({ listing, order }: CursorOrder, { key, uuid }: Place): string =>
  Base64Url.encode(JSON.stringify({ of: listing, by: order, key, uuid }))

/**
 * Reads a page of a listing with cursors. Fails if the page request is invalid, or if its cursor is malformed, belongs
 * to another listing or order, or is combined with an offset.
 */
export const readPage = Effect.fnUntraced(function* <A, E, R>(
  by: CursorOrder,
  page: CursorRequest,
  read: (page: PlaceRequest) => Effect.Effect<PlacePage<A>, E, R>
) {
  yield* checkPage(page)
  const { limit, offset } = page
  const after = page.after === undefined ? undefined : yield* placeIn(by, page.after, offset)
  const { items, next, total } = yield* read(after === undefined ? { limit, offset } : { limit, offset, after })
  return { items, total, next: next && encodeCursor(by, next) }
})

const placeIn = ({ key, listing, order }: CursorOrder, text: string, offset: number) => {
  const refuse = (message: string) =>
    Effect.fail(new InvalidInput({ issues: [issue("value_error", ["after"], message)] }))
  if (offset !== 0) return refuse("cannot be combined with an offset")
  const cursor = Option.getOrUndefined(decodeCursor(text))
  if (cursor === undefined) return refuse(notACursor)
  if (cursor.of !== listing) return refuse(`belongs to a listing of ${cursor.of}, but this is a listing of ${listing}`)
  if (cursor.by !== order) return refuse("belongs to a page in another order: keep the same order from page to page")
  return Option.match(Schema.decodeUnknownOption(key)(cursor.key), {
    onNone: () => refuse(notACursor),
    onSome: (key): Effect.Effect<Place, InvalidInput> => Effect.succeed({ key, uuid: cursor.uuid })
  })
}
