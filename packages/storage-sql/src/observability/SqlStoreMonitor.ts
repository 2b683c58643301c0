import { StoreMonitor } from "@rollcall/core/storage"
import { Context, Effect, Layer, Result } from "effect"
import { Database } from "../database/Database.ts"
import { type Migrations, migrationsAfter, recordedMigrations } from "../shared/Migrations.ts"

/** The migrations of this release on the database at hand. */
export class KnownMigrations extends Context.Service<KnownMigrations, Migrations>()(
  "@rollcall/storage-sql/observability/KnownMigrations"
) {}

/** The {@link StoreMonitor} port over a database, by the migrations that it records. */
export const layer = Layer.effect(
  StoreMonitor,
  Effect.gen(function* () {
    const migrations = yield* KnownMigrations
    const recorded = Effect.provideService(recordedMigrations, Database, yield* Database)
    return {
      schemaAge: Effect.map(recorded, (names) =>
        Result.match(migrationsAfter(migrations, names), {
          onFailure: ({ reason }) => (reason === "NewerSchema" ? "newer" : "other"),
          onSuccess: (missing) => (missing.length === 0 ? "current" : "other")
        })
      )
    }
  })
)
