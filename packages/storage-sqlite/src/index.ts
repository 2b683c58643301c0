import type { StorageError } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Layer } from "effect"
import { layerClient, type SqliteOptions } from "./SqliteClient.ts"
import { layerOnClient } from "./SqliteStorage.ts"

export { fileOf, using } from "./HostDatabase.ts"
export type { SqliteOptions } from "./SqliteClient.ts"

/**
 * Every port over one SQLite file. Creates the file if there is none, and runs missing migrations. One process serves a
 * file; others may open it for short transactions. Fails with `Unavailable` if the file cannot be opened or is locked
 * for more than five seconds, and with `Corrupt` if it is no database of Rollcall.
 */
export const layer = (options: SqliteOptions): Layer.Layer<Storage | HostTransaction, StorageError> =>
  Layer.provide(layerOnClient, layerClient(options))
