import { Effect, Redacted } from "effect"
import { DatabaseSync } from "node:sqlite"
import { pgBouncer } from "../../../../storage-postgres/test/pooler/PgBouncer.ts"
import { withDatabase } from "../../../../storage-postgres/test/server/Databases.ts"
import { migratedDatabase } from "../../../../storage-postgres/test/server/WorkerServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"

/** The folder of processes, and the file in which the channel of all of them records what it took. */
const filesIn = (folder: string) => ({ folder, journal: `${folder}/channel.jsonl` })

/** A Postgres database, whose rows are read past a pooler. `env` is that of processes beside its URL. */
const postgres = Effect.gen(function* () {
  const database = yield* migratedDatabase
  return {
    ...filesIn(yield* temporaryFolder),
    env: {},
    database,
    url: Redacted.value(database),
    select: (query: string) => Effect.orDie(withDatabase(database, (sql) => sql.unsafe(query)))
  }
})

/** A database of a test's own that processes share, until the scope ends. */
export const stores = {
  SQLite: Effect.map(temporaryFolder, (folder) => ({
    ...filesIn(folder),
    env: {},
    url: `sqlite:${folder}/rollcall.db`,
    /** The rows of a query. */
    select: (query: string) =>
      Effect.sync((): unknown => {
        const database = new DatabaseSync(`${folder}/rollcall.db`)
        const rows = database.prepare(query).all()
        database.close()
        return rows
      })
  })),
  Postgres: postgres,
  Pooler: Effect.gen(function* () {
    const store = yield* postgres
    const env = { ROLLCALL_DATABASE_POOLED: "true" }
    return { ...store, env, url: Redacted.value(yield* pgBouncer(store.database)) }
  })
}

export type Store = Effect.Success<(typeof stores)[keyof typeof stores]>
