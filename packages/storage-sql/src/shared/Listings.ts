import type { Place, PlaceRequest } from "@rollcall/core/operations"
import type { SortDirection } from "@rollcall/core/storage"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { SqlCondition } from "./SqlCondition.ts"
import type { TableName } from "../database/Tables.ts"

/** The order of a listing: by its keys, NULL last, then by `uuid` unless no two rows have the same keys. */
export interface Order {
  readonly keys: Arr.NonEmptyReadonlyArray<Statement.Fragment>
  /** Whether a key may be NULL. Without NULLS LAST one index serves both directions. */
  readonly nullable: boolean
  /** Whether no two rows have the same keys. Default: false. */
  readonly distinct?: boolean
  /** The table of the keys with its ON, if they are not columns of the listing's own table. */
  readonly join?: Statement.Fragment | undefined
  /**
   * Given if an index has the order of the keys and then of `uuid`. The condition is whether the keys are not NULL; its
   * `isFalse` does not need the join.
   */
  readonly present?: (SqlCondition & { readonly uuid: Statement.Fragment }) | undefined
  /** Given if the listing is read after a place: what its last key is, and whether a key is not NULL and after a place. */
  readonly places?: Places | undefined
}

/** An order with places. */
export interface PlacedOrder extends Order {
  readonly places: Places
}

export const isPlaced = (order: Order): order is PlacedOrder => order.places !== undefined

/** A place whose key is not missing. */
export interface KeyedPlace extends Place {
  readonly key: string | number
}

/** How places are read and compared. The condition is one that the index of the order serves, if there is one. */
interface Places {
  readonly of: "text" | "number"
  readonly isAfter: (place: KeyedPlace, direction: SortDirection) => Statement.Fragment
}

/** Whether an expression and then a uuid are after a place. */
export const isAfter = (
  { sql }: Pick<Db, "sql">,
  key: Statement.Fragment,
  uuid: Statement.Fragment,
  place: KeyedPlace,
  direction: SortDirection
): Statement.Fragment =>
  sql`((${key}, ${uuid}) ${sql.literal(direction === "asc" ? ">" : "<")} (${place.key}, ${place.uuid}))`

/** A page of the rows of a table that satisfy `where`, in an order. */
export interface Listing {
  /** The columns of the result. They include `uuid`. */
  readonly columns: Statement.Fragment
  readonly from: TableName
  /** A JOIN that follows the table. */
  readonly join?: Statement.Fragment | undefined
  readonly where: Statement.Fragment
  readonly order: Order
  readonly direction: SortDirection
  readonly page: PlaceRequest
}

/** The SELECTs of a listing, of which `pageOf` makes its statements. */
export interface PageQuery {
  /** A table `found` for a WITH, if page and total are read from it. */
  readonly found?: Statement.Fragment
  /** A SELECT of the number of rows as `total`. */
  readonly total: Statement.Fragment
  /** What each row of the page has as its total. Default: the SELECT of it. */
  readonly totalOfRow?: Statement.Fragment
  /** A SELECT of the rows of the page in their order, with more columns or none. */
  readonly items: (more: Statement.Fragment) => Statement.Fragment
}

/** A way to read a listing. */
export type Way = (db: Db, listing: Listing) => PageQuery

/** A SELECT of the number of rows as `total`, if that is cheaper than to count the rows of the listing. */
interface Counted {
  readonly total?: Statement.Fragment | undefined
}

interface Sorted extends Counted {
  /** Whether so few rows are listed that they are counted as they are read. Default: false. */
  readonly countsAsRead?: boolean
  /** A condition for the rows after the offset of the page, if an index finds them. */
  readonly afterOffset?: Statement.Fragment | undefined
}

/** Reads the rows by their conditions, and sorts them. */
export const sorted =
  (options: Sorted = {}): Way =>
  (db, listing) =>
    sortedFrom(db, listing, sourceOf(db, listing), options)

interface Indexed extends Counted {
  /** What all rows of the listing satisfy, if that is less than its conditions: those are not tested again on the page. */
  readonly all?: Statement.Fragment | undefined
}

