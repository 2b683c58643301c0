import type { Storage, StorageError } from "@rollcall/core"
import { Layer } from "effect"
import { layerClient, type PostgresOptions } from "./PostgresClient.ts"
import { layerOnClient } from "./PostgresStorage.ts"

export type { PostgresOptions } from "./PostgresClient.ts"

/**
 * Every port over one PostgreSQL database, version 15 or newer, which is brought up to date when there is need. Any
 * number of processes may use it at once. Fails with `Unavailable` when the database does not answer; once it is there,
 * it finds its way back to a database that was away.
 */
export const layer = (options: PostgresOptions): Layer.Layer<Storage, StorageError> =>
  Layer.provide(layerOnClient(options), layerClient(options))
