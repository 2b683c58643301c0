import type { StorageError } from "@rollcall/core"
import { Duration, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { readTotal, rowCount } from "../database/Rows.ts"
import type { TableName } from "../database/Tables.ts"

/** A table with rows that are removed by age. */
interface Kept {
  readonly table: TableName
  /** The columns that identify a row. */
  readonly key: ReadonlyArray<string>
  /** The indexed timestamp column that a row's age is counted from. */
  readonly since: string
}

/** The rows to remove: kept for longer than `keepFor`, and at most `limit`. */
export interface Pruning {
  readonly keepFor: Duration.Duration
  readonly limit: number
}

/** Returns the condition that a timestamp column is more than `keepFor` ago by the store's clock. */
export const isOlder = ({ dialect, sql }: Pick<Db, "dialect" | "sql">, since: string, keepFor: Duration.Duration) =>
  Effect.map(dialect.now, (now): Statement.Fragment => sql`${sql(since)} < ${now} - ${Duration.toMillis(keepFor)}`)

export const countWhere = (db: Db, table: TableName, where: Statement.Fragment): Effect.Effect<number, StorageError> =>
  readTotal(db)(db.sql`SELECT count(*) AS total FROM ${db.table(table)} WHERE ${where}`)

/**
 * Returns a function that removes up to `limit` rows kept for longer than `keepFor` by the store's clock, oldest first, and
 * returns the number removed.
 */
export const pruneOldest = (db: Db, { key, since, table }: Kept) =>
  Effect.fnUntraced(function* ({ keepFor, limit }: Pruning): Effect.fn.Return<number, StorageError> {
    const { sql } = db
    const columns = sql.csv(key.map((column) => sql`${sql(column)}`))
    const isOld = yield* isOlder(db, since, keepFor)
    return yield* rowCount(db)(sql`
      DELETE FROM ${db.table(table)} WHERE (${columns}) IN (
        SELECT ${columns} FROM ${db.table(table)} WHERE ${isOld} ORDER BY ${sql(since)} LIMIT ${limit}
      )
      RETURNING 1 AS removed`)
  })

/** Returns a function that counts the rows {@link pruneOldest} would remove without a limit. */
export const countOldest = (db: Db, { since, table }: Kept) =>
  Effect.fnUntraced(function* (keepFor: Duration.Duration): Effect.fn.Return<number, StorageError> {
    return yield* countWhere(db, table, yield* isOlder(db, since, keepFor))
  })