/** Reads the rows from the index that has their order, if there is one: of all rows, or of most. */
export const inIndexOrder =
  (options: Indexed = {}): Way =>
  (db, listing) => {
    const { sql } = db
    const { order, where } = listing
    if (order.present === undefined) return sorted(options)(db, listing)
    const uuids = uuidsOf(db, listing, order.present)
    return {
      total: options.total ?? countOf(db, listing),
      items: (more) =>
        sql`${rowsOf(db, listing, sourceOf(db, listing), more)} WHERE ${options.all ?? where} AND uuid IN (${uuids}) ${orderOf(db, listing)}`
    }
  }

/**
 * Evaluates the conditions once, and keeps the uuids and keys of the rows for page and total: they are expected to be few
 * of those that satisfy `all`.
 */
export const foundOnce =
  (all: Statement.Fragment): Way =>
  (db, listing) => {
    const { dialect, sql } = db
    const { order, page, where } = listing
    const source = sourceOf(db, listing)
    const inOrder = orderOf(db, listing)
    const rest = andAfter(db, listing, lastKey(db, order), (place) =>
      isAfter(db, lastKey(db, order), sql`uuid`, place, listing.direction)
    )
    const uuids = sql`SELECT uuid FROM found WHERE TRUE ${rest} ${inOrder} LIMIT ${page.limit} OFFSET ${page.offset}`
    return {
      found: sql`found AS MATERIALIZED (
        SELECT uuid, ${namedKeys(db, order)} FROM ${keyed(db, order, source)} WHERE ${where})`,
      total: sql`SELECT count(*) AS total FROM found`,
      items: (more) =>
        sql`${rowsOf(db, listing, source, more)} WHERE ${all} AND ${dialect.inSubquery("uuid", uuids)} ${inOrder}`
    }
  }

/** Looks at no more than the first so many of the rows that satisfy `all`. Their keys are their own and never NULL. */
export const amongFirst =
  (all: Statement.Fragment, most: number, total: Statement.Fragment | undefined): Way =>
  (db, listing) => {
    const { sql, table } = db
    const { from, join = sql``, order } = listing
    const direction = sql.literal(listing.direction)
    const keys = sql.csv([...order.keys, sql`uuid`].map((key) => sql`${key} ${direction}`))
    const first = sql`(
      SELECT * FROM ${table(from)} WHERE ${all} ${andAfterOwn(db, listing)} ORDER BY ${keys} LIMIT ${sql.literal(String(most))}
    ) AS ${sql(from)} ${join}`
    return sortedFrom(db, listing, first, { total })
  }

