import { Database, type Migrations } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { layerClient } from "../src/SqliteClient.ts"
import { layerDialect } from "../src/SqliteDialect.ts"
import { run } from "../src/SqliteMigrations.ts"
import { schema } from "./SchemaDump.ts"

/** The file of the levels that are released. */
export const releasedLevels = join(import.meta.dirname, "released.json")

/** A new client of a file in which those of some migrations that it lacked have run, as a version that has no others. */
export const layerWith = (filename: string, migrations: Migrations) =>
  Layer.effectDiscard(run(migrations)).pipe(
    Layer.provide(Database.layer),
    Layer.provide(layerDialect),
    Layer.provideMerge(layerClient({ filename })),
    Layer.fresh
  )

/** The schema that some migrations make in a new database. */
export const schemaMadeBy = (migrations: Migrations) => Effect.provide(schema, layerWith(":memory:", migrations))

/** Runs those of some migrations that a file lacks, as a version that has no others. Returns their names. */
export const migrateWith = (filename: string, migrations: Migrations) =>
  run(migrations).pipe(
    Effect.provide(Database.layer),
    Effect.provide(layerDialect),
    Effect.provide(layerClient({ filename }))
  )
