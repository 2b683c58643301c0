import { Effect, Redacted } from "effect"
import { DatabaseSync } from "node:sqlite"
import { freshDatabase, withDatabase } from "../../../storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../../storage-postgres/test/server/WorkerServer.ts"
import { temporaryFolder } from "../ServerProcess.ts"

/** The folder of processes, and the file in which the channel of all of them records what it took. */
const filesIn = (folder: string) => ({ folder, journal: `${folder}/channel.jsonl` })

/** A database of a test's own that processes share, until the scope ends. */
export const stores = {
  SQLite: Effect.map(temporaryFolder, (folder) => ({
    ...filesIn(folder),
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
  Postgres: Effect.gen(function* () {
    const url = yield* freshDatabase(yield* Effect.promise(workerServer))
    return {
      ...filesIn(yield* temporaryFolder),
      url: Redacted.value(url),
      select: (query: string) => Effect.orDie(withDatabase(url, (sql) => sql.unsafe(query)))
    }
  })
}

export type Store = Effect.Success<(typeof stores)[keyof typeof stores]>
