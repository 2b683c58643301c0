import type { StorageError } from "@rollcall/core"
import { Duration, Effect, Schema } from "effect"
import type { Db } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import type { TableName } from "./Tables.ts"

/** What is removed by its age. */
interface Kept {
  readonly table: TableName
  /** The columns that identify a row. */
  readonly key: ReadonlyArray<string>
  /** The column of the instant from which a row is kept, which has an index. */
  readonly since: string
}

const removedRows = rowsOf(Schema.Struct({ removed: Schema.Natural }))

/**
 * Returns a function that removes up to `limit` rows that are kept for longer than `keepFor` by the store's clock, the
 * oldest first, and returns how many it removed.
 */
export const pruneOldest = (db: Db, { key, since, table }: Kept) =>
  Effect.fnUntraced(function* ({
    keepFor,
    limit
  }: {
    readonly keepFor: Duration.Duration
    readonly limit: number
  }): Effect.fn.Return<number, StorageError> {
    const { dialect, sql } = db
    const columns = sql.csv(key.map((column) => sql`${sql(column)}`))
    const before = sql`${yield* dialect.now} - ${Duration.toMillis(keepFor)}`
    const removed = yield* removedRows(
      db,
      sql`
        DELETE FROM ${db.table(table)} WHERE (${columns}) IN (
          SELECT ${columns} FROM ${db.table(table)} WHERE ${sql(since)} < ${before} ORDER BY ${sql(since)} LIMIT ${limit}
        )
        RETURNING 1 AS removed`
    )
    return removed.length
  })
