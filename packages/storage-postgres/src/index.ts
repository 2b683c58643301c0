import type { StorageError } from "@rollcall/core"
import type { Storage } from "@rollcall/core/storage"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Layer } from "effect"
import { layerClient, type PostgresOptions } from "./PostgresClient.ts"
import { layerOnClient } from "./PostgresStorage.ts"

export { type QueryClient, using } from "./host/HostClient.ts"
export { layerPool, type QueryPool } from "./host/PoolClient.ts"
export type { PostgresOptions } from "./PostgresClient.ts"

/**
 * Every port over one PostgreSQL database, version 15 or newer. Runs missing migrations. Any number of processes may
 * use the database at once. Fails with `Unavailable` if the database does not answer. Later operations fail so while it
 * is down, and succeed again afterwards.
 */
export const layer = (options: PostgresOptions): Layer.Layer<Storage | HostTransaction, StorageError> =>
  Layer.provide(layerOnClient(options), layerClient(options))
