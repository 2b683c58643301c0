import { rowsDecoder } from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Maximum number of index pages merged at a time; other writes run in between. 250 pages are a megabyte, which took ten
 * milliseconds in an index of 100,000 strings of 40 characters.
 */
const pagesAtOnce = 250

const decodeMerges = rowsDecoder(Schema.Struct({ name: Schema.String, begun: Schema.BooleanFromBit }))
const decodeChanges = rowsDecoder(Schema.Struct({ total: Schema.Natural }))

/**
 * Merges a part of each trigram index with deletions since its last merge, which also removes the deleted content from
 * the index pages. A merge with a negative number starts over with the whole index. The merge is finished when a step
 * writes fewer than two rows (https://sqlite.org/fts5.html#the_merge_command).
 */
export const mergeTrigrams = (sql: SqlClient.SqlClient) => {
  const written = Effect.map(
    Effect.flatMap(sql`SELECT total_changes() AS total`, decodeChanges),
    ([row]) => row?.total ?? 0
  )
  const mergePart = Effect.fnUntraced(function* ({ begun, name }: { readonly name: string; readonly begun: boolean }) {
    const before = yield* written
    const pages = begun ? pagesAtOnce : -pagesAtOnce
    yield* sql`INSERT INTO ${sql(name)} (${sql(name)}, rank) VALUES ('merge', ${pages})`
    const isOver = begun && (yield* written) - before < 2
    yield* isOver
      ? sql`DELETE FROM trigram_merges WHERE name = ${name}`
      : sql`UPDATE trigram_merges SET is_begun = 1 WHERE name = ${name}`
  }, sql.withTransaction)
  const due = Effect.flatMap(sql`SELECT name, is_begun AS begun FROM trigram_merges`, decodeMerges)
  return Effect.flatMap(due, (merges) => Effect.forEach(merges, mergePart, { discard: true }))
}
