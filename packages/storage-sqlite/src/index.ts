import type { StorageError, Storage } from "@rollcall/core"
import { Database, type DatabaseNotReady, type HostTransaction, type MigrationTool } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import { checkOwner } from "./file/OwnFile.ts"
import { forShortTransactions, layerClient, type SqliteOptions } from "./SqliteClient.ts"
import { layerDialect } from "./SqliteDialect.ts"
import { missing, print, run } from "./SqliteMigrations.ts"
import { layerOnClient, migrations } from "./SqliteStorage.ts"
import { backup as backupWith, restore as restoreWith } from "./upkeep/Backup.ts"
import { inspect, inspectCopy, repair } from "./upkeep/Repair.ts"

export { fileOf, using } from "./file/HostDatabase.ts"
export { DatabaseAddress, DatabaseNotReady, nameOfDamage } from "@rollcall/storage-sql"
export type { SqliteOptions } from "./SqliteClient.ts"
export { layerOnClient } from "./SqliteStorage.ts"
export { type Copy, BackupRefused } from "./upkeep/Backup.ts"

/**
 * Provides every port over one SQLite file. Creates the file if it does not exist, and runs missing migrations. One
 * process serves a file; other processes may open the file for short transactions.
 *
 * Errors:
 * - `Unavailable`: the file cannot be opened, or is locked for more than five seconds. Later writes also fail with this
 * error while another process locks the file for that long; reads do not wait for the lock.
 * - `Corrupt`: the file is damaged or not a database.
 * - `DatabaseNotReady`: another program or a newer release created the file.
 */
export const layer = (
  options: SqliteOptions
): Layer.Layer<Storage | HostTransaction, StorageError | DatabaseNotReady> =>
  Layer.unwrap(
    Effect.as(
      options.isOwn === true ? checkOwner(options.filename) : Effect.void,
      layerOnClient(options).pipe(
        Layer.tap(() => forShortTransactions(options.filename)),
        Layer.provide(layerClient(options))
      )
    )
  )

const withClient = <A, E>(options: SqliteOptions, use: Effect.Effect<A, E, Database>) =>
  use.pipe(Effect.provide(Database.layer), Effect.provide(layerDialect), Effect.provide(layerClient(options)))

/** The migrations of a file, for tools; `layer` runs them itself. Creates the file if it does not exist. */
export const migrate: MigrationTool<SqliteOptions> = {
  missing: (options) => withClient(options, missing(migrations)),
  run: (options) => withClient(options, run(migrations)),
  inspect: (options) => withClient(options, inspect(migrations)),
  repair: (options) => withClient(options, repair(migrations)),
  print: (options) => withClient(options, print(migrations))
}

const inspectFile = (filename: string) => withClient({ filename }, inspectCopy(migrations))

/**
 * Copies the file `from` to `to`, while processes may write to `from`. The copy contains everything committed before
 * the copy began. The copy is checked and flushed to disk, and only its owner may read or write it. Fails if `to`
 * exists, unless `overwrite` is true.
 */
export const backup = backupWith(inspectFile)

/**
 * Checks the backup `from`, then replaces the file `to` with it. Fails if a process has `to` open, or if `to` exists and
 * `overwrite` is not true.
 */
export const restore = restoreWith(inspectFile)
