import { fileOf, layer, migrate, type SqliteOptions, using } from "@rollcall/storage-sqlite"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Record } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { refuseStorage, unknownMembers } from "./options/CheckOptions.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** The file of the store, or a database of the host that is open on it. */
type SqliteLocation = SqliteOptions | ({ readonly database: DatabaseSync } & Pick<SqliteOptions, "migrate">)

/**
 * Rollcall in one SQLite file, which this process alone serves: by its name, or by a database that the host has opened.
 * Rollcall opens connections of its own to the file; `using(database)` runs on the host's.
 *
 * @param options `filename`, the name of the file (`:memory:` for none), or `database`, a `DatabaseSync` of the host. With
 *   `migrate: "check"` missing migrations refuse the start instead of being run.
 * @returns What `createRollcall` takes as `storage`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { simulator } from "rollcall/simulator"
 * import { sqlite } from "rollcall/sqlite"
 *
 * const opened = await createRollcall({ storage: sqlite({ filename: "rollcall.db" }), channel: simulator() })
 * await opened.close()
 */
export const sqlite = (options: SqliteLocation): StorageDefinition<DatabaseSync, HostTransaction> => ({
  ...storeOf(options),
  using,
  issues: unknownMembers(options, known, ["storage"])
})

const known = Record.keys({
  filename: true,
  database: true,
  migrate: true,
  isShared: true,
  isOwn: true
} satisfies { readonly [Name in keyof Required<SqliteOptions> | "database"]: true })

/** Hosts in JavaScript have no compiler that asks for the name of the file. */
const storeOf = (
  options: Partial<SqliteOptions> | Extract<SqliteLocation, { readonly database: DatabaseSync }> = {}
): Pick<StorageDefinition<DatabaseSync, HostTransaction>, "layer" | "upkeep"> => {
  if ("database" in options) return storeIn({ ...options, ...fileOf(options.database) })
  const { filename } = options
  return typeof filename === "string"
    ? storeIn({ ...options, filename })
    : { layer: refuseStorage("filename", "must be the name of a file") }
}

const storeIn = (file: SqliteOptions) => ({
  layer: layer(file),
  upkeep: { inspect: migrate.inspect(file), repair: migrate.repair(file) }
})
