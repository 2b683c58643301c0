import { Effect, Schema } from "effect"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import * as Postgres from "../../../packages/storage-postgres/test/Versions.ts"
import { migrations as postgresMigrations } from "../../../packages/storage-postgres/src/PostgresStorage.ts"
import { freeze } from "../../../packages/storage-sql/test/released/ReleasedLevels.ts"
import * as Sqlite from "../../../packages/storage-sqlite/test/Versions.ts"
import { migrations as sqliteMigrations } from "../../../packages/storage-sqlite/src/SqliteStorage.ts"
import { read } from "../../Repository.ts"

// `npm run migrations:freeze` marks both stores' migrations as released, with the packages' version. Released
// migrations must not change, and tests upgrade databases from this level.
const Versioned = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))
const { version } = Schema.decodeSync(Versioned)(read("packages/rollcall/package.json"))
const server = await startServer()
try {
  const postgres = Postgres.schemaMadeBy(server.url, postgresMigrations)
  const sqlite = Sqlite.schemaMadeBy(sqliteMigrations)
  const stores = {
    "storage-postgres": freeze(Postgres.releasedLevels, version, postgresMigrations, postgres),
    "storage-sqlite": freeze(Sqlite.releasedLevels, version, sqliteMigrations, sqlite)
  }
  for (const [store, isNew] of Object.entries(await Effect.runPromise(Effect.all(stores)))) {
    console.log(`${store}: ${isNew ? `released as ${version}` : "no migration since the last release"}`)
  }
} finally {
  await server.stop()
}
