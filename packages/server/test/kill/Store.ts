import { Effect, Redacted, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import { freshDatabase, withDatabase } from "../../../storage-postgres/test/server/Databases.ts"
import { startServer } from "../../../storage-postgres/test/server/EmbeddedServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"

const Imports = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ uuid: Schema.String, status: Schema.String })))

/** A database of a test's own that processes share, until the scope ends. */
export const stores = {
  SQLite: Effect.map(temporaryFolder, (folder) => ({
    folder,
    url: `sqlite:${folder}/rollcall.db`,
    /** Every import that was stored, the ones that nobody was told of too: there is no listing of them. */
    imports: Effect.acquireUseRelease(
      Effect.sync(() => new DatabaseSync(`${folder}/rollcall.db`)),
      (database) => Effect.sync(() => Imports(database.prepare("SELECT uuid, status FROM contact_imports").all())),
      (database) => Effect.sync(() => database.close())
    )
  })),
  Postgres: Effect.gen(function* () {
    const url = yield* freshDatabase(yield* postgres)
    return {
      folder: yield* temporaryFolder,
      url: Redacted.value(url),
      imports: Effect.map(
        withDatabase(url, (sql) => sql`SELECT uuid, status FROM contact_imports`),
        Imports
      )
    }
  })
}

/** The server at `ROLLCALL_TEST_POSTGRES_URL`, or one of the test's own. */
const postgres = Effect.suspend(() => {
  const given = process.env["ROLLCALL_TEST_POSTGRES_URL"]
  return given !== undefined && given !== "" ? Effect.succeed(given) : ownServer
})

const ownServer = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => startServer()),
    ({ stop }) => Effect.promise(stop)
  ),
  ({ url }) => url
)

export type Store = Effect.Success<(typeof stores)[keyof typeof stores]>
