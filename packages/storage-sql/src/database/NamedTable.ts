import type { TableName } from "./Tables.ts"
import type { Db } from "./Database.ts"

/**
 * Returns a table's quoted name for a statement. The names of tables and schemas contain only letters, digits and
 * underscores.
 */
export const named =
  ({ dialect }: Db) =>
  (table: TableName): string =>
    dialect.engine.schema === null ? `"${table}"` : `"${dialect.engine.schema}"."${table}"`
