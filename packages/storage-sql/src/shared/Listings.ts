import type { Page, PageRequest, StorageError } from "@rollcall/core"
import type { SortDirection } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import type * as Arr from "effect/Array"
import type { Statement } from "effect/sql"
import type { Db } from "./Database.ts"
import { rowDecoder, type RowSchema, rowsDecoder } from "./Rows.ts"
import type { SqlCondition } from "./SqlCondition.ts"
import type { TableName } from "./Tables.ts"

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
}

/** A query for one page of the rows of a table that satisfy `where`, and for their total. */
export interface Listing {
  /** The columns of the result. They include `uuid`. */
  readonly columns: Statement.Fragment
  readonly from: TableName
  /** A JOIN that follows the table. */
  readonly join?: Statement.Fragment | undefined
  readonly where: Statement.Fragment
  /** A SELECT of the number of rows as `total`, if that is cheaper than to count the rows that satisfy `where`. */
  readonly total?: Statement.Fragment | undefined
  /** Whether `where` selects so few rows that they are counted as they are read, and not by a subquery. Default: false. */
  readonly countsAsRead?: boolean
  /** A condition for the rows after the offset of the page, if an index finds them. */
  readonly afterOffset?: Statement.Fragment | undefined
  /**
   * Given if `where` is expected to select few of the rows that satisfy `all`: it is evaluated once, and the uuids and
   * keys of its rows are kept for the page and for the total.
   */
  readonly few?: { readonly all: Statement.Fragment } | undefined
  readonly order: Order
  /**
   * Given if no more than so many of the rows that satisfy `all` are looked at, the first ones in the order, whose keys are
   * their own and never NULL. The total is given then.
   */
  readonly first?: { readonly all: Statement.Fragment; readonly most: number } | undefined
  /**
   * Whether the conditions may select few of many rows. The best plan depends on their values, so the statement is
   * planned on each execution. A listing that is not filtered is read from the index that has its order.
   */
  readonly filtered: boolean
  /**
   * Whether the listing reads few rows for all values, so that one prepared plan is enough, and it needs no `runSearch`.
   * Default: false.
   */
  readonly selective?: boolean
  /** Whether the conditions read an index of trigrams. Default: false. */
  readonly usesTrigrams?: boolean
  readonly direction: SortDirection
  readonly page: PageRequest
}

/** What a listing of few starts from, which it has as a table `start` with a column `uuid`. */
export interface Start {
  readonly uuids: Statement.Fragment
  /** The listing is read if there are not more. */
  readonly most: number
}

const StartedHead = Schema.Struct({
  started: Schema.Natural,
  total: Schema.Natural,
  uuid: Schema.NullOr(Schema.String)
})
const decodeStartedHead = rowDecoder(StartedHead)

/** As `pageOf`, for a selective listing of few with a start. Returns none if that has too many uuids. */
export const startedPageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = rowsDecoder(row)
  return (db: Db, given: Listing, { most, uuids }: Start): Effect.Effect<Option.Option<Page<A>>, StorageError> => {
    const { sql } = db
    const number = (n: number) => sql.literal(String(n))
    const started = sql`(SELECT count(*) FROM start)`
    const listing = { ...given, where: sql`${started} <= ${number(most)} AND ${given.where}` }
    const statement = sql`
      WITH start (uuid) AS MATERIALIZED (SELECT * FROM (${uuids} LIMIT ${number(most + 1)}) AS first_ones),
      ${foundOf(db, listing)}
      SELECT ${started} AS started, ${joinedToTotal(db, listing)}`
    return db.mapErrors(
      Effect.gen(function* () {
        const rows = yield* statement
        const { started, total, uuid } = yield* decodeStartedHead(rows[0])
        if (started > most) return Option.none()
        return Option.some({ total, items: uuid === null ? [] : yield* decodeItems(rows) })
      })
    )
  }
}

/**
 * Runs a listing and decodes its rows. Page and total are of one snapshot at every isolation level: each row has the
 * total of the same statement. An empty page after the first is read once more, joined to its total.
 */
export const pageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = rowsDecoder(row)
  return (db: Db, given: Listing): Effect.Effect<Page<A>, StorageError> => {
    const { dialect, sql } = db
    const { filtered, page, selective = false, usesTrigrams = false } = given
    const listing = selective ? given : stoppable(db, given)
    const found = listing.few === undefined ? sql`` : sql`WITH ${foundOf(db, listing)}`
    const run = <Row>(statement: Statement.Statement<Row>) =>
      selective ? statement : dialect.runSearch(statement, { isPrepared: !filtered, usesTrigrams })
    return db.mapErrors(
      Effect.gen(function* () {
        const rows = page.limit === 0 ? [] : yield* run(sql`${found} ${itemsOf(db, listing, { withTotal: true })}`)
        if (rows.length > 0) return { total: (yield* decodeTotal(rows[0])).total, items: yield* decodeItems(rows) }
        if (page.limit > 0 && page.offset === 0) return { total: 0, items: [] }
        const joined = yield* run(sql`${found} SELECT ${joinedToTotal(db, listing)}`)
        const { total, uuid } = yield* decodeHead(joined[0])
        return { total, items: uuid === null ? [] : yield* decodeItems(joined) }
      })
    )
  }
}

