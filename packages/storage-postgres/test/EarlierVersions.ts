import { Database } from "@rollcall/storage-sql"
import { Effect, type Redacted } from "effect"
import { layerClient } from "../src/PostgresClient.ts"
import { layerDialect } from "../src/PostgresDialect.ts"
import { migrations } from "../src/PostgresStorage.ts"
import { run } from "../src/schema/PostgresMigrations.ts"

/** The migrations, in their order. */
export const versions = Object.entries(migrations)

/** Runs the migrations of an earlier version in an empty database. */
export const migrateTo = (url: Redacted.Redacted, version: number) =>
  run(Object.fromEntries(versions.slice(0, version)), "rollcall").pipe(
    Effect.provide(Database.layer),
    Effect.provide(layerDialect({})),
    Effect.provide(layerClient({ url, maxConnections: 1 }))
  )

/** Runs the migrations before the one of this name in an empty database. */
export const migrateBefore = (url: Redacted.Redacted, name: keyof typeof migrations) =>
  migrateTo(
    url,
    versions.findIndex(([version]) => version === name)
  )
