import type { SchemaAge } from "@rollcall/core/observability"
import { StoreMonitor } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"

/** The {@link StoreMonitor} port over tables in memory, which are always those of this release. */
export const layer = Layer.succeed(StoreMonitor, { schemaAge: Effect.succeed<SchemaAge>("current") })
