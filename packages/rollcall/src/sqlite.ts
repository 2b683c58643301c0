import { fileOf, layer, type SqliteOptions, using } from "@rollcall/storage-sqlite"
import type { HostTransaction } from "@rollcall/storage-sql"
import type { DatabaseSync } from "node:sqlite"
import type { StorageDefinition } from "./Rollcall.ts"

/**
 * Rollcall in one SQLite file, which this process alone serves: by its name, or by a database that the host has opened.
 * Rollcall opens connections of its own to the file; `using(database)` runs on the host's.
 */
export const sqlite = (
  options: SqliteOptions | ({ readonly database: DatabaseSync } & Pick<SqliteOptions, "migrate">)
): StorageDefinition<DatabaseSync, HostTransaction> => ({
  layer: layer("database" in options ? { ...options, ...fileOf(options.database) } : options),
  using
})
