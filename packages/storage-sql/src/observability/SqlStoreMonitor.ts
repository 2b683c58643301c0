import type { StoreConnections } from "@rollcall/core/operations"
import { StoreMonitor } from "@rollcall/core/storage"
import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { Database } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { type Migrations, migrationsAfter, recordedMigrations } from "../shared/Migrations.ts"
import { readWorkload } from "./Workload.ts"

/** This release's migrations for the database in use. */
export class KnownMigrations extends Context.Service<KnownMigrations, Migrations>()(
  "@rollcall/storage-sql/observability/KnownMigrations"
) {}

/** Returns the use of a pool's connections; null if the client has no pool. */
export const PoolUse = Context.Reference<(() => StoreConnections) | null>(
  "@rollcall/storage-sql/observability/PoolUse",
  {
    defaultValue: () => null
  }
)

/** Default: 3. Maximum connections of the client. */
export const PoolSize = Context.Reference<number>("@rollcall/storage-sql/observability/PoolSize", {
  defaultValue: () => 3
})

const traceRows = rowsOf(Schema.Struct({ traceparent: Schema.NullOr(Schema.String) }))

const tables = { broadcast: "broadcasts", import: "contact_imports" } as const

/** The {@link StoreMonitor} port over a database, based on the migrations it records. */
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
      connections: Effect.sync(() => (use === null ? null : use())),
      keepTrace: ({ kind, uuid, workspace }, traceparent) =>
        db.run(db.sql`
          UPDATE ${db.table(tables[kind])} SET traceparent = ${traceparent}
          WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`),
      traceOf: ({ kind, uuid, workspace }) =>
        Effect.map(
          traceRows(db)(db.sql`
            SELECT traceparent FROM ${db.table(tables[kind])}
            WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`),
          ([row]) => Option.fromNullishOr(row?.traceparent)
        )
    }
  })
)
