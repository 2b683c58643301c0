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

/** A listing: `from` is its FROM and WHERE, `key` and then `uuid` its order, missing keys last. */
export interface Listing {
  readonly columns: Statement.Fragment
  readonly from: Statement.Fragment
  readonly key: Statement.Fragment
  readonly direction: SortDirection
  readonly page: PageRequest
}

/**
 * Answers a listing with one statement, so that its page and its total are of one snapshot whatever the isolation is.
 * The columns must have `uuid` among them: where it is null the page is empty.
 */
export const pageOf = <A>(row: RowSchema<A>) => {
  const decodeItems = Schema.decodeUnknownEffect(Schema.Array(row))
  return (db: Db, { columns, direction, from, key, page }: Listing): Effect.Effect<Page<A>, StorageError> => {
    const { sql } = db
    const order = sql.literal(direction)
    const statement = sql`
      SELECT whole.total, item.*
      FROM (SELECT count(*) AS total ${from}) AS whole
      LEFT JOIN (
        SELECT ${columns}, ${key} AS sort_key ${from}
        ORDER BY ${key} ${order} NULLS LAST, uuid ${order}
        LIMIT ${page.limit} OFFSET ${page.offset}
      ) AS item ON TRUE
      ORDER BY item.sort_key ${order} NULLS LAST, item.uuid ${order}`
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