/** What a SELECT has after its other columns: the total, and the page in its order. One row without a `uuid` if it is empty. */
const joinedToTotal = (db: Db, listing: Listing): Statement.Fragment => {
  const { sql } = db
  return sql`whole.total, item.*
    FROM (${totalOf(db, listing)}) AS whole
    LEFT JOIN (${itemsOf(db, listing, { withTotal: false })}) AS item ON TRUE
    ORDER BY ${sortKeys(db, listing, "item.")}, item.uuid ${sql.literal(listing.direction)}`
}

/** A listing that ends soon if it is interrupted. */
const stoppable = ({ dialect, sql }: Db, listing: Listing): Listing => ({
  ...listing,
  where: sql`${dialect.goesOn(listing.from)} AND ${listing.where}`
})

/** The rows that the conditions of a listing are about. */
const source = ({ sql, table }: Db, listing: Listing): Statement.Fragment => {
  const { first, from, join = sql`` } = listing
  if (first === undefined) return sql`${table(from)} ${join}`
  const direction = sql.literal(listing.direction)
  const order = sql.csv([...listing.order.keys, sql`uuid`].map((key) => sql`${key} ${direction}`))
  return sql`(
    SELECT * FROM ${table(from)} WHERE ${first.all} ORDER BY ${order} LIMIT ${sql.literal(String(first.most))}
  ) AS ${sql(from)} ${join}`
}

/** The rows of `source` with their keys. */
const keyed = (db: Db, listing: Listing): Statement.Fragment => {
  const { sql } = db
  const { join } = listing.order
  return join === undefined ? source(db, listing) : sql`${source(db, listing)} LEFT JOIN ${join}`
}

/** All rows that a listing of few selects, in a WITH. */
const foundOf = (db: Db, listing: Listing): Statement.Fragment => {
  const { sql } = db
  const { order, where } = listing
  return sql`
    found AS MATERIALIZED (SELECT uuid, ${namedKeys(db, order)} FROM ${keyed(db, listing)} WHERE ${where})`
}

const totalOf = (db: Db, listing: Listing): Statement.Fragment => {
  const { sql } = db
  const { few, total, where } = listing
  if (few !== undefined) return sql`SELECT count(*) AS total FROM found`
  return total ?? sql`SELECT count(*) AS total FROM ${source(db, listing)} WHERE ${where}`
}

const Head = Schema.Struct({ total: Schema.Natural, uuid: Schema.NullOr(Schema.String) })
const decodeHead = rowDecoder(Head)

const decodeTotal = rowDecoder(Schema.Struct({ total: Schema.Natural }))

/**
 * A SELECT of the rows of the page in their order, with the total or without. The keys are columns `sort_key_1`,
 * `sort_key_2`...
 */
const itemsOf = (db: Db, listing: Listing, { withTotal }: { readonly withTotal: boolean }): Statement.Fragment => {
  const { sql } = db
  const { afterOffset, columns, countsAsRead = false, direction, few, filtered, order, page, where } = listing
  const total = countsAsRead ? sql`count(*) OVER ()` : sql`(${totalOf(db, listing)})`
  const rows = sql`
    SELECT ${columns}, ${namedKeys(db, order)} ${withTotal ? sql`, ${total} AS total` : sql``}
    FROM ${keyed(db, listing)} WHERE ${few === undefined ? where : few.all}`
  const uuidDirection = sql.literal(direction)
  const inOrder = sql`ORDER BY ${sortKeys(db, listing, "")}, uuid ${uuidDirection}`
  if (few !== undefined) {
    const uuids = sql`SELECT uuid FROM found ${inOrder} LIMIT ${page.limit} OFFSET ${page.offset}`
    return sql`${rows} AND ${db.dialect.inSubquery("uuid", uuids)} ${inOrder}`
  }
  if (!filtered && order.present !== undefined) {
    return sql`${rows} AND uuid IN (${uuidsOf(db, listing, order.present)}) ${inOrder}`
  }
  const keyDirection = sql.literal(order.nullable ? `${direction} NULLS LAST` : direction)
  const keys = order.keys.map((key) => sql`${key} ${keyDirection}`)
  return sql`
    ${rows} ${afterOffset === undefined ? sql`` : sql`AND ${afterOffset}`}
    ORDER BY ${sql.csv(order.distinct === true ? keys : [...keys, sql`uuid ${uuidDirection}`])}
    LIMIT ${page.limit} OFFSET ${afterOffset === undefined ? page.offset : 0}`
}

/** A SELECT of the uuids of the page: the rows with keys, in the order of the index, then the rows without. */
const uuidsOf = (db: Db, listing: Listing, present: NonNullable<Order["present"]>): Statement.Fragment => {
  const { sql } = db
  const { order, page, where } = listing
  const from = source(db, listing)
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
