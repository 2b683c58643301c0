import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A migration that runs these statements in order. The statements of a released migration never change. */
export const statements = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true }))

/**
 * A migration that stores fixed planner statistics for a table: its number of rows, and for each index the rows for
 * each prefix of its columns. So plans do not depend on the data, and ANALYZE need not run.
 */
export const statistics = (table: string, indexes: { readonly [index: string]: string }) =>
  statements(
    "ANALYZE sqlite_schema",
    ...Object.entries(indexes).map(
      ([index, stat]) => `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${stat}')`
    ),
    "ANALYZE sqlite_schema"
  )
