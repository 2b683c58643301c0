import type { Page, PageRequest, SortDirection, StorageError } from "@rollcall/core"
import { Effect, type Option, Schema } from "effect"
import * as Arr from "effect/Array"
import type { SqlError, Statement } from "effect/sql"
import type { Db } from "./Database.ts"

type RowSchema<A> = Schema.ConstraintDecoder<A>

type Answer = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Runs a statement and decodes every row of its answer. A row that does not decode is `Corrupt`. */
export const rowsOf = <A>(row: RowSchema<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return (db: Db, statement: Answer): Effect.Effect<ReadonlyArray<A>, StorageError> =>
    db.attempt(Effect.flatMap(statement, (rows) => decode(rows)))
}

/** Runs a statement and decodes the first row of its answer, if there is one. */
export const firstOf = <A>(row: RowSchema<A>) => {
  const rows = rowsOf(row)
  return (db: Db, statement: Answer): Effect.Effect<Option.Option<A>, StorageError> =>
    Effect.map(rows(db, statement), Arr.head)
}

/** Runs a statement that always answers with a row, and decodes that. */
export const oneOf = <A>(row: RowSchema<A>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return (db: Db, statement: Answer): Effect.Effect<A, StorageError> =>
    db.attempt(Effect.flatMap(statement, (rows) => decode(rows[0])))
}

/** A listing: `from` is its FROM and WHERE; its order is that of the keys, missing ones last, and then of `uuid`. */
export interface Listing {
  readonly columns: Statement.Fragment
  readonly from: Statement.Fragment
  readonly keys: Arr.NonEmptyReadonlyArray<Statement.Fragment>
  /** Whether a key may be missing: an index serves the order of one that may not be in both directions. */
  readonly nullable: boolean
  readonly direction: SortDirection
  readonly page: PageRequest
}

/**
 * Answers a listing with one statement, so that its page and its total are of one snapshot whatever the isolation is.
 * The columns must have `uuid` among them: where it is null the page is empty.
 */
export const pageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = Schema.decodeUnknownEffect(Schema.Array(row))
  return (
    db: Db,
    { columns, direction, from, keys, nullable, page }: Listing
  ): Effect.Effect<Page<A>, StorageError> => {
    const { sql } = db
    const order = sql.literal(direction)
    const way = sql.literal(nullable ? `${direction} NULLS LAST` : direction)
    const sortKeys = keys.map((key, index) => ({ key, name: sql(`sort_key_${index + 1}`) }))
    const statement = sql`
      SELECT whole.total, item.*
      FROM (SELECT count(*) AS total ${from}) AS whole
      LEFT JOIN (
        SELECT ${columns}, ${sql.csv(sortKeys.map(({ key, name }) => sql`${key} AS ${name}`))} ${from}
        ORDER BY ${sql.csv(sortKeys.map(({ key }) => sql`${key} ${way}`))}, uuid ${order}
        LIMIT ${page.limit} OFFSET ${page.offset}
      ) AS item ON TRUE
      ORDER BY ${sql.csv(sortKeys.map(({ name }) => sql`item.${name} ${way}`))}, item.uuid ${order}`
    return db.attempt(
      Effect.gen(function* () {
        const rows = yield* statement
        const { total, uuid } = yield* decodeHead(rows[0])
        return { total, items: uuid === null ? [] : yield* decodeItems(rows) }
      })
    )
  }
}

const decodeHead = Schema.decodeUnknownEffect(
  Schema.Struct({ total: Schema.Natural, uuid: Schema.NullOr(Schema.String) })
)
