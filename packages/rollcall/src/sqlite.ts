import { layer, type SqliteOptions } from "@rollcall/storage-sqlite"
import type { StorageDefinition } from "./Rollcall.ts"

/** Rollcall in one SQLite file, which this process alone serves. */
export const sqlite = (options: SqliteOptions): StorageDefinition => ({ layer: layer(options) })
