import { Database, type Migrations } from "@rollcall/storage-sql"
import { Effect, type Redacted } from "effect"
import { join } from "node:path"
import { layerClient } from "../src/PostgresClient.ts"
import { layerDialect } from "../src/PostgresDialect.ts"
import { run } from "../src/schema/PostgresMigrations.ts"
import { schemaOf } from "./SchemaDump.ts"
import { freshDatabase } from "./server/Databases.ts"

/** The file of the levels that are released. */
export const releasedLevels = join(import.meta.dirname, "released.json")

/** Runs those of some migrations that a schema lacks, as a version that has no others. Returns their names. */
export const migrateWith = (url: Redacted.Redacted, migrations: Migrations, schema = "rollcall") =>
  run(migrations, schema).pipe(
    Effect.provide(Database.layer),
    Effect.provide(layerDialect({ schema })),
    Effect.provide(layerClient({ url, maxConnections: 1 }))
  )

/** The schema that some migrations make in a new database. `server` is the URL of a superuser. */
export const schemaMadeBy = (server: string, migrations: Migrations) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* freshDatabase(server)
      yield* migrateWith(url, migrations)
      return yield* schemaOf(url)
    })
  )
