import type { Place } from "@rollcall/core/operations"
import type { SortDirection } from "@rollcall/core/storage"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { isAfter, type KeyedPlace, lastKeyName, type Listing, namedKeys, type Order, sortKeys } from "./Listing.ts"

/** The SELECTs of a listing, from which `pageOf` builds its statements. */
export interface PageQuery {
  /** A table `found` for a WITH, if page and total are read from it. */
  readonly found?: Statement.Fragment
  /** A SELECT of the number of rows, as `total`. */
  readonly total: Statement.Fragment
  /** Default: `total`. The total in each row of the page. */
  readonly totalOfRow?: Statement.Fragment
  /** Returns a SELECT of the page's rows in order, with any extra columns. */
  readonly items: (extraColumns: Statement.Fragment) => Statement.Fragment
}

/** Builds the SELECTs of a listing. The cheapest strategy depends on the number of rows and on the indexes. */
export type PageStrategy = (db: Db, listing: Listing) => PageQuery

/** A SELECT of the number of rows as `total`, if that is cheaper than counting the rows of the listing. */
interface Counted {
  readonly total?: Statement.Fragment | undefined
}

interface SortOptions extends Counted {
  /** Default: false. Whether the rows are few enough to count while they are read. */
  readonly countsAsRead?: boolean
  /** A condition for the rows after the page's offset, if an index finds them. */
  readonly afterOffset?: Statement.Fragment | undefined
}

/** Reads the matching rows and sorts them. */
export const sortMatches =
  (options: SortOptions = {}): PageStrategy =>
  (db, listing) =>
    sortedFrom(db, listing, sourceOf(db, listing), options)

interface IndexOptions extends Counted {
  /**
   * Conditions that all rows of the listing satisfy, if there are fewer of them than in the listing. They are not tested
   * again on the page.
   */
  readonly all?: Statement.Fragment | undefined
}

/** Reads all or most rows from an index in their order, if such an index exists. */
export const readInIndexOrder =
  (options: IndexOptions = {}): PageStrategy =>
  (db, listing) => {
    const { sql } = db
    const { order, where } = listing
    if (order.present === undefined) return sortMatches(options)(db, listing)
    const uuids = uuidsOf(db, listing, order.present)
    return {
      total: options.total ?? countOf(db, listing),
      items: (extraColumns) =>
        sql`${rowsOf(db, listing, sourceOf(db, listing), extraColumns)} WHERE ${options.all ?? where} AND uuid IN (${uuids}) ${orderOf(db, listing)}`
    }
  }

/**
 * Evaluates the conditions once, and keeps the uuids and keys of the rows for page and total. For listings in which few of
 * the rows that satisfy `all` match.
 */
export const materializeMatches =
  (all: Statement.Fragment): PageStrategy =>
  (db, listing) => {
    const { dialect, sql } = db
    const { order, page, where } = listing
    const source = sourceOf(db, listing)
    const inOrder = orderOf(db, listing)
    const afterPlace = andAfter(db, listing, lastKey(db, order), (place) =>
      isAfter(db, lastKey(db, order), sql`uuid`, place, listing.direction)
    )
    const uuids = sql`SELECT uuid FROM found WHERE TRUE ${afterPlace} ${inOrder} LIMIT ${page.limit} OFFSET ${page.offset}`
    return {
      found: sql`found AS MATERIALIZED (
        SELECT uuid, ${namedKeys(db, order)} FROM ${keyed(db, order, source)} WHERE ${where})`,
      total: sql`SELECT count(*) AS total FROM found`,
      items: (extraColumns) =>
        sql`${rowsOf(db, listing, source, extraColumns)} WHERE ${all} AND ${dialect.inSubquery("uuid", uuids)} ${inOrder}`
    }
  }

/** Examines only the first `limit` rows that satisfy `all`. The keys must be columns of the table and never NULL. */
export const scanFirst =
  (all: Statement.Fragment, limit: number, total: Statement.Fragment | undefined): PageStrategy =>
  (db, listing) => {
    const { sql, table } = db
    const { from, join = sql``, order } = listing
    const direction = sql.literal(listing.direction)
    const keys = sql.csv([...order.keys, sql`uuid`].map((key) => sql`${key} ${direction}`))
    const first = sql`(
      SELECT * FROM ${table(from)} WHERE ${all} ${andAfterOwn(db, listing)} ORDER BY ${keys} LIMIT ${sql.literal(String(limit))}
    ) AS ${sql(from)} ${join}`
    return sortedFrom(db, listing, first, { total })
  }