const sortedFrom = (db: Db, listing: Listing, source: Statement.Fragment, options: Sorted): PageQuery => {
  const { sql } = db
  const { direction, order, page, where } = listing
  const { afterOffset, countsAsRead = false, total } = options
  const keyDirection = sql.literal(order.nullable ? `${direction} NULLS LAST` : direction)
  const keys = order.keys.map((key) => sql`${key} ${keyDirection}`)
  return {
    total: total ?? sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`,
    ...(countsAsRead && page.after === undefined && { totalOfRow: sql`count(*) OVER ()` }),
    items: (more) => sql`
      ${rowsOf(db, listing, source, more)} WHERE ${where} ${afterOffset === undefined ? sql`` : sql`AND ${afterOffset}`}
      ${andAfterOwn(db, listing)} ORDER BY ${sql.csv(order.distinct === true ? keys : [...keys, sql`uuid ${sql.literal(direction)}`])}
      LIMIT ${page.limit} OFFSET ${afterOffset === undefined ? page.offset : 0}`
  }
}

/** The end of a WHERE by which rows are after the place of the page, if it has one. */
const andAfter = (
  { sql }: Db,
  { direction, order, page: { after } }: Listing,
  key: Statement.Fragment,
  isBeyond: (place: KeyedPlace) => Statement.Fragment
): Statement.Fragment => {
  if (after === undefined) return sql``
  if (after.key === null) return sql`AND ${key} IS NULL AND ${isUuidAfter(sql, after, direction)}`
  const beyond = isBeyond({ key: after.key, uuid: after.uuid })
  return order.nullable ? sql`AND (${beyond} OR ${key} IS NULL)` : sql`AND ${beyond}`
}

/** As `andAfter`, for rows with the keys of the order. */
const andAfterOwn = (db: Db, listing: Listing): Statement.Fragment => {
  const { direction, order } = listing
  const { places } = order
  return places === undefined
    ? db.sql``
    : andAfter(db, listing, order.keys[0], (place) => places.isAfter(place, direction))
}

const isUuidAfter = (sql: Db["sql"], { uuid }: Place, direction: SortDirection) =>
  sql`uuid ${sql.literal(direction === "asc" ? ">" : "<")} ${uuid}`

const sourceOf = ({ sql, table }: Db, { from, join = sql`` }: Listing) => sql`${table(from)} ${join}`

const countOf = (db: Db, listing: Listing) =>
  db.sql`SELECT count(*) AS total FROM ${sourceOf(db, listing)} WHERE ${listing.where}`

/** A source with the keys of its rows. */
const keyed = ({ sql }: Db, { join }: Order, source: Statement.Fragment) =>
  join === undefined ? source : sql`${source} LEFT JOIN ${join}`

/** A SELECT of the columns and keys of rows. The keys are columns `sort_key_1`, `sort_key_2`... */
const rowsOf = (db: Db, { columns, order }: Listing, source: Statement.Fragment, more: Statement.Fragment) =>
  db.sql`SELECT ${columns}, ${namedKeys(db, order)} ${more} FROM ${keyed(db, order, source)}`

/** The ORDER BY of rows with named keys. */
const orderOf = (db: Db, listing: Listing) =>
  db.sql`ORDER BY ${sortKeys(db, listing, "")}, uuid ${db.sql.literal(listing.direction)}`

/** A SELECT of the uuids of the page: the rows with keys, in the order of the index, then the rows without. */
const uuidsOf = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { order, page, where } = listing
  const { after } = page
  const from = sourceOf(db, listing)
  const direction = sql.literal(listing.direction)
  const isPresent = after?.key === null ? sql`FALSE` : present.isTrue
  const presentRest =
    after === undefined || after.key === null || order.places === undefined
      ? sql``
      : sql`AND ${order.places.isAfter({ key: after.key, uuid: after.uuid }, listing.direction)}`
  const missingRest = after?.key === null ? sql`AND ${isUuidAfter(sql, after, listing.direction)}` : sql``
  const end = page.offset + page.limit
  return sql`
    WITH present AS MATERIALIZED (
      SELECT uuid, ${namedKeys(db, order)}
      FROM ${from} ${order.join === undefined ? sql`` : sql`JOIN ${order.join}`} WHERE ${where} AND ${isPresent} ${presentRest}
      ORDER BY ${sql.csv([...order.keys, present.uuid].map((key) => sql`${key} ${direction}`))} LIMIT ${end}
    ), missing AS MATERIALIZED (
      SELECT uuid FROM ${from} WHERE ${where} AND ${present.isFalse} ${missingRest}
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

/** The column name of the last key, which holds what is sorted by as a whole. */
export const lastKeyName = ({ keys }: Order): string => nameOf(keys.length - 1)

const lastKey = ({ sql }: Db, order: Order): Statement.Fragment => sql.literal(lastKeyName(order))

/** The keys in a SELECT, by their column names. */
export const namedKeys = ({ sql }: Db, { keys }: Order): Statement.Fragment =>
  sql.csv(keys.map((key, index) => sql`${key} AS ${sql.literal(nameOf(index))}`))

/** The keys in an ORDER BY, by their column names. */
export const sortKeys = (
  { sql }: Db,
  { direction, order }: Pick<Listing, "direction" | "order">,
  prefix: string
): Statement.Fragment =>
  sql.literal(
    order.keys
      .map((_, index) => `${prefix}${nameOf(index)} ${direction}${order.nullable ? " NULLS LAST" : ""}`)
      .join(", ")
  )
