import { Effect, Schema } from "effect"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import * as Postgres from "../../../packages/storage-postgres/test/Versions.ts"
import { migrations as postgresMigrations } from "../../../packages/storage-postgres/src/PostgresStorage.ts"
import { freeze } from "../../../packages/storage-sql/test/released/ReleasedLevels.ts"
import * as Sqlite from "../../../packages/storage-sqlite/test/Versions.ts"
import { migrations as sqliteMigrations } from "../../../packages/storage-sqlite/src/SqliteStorage.ts"
import { read } from "../../Repository.ts"

// `npm run migrations:freeze` marks the migrations of both stores as released, with the version of the packages: they may
// not change any more, and tests upgrade databases of this level from now on.
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
