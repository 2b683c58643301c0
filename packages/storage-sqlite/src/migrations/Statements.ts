import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A migration: these statements, one after another. What a migration says is never changed once it is released. */
export const statements = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text), { discard: true }))

/**
 * Tells the planner how large `table` is to be thought of, and into how large parts each column of an index divides
 * it, so that its choices are the same in an empty database and in a full one. Nobody needs to run ANALYZE.
 */
export const statistics = (table: string, indexes: { readonly [index: string]: string }) =>
  statements(
    "ANALYZE sqlite_schema",
    ...Object.entries(indexes).map(
      ([index, stat]) => `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${stat}')`
    ),
    "ANALYZE sqlite_schema"
  )
