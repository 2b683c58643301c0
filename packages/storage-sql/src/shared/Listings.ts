import type { Page, PageRequest, SortDirection, StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import type { RowSchema } from "./Rows.ts"
import type { SqlCondition } from "./SqlCondition.ts"

/** What a listing is ordered by: its keys, missing ones last, and then its `uuid`. */
export interface Order {
  readonly keys: Arr.NonEmptyReadonlyArray<Statement.Fragment>
  /** Whether a key may be missing: an index serves the order of one that may not be in both directions. */
  readonly nullable: boolean
  /** A table that has the keys, with an ON, where the listing's own has not. */
  readonly join?: Statement.Fragment | undefined
  /**
   * Whether the keys are there, if an index has their order, and of the `uuid` after them, where they are. That they are
   * not can be asked without the join.
   */
  readonly present?: (SqlCondition & { readonly uuid: Statement.Fragment }) | undefined
}

/** A part of the rows of `from` that satisfy `where`, in an order, and how many those rows are. */
export interface Listing {
  readonly columns: Statement.Fragment
  readonly from: Statement.Fragment
  readonly where: Statement.Fragment
  /** How many rows the listing has, as `total`, where that can be known without counting those that satisfy `where`. */
  readonly total?: Statement.Fragment | undefined
  /**
   * What `where` leaves out, and of what: an index is quick at counting the rows that satisfy a condition, and slow at
   * counting all the others.
   */
  readonly without?: { readonly all: Statement.Fragment; readonly left: Statement.Fragment } | undefined
  readonly order: Order
  /**
   * Whether conditions may leave a few rows of many. How such a listing is best answered depends on the values that are
   * asked for, so it is planned each time; another one is read from the index that has its order.
   */
  readonly filtered: boolean
  /** Of a filtered listing: whether it leaves a few rows whatever is asked for, so that one plan does for all. */
  readonly selective?: boolean
  readonly direction: SortDirection
  readonly page: PageRequest
}

/**
 * Answers a listing with one statement, so that its page and its total are of one snapshot whatever the isolation is.
 * The columns must have `uuid` among them: where it is null the page is empty.
 */
export const pageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = Schema.decodeUnknownEffect(Schema.Array(row))
  return (db: Db, listing: Listing): Effect.Effect<Page<A>, StorageError> => {
    const { dialect, sql } = db
    const { filtered, selective = false } = listing
    const statement = sql`
      SELECT whole.total, item.*
      FROM (${totalOf(db, listing)}) AS whole
      LEFT JOIN (${itemsOf(db, listing)}) AS item ON TRUE
      ORDER BY ${sortKeys(db, listing, "item.")}, item.uuid ${sql.literal(listing.direction)}`
    return db.mapErrors(
      Effect.gen(function* () {
        const rows = yield* filtered && !selective ? dialect.runUnprepared(statement) : statement
        const { total, uuid } = yield* decodeHead(rows[0])
        return { total, items: uuid === null ? [] : yield* decodeItems(rows) }
      })
    )
  }
}

const totalOf = ({ sql }: Db, { from, total, where, without }: Listing): Statement.Fragment => {
  if (total !== undefined) return total
  return without === undefined
    ? sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`
    : sql`
        SELECT (SELECT count(*) FROM ${from} WHERE ${without.all})
          - (SELECT count(*) FROM ${from} WHERE ${without.all} AND ${without.left}) AS total`
}

const decodeHead = Schema.decodeUnknownEffect(
  Schema.Struct({ total: Schema.Natural, uuid: Schema.NullOr(Schema.String) })
)

/** The rows on the page, in no order, with their keys under names of their own. */
const itemsOf = (db: Db, listing: Listing): Statement.Fragment => {
  const { sql } = db
  const { columns, direction, filtered, from, order, page, where } = listing
  const rows = sql`
    SELECT ${columns}, ${namedKeys(db, order)}
    FROM ${from} ${order.join === undefined ? sql`` : sql`LEFT JOIN ${order.join}`} WHERE ${where}`
  if (!filtered && order.present !== undefined) {
    return sql`${rows} AND uuid IN (${placesOf(db, listing, order.present)})`
  }
  const way = sql.literal(order.nullable ? `${direction} NULLS LAST` : direction)
  return sql`
    ${rows} ORDER BY ${sql.csv(order.keys.map((key) => sql`${key} ${way}`))}, uuid ${sql.literal(direction)}
    LIMIT ${page.limit} OFFSET ${page.offset}`
}

/** The uuids on the page: those with keys in the order of the index, then those without, as far as there is room. */
const placesOf = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { from, order, page, where } = listing
  const direction = sql.literal(listing.direction)
  const end = page.offset + page.limit
  return sql`
    WITH present AS MATERIALIZED (
      SELECT uuid, ${namedKeys(db, order)}
      FROM ${from} ${order.join === undefined ? sql`` : sql`JOIN ${order.join}`} WHERE ${where} AND ${present.isTrue}
      ORDER BY ${sql.csv([...order.keys, present.uuid].map((key) => sql`${key} ${direction}`))} LIMIT ${end}
    ), missing AS MATERIALIZED (
      SELECT uuid FROM ${from} WHERE ${where} AND ${present.isFalse}
      ORDER BY uuid ${direction} LIMIT (SELECT ${end} - count(*) FROM present)
    )
    SELECT uuid FROM (
      SELECT present.*, 1 AS part FROM present
      UNION ALL
      SELECT uuid, ${sql.csv(order.keys.map(() => sql`NULL`))}, 2 FROM missing
      ORDER BY part, ${sortKeys(db, listing, "")}, uuid ${direction} LIMIT ${page.limit} OFFSET ${page.offset}
    ) AS places`
}

const nameOf = (index: number): string => `sort_key_${index + 1}`

const namedKeys = ({ sql }: Db, { keys }: Order): Statement.Fragment =>
  sql.csv(keys.map((key, index) => sql`${key} AS ${sql.literal(nameOf(index))}`))

/** The keys in an ORDER BY, by the names that they were given. */
const sortKeys = ({ sql }: Db, { direction, order }: Listing, prefix: string): Statement.Fragment =>
  sql.literal(
    order.keys
      .map((_, index) => `${prefix}${nameOf(index)} ${direction}${order.nullable ? " NULLS LAST" : ""}`)
      .join(", ")
  )
