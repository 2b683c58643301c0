import type { Migration } from "@rollcall/storage-sql"

/**
 * Returns the statements that store fixed planner statistics for tables: the number of rows, and for each index the
 * number of rows per prefix of its columns. With fixed statistics, plans do not depend on the data, and ANALYZE need
 * not run. In a table without rowids, the primary key's index has the table's name.
 */
export const statistics = (tables: { readonly [table: string]: { readonly [index: string]: string } }): Migration => [
  "ANALYZE sqlite_schema",
  ...Object.entries(tables).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(
      ([index, stat]) => `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${stat}')`
    )
  ),
  "ANALYZE sqlite_schema"
]
