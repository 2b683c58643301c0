import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** All that migrations make in a file, a line for each part. Indexes are in their order, which a plan may depend on. */
export const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const parts = [
    sql`SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`,
    sql`
      SELECT tables.name AS 'table', group_concat(indexes.name, ' ' ORDER BY seq) AS indexes
      FROM pragma_table_list AS tables, pragma_index_list(tables.name) AS indexes
      WHERE tables.schema = 'main' GROUP BY tables.name ORDER BY tables.name`,
    sql`SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx, stat`,
    sql`SELECT 'contacts' AS trigrams, k, v FROM contacts_trigrams_config ORDER BY k`,
    sql`SELECT 'values' AS trigrams, k, v FROM contact_values_trigrams_config ORDER BY k`,
    sql`SELECT migration_id AS queue, name FROM effect_queue_migrations ORDER BY migration_id`,
    sql`
      SELECT encoding, auto_vacuum, page_size, user_version, application_id
      FROM pragma_encoding, pragma_auto_vacuum, pragma_page_size, pragma_user_version, pragma_application_id`
  ]
  const rows = yield* Effect.all(parts)
  return rows.flat().map((row) => JSON.stringify(row))
})