const sortedFrom = (db: Db, listing: Listing, source: Statement.Fragment, options: SortOptions): PageQuery => {
  const { sql } = db
  const { direction, order, page, where } = listing
  const { afterOffset, countsAsRead = false, total } = options
  const keyDirection = sql.literal(order.nullable ? `${direction} NULLS LAST` : direction)
  const keys = order.keys.map((key) => sql`${key} ${keyDirection}`)
  return {
    total: total ?? sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`,
    ...(countsAsRead && page.after === undefined && { totalOfRow: sql`count(*) OVER ()` }),
    items: (extraColumns) => sql`
      ${rowsOf(db, listing, source, extraColumns)} WHERE ${where} ${afterOffset === undefined ? sql`` : sql`AND ${afterOffset}`}
      ${andAfterOwn(db, listing)} ORDER BY ${sql.csv(order.distinct === true ? keys : [...keys, sql`uuid ${sql.literal(direction)}`])}
      LIMIT ${page.limit} OFFSET ${afterOffset === undefined ? page.offset : 0}`
  }
}

/** Returns the end of a WHERE that selects the rows after the page's place, if it has one. */
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

/** Like `andAfter`, for rows with the keys of the order. */
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

/** Returns a source joined with the keys of its rows. */
const keyed = ({ sql }: Db, { join }: Order, source: Statement.Fragment) =>
  join === undefined ? source : sql`${source} LEFT JOIN ${join}`

/** Returns a SELECT of the columns and keys of rows. The keys are columns `sort_key_1`, `sort_key_2`... */
const rowsOf = (db: Db, { columns, order }: Listing, source: Statement.Fragment, extraColumns: Statement.Fragment) =>
  db.sql`SELECT ${columns}, ${namedKeys(db, order)} ${extraColumns} FROM ${keyed(db, order, source)}`

/** Returns the ORDER BY of rows with named keys. */
const orderOf = (db: Db, listing: Listing) =>
  db.sql`ORDER BY ${sortKeys(db, listing, "")}, uuid ${db.sql.literal(listing.direction)}`

/** Returns a SELECT of the page's uuids: rows with keys in index order, then rows without keys. */
const uuidsOf = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { order, page } = listing
  const direction = sql.literal(listing.direction)
  const end = page.offset + page.limit
  return sql`
    WITH present AS MATERIALIZED (${presentRows(db, listing, present)} LIMIT ${end}),
    missing AS MATERIALIZED (${missingRows(db, listing, present)} LIMIT (SELECT ${end} - count(*) FROM present))
    SELECT uuid FROM (
      SELECT present.*, 1 AS part FROM present
      UNION ALL
      SELECT uuid, ${sql.csv(order.keys.map(() => sql`NULL`))}, 2 FROM missing
      ORDER BY part, ${sortKeys(db, listing, "")}, uuid ${direction} LIMIT ${page.limit} OFFSET ${page.offset}
    ) AS places`
}

/** Returns a SELECT of the rows with keys after the page's place. */
const presentRows = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { direction, order, where } = listing
  const { after } = listing.page
  const join = order.join === undefined ? sql`` : sql`JOIN ${order.join}`
  // Only rows without a key follow a row without a key.
  const isPresent = after?.key === null ? sql`FALSE` : present.isTrue
  const afterPlace =
    after === undefined || after.key === null || order.places === undefined
      ? sql``
      : sql`AND ${order.places.isAfter({ key: after.key, uuid: after.uuid }, direction)}`
  const keys = [...order.keys, present.uuid].map((key) => sql`${key} ${sql.literal(direction)}`)
  return sql`
    SELECT uuid, ${namedKeys(db, order)} FROM ${sourceOf(db, listing)} ${join}
    WHERE ${where} AND ${isPresent} ${afterPlace} ORDER BY ${sql.csv(keys)}`
}

/** Returns a SELECT of the rows without keys after the page's place. */
const missingRows = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { direction, where } = listing
  const { after } = listing.page
  const afterPlace = after?.key === null ? sql`AND ${isUuidAfter(sql, after, direction)}` : sql``
  return sql`
    SELECT uuid FROM ${sourceOf(db, listing)} WHERE ${where} AND ${present.isFalse} ${afterPlace}
    ORDER BY uuid ${sql.literal(direction)}`
}

const lastKey = ({ sql }: Db, order: Order): Statement.Fragment => sql.literal(lastKeyName(order))
