import { Context } from "effect"
import type { StorageEffect } from "../shared/StorageError.ts"

/** Whether the tables of a store are those of this release, of a newer one, or of neither. */
export type SchemaAge = "current" | "newer" | "other"

/** Port: what a store says of itself to those who operate it. */
export class StoreMonitor extends Context.Service<
  StoreMonitor,
  {
    /**
     * Returns whose tables the store has now: another process may have migrated them since this one began. Fails while the
     * store does not answer. Reads a few rows, outside of any transaction.
     */
    readonly schemaAge: StorageEffect<SchemaAge>
  }
>()("@rollcall/core/observability/StoreMonitor") {}
