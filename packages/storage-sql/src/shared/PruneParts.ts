import { WorkspaceUuid, type StorageError } from "@rollcall/core"
import { type Duration, Effect, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import { firstOf, rowCount } from "../database/Rows.ts"
import type { TableName } from "../database/Tables.ts"
import { countWhere, isOlder, type Pruning } from "./PruneOldest.ts"

/** An entity with many rows. The rows are removed by age, and the entity stays. */
interface Whole {
  /** The table, with a column `over_at` that is NULL if no rows are to be removed. */
  readonly table: TableName
  readonly parts: TableName
  /** The columns of a part: the uuid of its entity, and its place in it. */
  readonly of: string
  readonly place: string
  /** The column for the time at which the removal begins. It is set before the first part is removed. */
  readonly begun?: string
}

const named = firstOf(Schema.Struct({ workspace_uuid: WorkspaceUuid, uuid: Schema.String }))

/**
 * Returns a function that removes up to `limit` parts of entities that ended more than `keepFor` ago by the store's clock.
 * It finishes one entity before the next, each in its own transaction, and returns the number of parts removed.
 */
export const pruneParts = (db: Db, whole: Whole) =>
  Effect.fnUntraced(function* ({ keepFor, limit }: Pruning): Effect.fn.Return<number, StorageError> {
    const isOld = yield* isOlder(db, "over_at", keepFor)
    let left = limit
    while (left > 0) {
      const count = yield* db.transaction(removeOfOldest(db, whole, isOld, left))
      if (Option.isNone(count)) break
      left -= count.value
    }
    return limit - left
  })

/** Returns a function that counts the parts {@link pruneParts} would remove without a limit. */
export const countParts = (db: Db, { of, parts, table }: Whole) =>
  Effect.fnUntraced(function* (keepFor: Duration.Duration): Effect.fn.Return<number, StorageError> {
    const { sql } = db
    const old = sql`
      SELECT workspace_uuid, uuid FROM ${db.table(table)} WHERE ${yield* isOlder(db, "over_at", keepFor)}`
    return yield* countWhere(db, parts, sql`(workspace_uuid, ${sql(of)}) IN (${old})`)
  })

/**
 * Removes up to `limit` parts, last first, of the entity that ended first. Returns the number removed; none if there is no
 * such entity.
 */
const removeOfOldest = Effect.fnUntraced(function* (db: Db, whole: Whole, isOld: Statement.Fragment, limit: number) {
  const { dialect, run, sql } = db
  const [table, parts, place] = [db.table(whole.table), db.table(whole.parts), sql(whole.place)]
  const oldest = yield* named(db)(sql`
    SELECT workspace_uuid, uuid FROM ${table} WHERE ${isOld}
    ORDER BY over_at LIMIT 1 ${dialect.lockRows("update", { skipLocked: true })}`)
  if (Option.isNone(oldest)) return Option.none<number>()
  const { uuid, workspace_uuid: workspace } = oldest.value
  const itself = sql`workspace_uuid = ${workspace} AND uuid = ${uuid}`
  if (whole.begun !== undefined) {
    const begun = sql(whole.begun)
    yield* run(sql`UPDATE ${table} SET ${begun} = ${yield* dialect.now} WHERE ${itself} AND ${begun} IS NULL`)
  }
  const ofWhole = sql`workspace_uuid = ${workspace} AND ${sql(whole.of)} = ${uuid}`
  const removed = yield* rowCount(db)(sql`
    DELETE FROM ${parts} WHERE ${ofWhole} AND ${place} IN (
      SELECT ${place} FROM ${parts} WHERE ${ofWhole} ORDER BY ${place} DESC LIMIT ${limit}
    )
    RETURNING 1 AS removed`)
  // No parts are left, so the entity need not be checked again.
  if (removed < limit) yield* run(sql`UPDATE ${table} SET over_at = NULL WHERE ${itself}`)
  return Option.some(removed)
})
