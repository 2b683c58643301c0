import { fileOf, layer, type SqliteOptions, using } from "@rollcall/storage-sqlite"
import type { HostTransaction } from "@rollcall/storage-sql"
import type { DatabaseSync } from "node:sqlite"
import { refuseStorage } from "./options/CheckOptions.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** The file of the store, or a database of the host that is open on it. */
type SqliteLocation = SqliteOptions | ({ readonly database: DatabaseSync } & Pick<SqliteOptions, "migrate">)

/**
 * Rollcall in one SQLite file, which this process alone serves: by its name, or by a database that the host has opened.
 * Rollcall opens connections of its own to the file; `using(database)` runs on the host's.
 */
export const sqlite = (options: SqliteLocation): StorageDefinition<DatabaseSync, HostTransaction> => ({
  layer: layerOf(options),
  using
})

/** Hosts in JavaScript have no compiler that asks for the name of the file. */
const layerOf = (
  options: Partial<SqliteOptions> | Extract<SqliteLocation, { readonly database: DatabaseSync }> = {}
): StorageDefinition<DatabaseSync, HostTransaction>["layer"] => {
  if ("database" in options) return layer({ ...options, ...fileOf(options.database) })
  const { filename } = options
  return typeof filename === "string"
    ? layer({ ...options, filename })
    : refuseStorage("filename", "must be the name of a file")
}
