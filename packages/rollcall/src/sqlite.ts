import { fileOf, layer, migrate, type SqliteOptions, using } from "@rollcall/storage-sqlite"
import type { HostTransaction } from "@rollcall/storage-sql"
import type { Issue } from "@rollcall/core"
import { issue, otherNames } from "@rollcall/core/operations"
import { Predicate, Result, Schema, Struct } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { addressedBy } from "./options/AddressedBy.ts"
import { hasMembers, readGiven, refusedLayer } from "./options/Given.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** The file of the store, or an open host database on that file. */
type SqliteLocation = SqliteOptions | ({ readonly database: DatabaseSync } & Pick<SqliteOptions, "migrate">)

/**
 * Stores in a SQLite file, which only this process may use. Give the file name, or a database that you have opened.
 * Rollcall opens its own connections to the file; `using(database)` runs on your connection.
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
export const sqlite = (options: SqliteLocation): StorageDefinition<DatabaseSync, HostTransaction> =>
  Result.match(readLocation(options), {
    onFailure: (issues) => ({ layer: refusedLayer(issues), using, issues }),
    onSuccess: (file) => ({
      ...addressedBy("storage.filename", {
        layer: layer(file),
        upkeep: { inspect: migrate.inspect(file), repair: migrate.repair(file) }
      }),
      using
    })
  })

const Database = Schema.declare((value): value is DatabaseSync => hasMembers(value, ["prepare", "exec", "location"]), {
  message: "must be a DatabaseSync of node:sqlite"
})
  .check(Schema.makeFilter((database) => databaseComplaint(database)))
  .annotate({ [otherNames]: ["db", "client", "connection"] })

/** Returns the problem with a host database. Rollcall opens its own connections to the file. */
const databaseComplaint = (database: DatabaseSync): string | undefined =>
  Result.match(
    Result.try(() => database.location()),
    {
      onFailure: () => "is closed: give a database that is open",
      onSuccess: (filename) =>
        filename === null
          ? 'is in memory, where no second connection can open it: give a database in a file, or sqlite({ filename: ":memory:" })'
          : undefined
    }
  )

const migrateOption = Schema.optionalKey(Schema.Literals(["run", "check"]))

const File = Schema.Struct({
  filename: Schema.NonEmptyString.annotate({ [otherNames]: ["file", "path", "url"] }).pipe(
    Schema.annotateKey({ messageMissingKey: "is required: the name of the file, such as rollcall.db" })
  ),
  database: Schema.optional(Schema.Undefined),
  migrate: migrateOption,
  isShared: Schema.optionalKey(Schema.Boolean),
  isOwn: Schema.optionalKey(Schema.Boolean)
})

const Opened = Schema.Struct({ database: Database, migrate: migrateOption })

/** Decodes the options. Their members tell a file name from a database. */
const readLocation = (given: unknown): Result.Result<SqliteOptions, ReadonlyArray<Issue>> => {
  if (Predicate.isString(given)) {
    const message = `must be an object: sqlite({ filename: ${JSON.stringify(given)} })`
    return Result.fail([issue("dict_type", ["storage"], message)])
  }
  const at = ["storage"]
  if (!Predicate.hasProperty(given, "database") || given.database === undefined) {
    return Result.map(readGiven(File, given ?? {}, at), Struct.omit(["database"]))
  }
  return Result.map(readGiven(Opened, given, at), ({ database, ...options }) => ({ ...options, ...fileOf(database) }))
}
