import type { Page, StorageError } from "@rollcall/core"
import type { Place, PlacePage } from "@rollcall/core/operations"
import { Effect, Option, Predicate, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { isPlaced, lastKeyName, type Listing, type PlacedOrder, sortKeys } from "./Listing.ts"
import { type PageQuery, type PageStrategy, readInIndexOrder } from "./PageStrategies.ts"
import { rowDecoder, type RowSchema, rowsInTurns } from "../database/Rows.ts"

/** How to run a page's statement. */
export interface Run {
  /**
   * - `few`: the statement reads few rows whatever its values. One prepared plan is enough, and it delays no other
   *   statement.
   * - `any`: it may read many rows, with one prepared plan. The listing is not filtered.
   * - `planned`: like `any`, but it may select few of many rows. The best plan depends on the values of its conditions.
   */
  readonly reads: "few" | "any" | "planned"
  /** Default: false. Whether the conditions read a trigram index. */
  readonly usesTrigrams?: boolean
}

const Head = Schema.Struct({ total: Schema.Natural, uuid: Schema.NullOr(Schema.String) })
const decodeHead = rowDecoder(Head)

const decodeTotal = rowDecoder(Schema.Struct({ total: Schema.Natural }))

const decodePlace = {
  text: rowDecoder(Schema.Struct({ key: Schema.NullOr(Schema.String), uuid: Schema.String })),
  number: rowDecoder(Schema.Struct({ key: Schema.NullOr(Schema.Finite), uuid: Schema.String }))
}

/** Reads the place of a row with named keys. */
export const placeOfRow = (order: PlacedOrder, row: unknown): Effect.Effect<Place, Schema.SchemaError> => {
  const { [lastKeyName(order)]: key, uuid } = Predicate.isObject(row) ? row : {}
  return decodePlace[order.places.of]({ key, uuid })
}

/** Adds one row to a page after a place, because the total does not show whether more rows follow. */
const withOneMore = (listing: Listing): Listing => {
  const { page } = listing
  return page.after === undefined ? listing : { ...listing, page: { ...page, limit: page.limit + 1 } }
}

/** Builds a page from its rows. */
const pageFrom = <A, E1, E2>(
  { order, page: { after, limit, offset } }: Listing,
  rows: ReadonlyArray<unknown>,
  total: Effect.Effect<number, E1>,
  decode: (rows: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<A>, E2>
) =>
  Effect.gen(function* () {
    const items = yield* decode(rows.slice(0, limit))
    const all = yield* total
    const last = rows[items.length - 1]
    const hasMore = after === undefined ? offset + items.length < all : rows.length > limit
    const next: Place | null = hasMore && last !== undefined && isPlaced(order) ? yield* placeOfRow(order, last) : null
    return { items, total: all, next }
  })

/** Like {@link placePageOf}, for listings that are read only by offset. */
export const pageOf = <A>(row: RowSchema<A>) => {
  const read = placePageOf(row)
  return (...given: Parameters<typeof read>): Effect.Effect<Page<A>, StorageError> =>
    Effect.map(read(...given), ({ items, total }) => ({ items, total }))
}

/**
 * Runs a listing and decodes its rows. Page and total come from one snapshot at every isolation level, because each row
 * contains the total of the same statement. An empty page after the first is read once more, joined to its total.
 */
export const placePageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = rowsInTurns(row)
  return (
    db: Db,
    listing: Listing,
    strategy: PageStrategy = readInIndexOrder(),
    { reads, usesTrigrams = false }: Run = { reads: "any" }
  ): Effect.Effect<PlacePage<A>, StorageError> => {
    const { dialect, sql } = db
    const { page } = listing
    const read = withOneMore(listing)
    const query = strategy(db, reads === "few" ? read : stoppable(db, read))
    const found = query.found === undefined ? sql`` : sql`WITH ${query.found}`
    const run = <Row>(statement: Statement.Statement<Row>) =>
      reads === "few" ? statement : dialect.runSearch(statement, { isPrepared: reads === "any", usesTrigrams })
    const withTotal = sql`, ${query.totalOfRow ?? sql`(${query.total})`} AS total`
    return db.mapErrors(
      Effect.gen(function* () {
        const rows = page.limit === 0 ? [] : yield* run(sql`${found} ${query.items(withTotal)}`)
        if (rows.length > 0) {
          const total = Effect.map(decodeTotal(rows[0]), ({ total }) => total)
          return yield* pageFrom(listing, rows, total, decodeItems)
        }
        if (page.limit > 0 && page.offset === 0 && page.after === undefined) return { total: 0, items: [], next: null }
        const joined = yield* run(sql`${found} SELECT ${joinedToTotal(db, listing, query)}`)
        const { total, uuid } = yield* decodeHead(joined[0])
        return yield* pageFrom(listing, uuid === null ? [] : joined, Effect.succeed(total), decodeItems)
      })
    )
  }
}

/** The start of a listing: a table `start` with a column `uuid`. */
export interface Start {
  readonly uuids: Statement.Fragment
  /** Maximum uuids in the start for the listing to be read. */
  readonly most: number
}

const StartedHead = Schema.Struct({
  started: Schema.Natural,
  total: Schema.Natural,
  uuid: Schema.NullOr(Schema.String)
})
const decodeStartedHead = rowDecoder(StartedHead)

/**
 * Like `pageOf`, for a listing with a start that reads few rows and finds them once. Returns no page if the start has too
 * many uuids.
 */
export const startedPageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = rowsInTurns(row)
  return (
    db: Db,
    given: Listing,
    strategy: PageStrategy,
    { most, uuids }: Start
  ): Effect.Effect<Option.Option<PlacePage<A>>, StorageError> => {
    const { sql } = db
    const number = (n: number) => sql.literal(String(n))
    const started = sql`(SELECT count(*) FROM start)`
    const listing = withOneMore({ ...given, where: sql`${started} <= ${number(most)} AND ${given.where}` })
    const query = strategy(db, listing)
    const statement = sql`
      WITH start (uuid) AS MATERIALIZED (SELECT * FROM (${uuids} LIMIT ${number(most + 1)}) AS first_ones)
      ${query.found === undefined ? sql`` : sql`, ${query.found}`}
      SELECT ${started} AS started, ${joinedToTotal(db, listing, query)}`
    return db.mapErrors(
      Effect.gen(function* () {
        const rows = yield* statement
        const { started, total, uuid } = yield* decodeStartedHead(rows[0])
        if (started > most) return Option.none()
        return Option.some(yield* pageFrom(given, uuid === null ? [] : rows, Effect.succeed(total), decodeItems))
      })
    )
  }
}

/**
 * Returns the rest of a SELECT after its other columns: the total, and the page in its order. An empty page is one row
 * without a `uuid`.
 */
const joinedToTotal = (db: Db, listing: Listing, { items, total }: PageQuery): Statement.Fragment => {
  const { sql } = db
  return sql`whole.total, item.*
    FROM (${total}) AS whole
    LEFT JOIN (${items(sql``)}) AS item ON TRUE
    ORDER BY ${sortKeys(db, listing, "item.")}, item.uuid ${sql.literal(listing.direction)}`
}

/** Returns a listing that stops soon after an interruption. */
const stoppable = ({ dialect, sql }: Db, listing: Listing): Listing => ({
  ...listing,
  where: sql`${dialect.isNotCancelled(listing.from)} AND ${listing.where}`
})
