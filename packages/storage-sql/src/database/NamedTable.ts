import type { TableName } from "./Tables.ts"
import type { Db } from "./Database.ts"

/** A table as it is named in a statement. Its name and that of the schema are letters, digits and underscores. */
export const named =
  ({ dialect }: Db) =>
  (table: TableName): string =>
    dialect.engine.schema === null ? `"${table}"` : `"${dialect.engine.schema}"."${table}"`
