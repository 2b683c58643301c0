import type { Migration } from "@rollcall/storage-sql"

/** A migration of these steps. Those of a released migration never change. */
export const statements = (...steps: Migration): Migration => steps

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
