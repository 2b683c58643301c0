import type { StoreConnections } from "@rollcall/core/observability"
import { StoreMonitor } from "@rollcall/core/storage"
import { Context, Effect, Layer, Result } from "effect"
import { Database } from "../database/Database.ts"
import { type Migrations, migrationsAfter, recordedMigrations } from "../shared/Migrations.ts"
import { readWorkload } from "./Workload.ts"

/** The migrations of this release on the database at hand. */
export class KnownMigrations extends Context.Service<KnownMigrations, Migrations>()(
  "@rollcall/storage-sql/observability/KnownMigrations"
) {}

/** Returns how the connections of a pool are used; null where the client has none of its own. */
export const PoolUse = Context.Reference<(() => StoreConnections) | null>(
  "@rollcall/storage-sql/observability/PoolUse",
  {
    defaultValue: () => null
  }
)

/** The {@link StoreMonitor} port over a database, by the migrations that it records. */
export const layer = Layer.effect(
  StoreMonitor,
  Effect.gen(function* () {
    const migrations = yield* KnownMigrations
    const db = yield* Database
    const use = yield* PoolUse
    const recorded = Effect.provideService(recordedMigrations, Database, db)
    return {
      schemaAge: Effect.map(recorded, (names) =>
        Result.match(migrationsAfter(migrations, names), {
          onFailure: ({ reason }) => (reason === "NewerSchema" ? "newer" : "other"),
          onSuccess: (missing) => (missing.length === 0 ? "current" : "other")
        })
      ),
      workload: readWorkload(db),
      connections: Effect.sync(() => (use === null ? null : use()))
    }
  })
)
