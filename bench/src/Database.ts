import { Effect, Redacted, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { freshDatabase, withDatabase } from "../../packages/storage-postgres/test/server/Databases.ts"
import { quickSettings, startServer } from "../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { processLayer, temporaryFolder } from "../../packages/cli/test/serve/ServerProcess.ts"
import { timeOfAll } from "./ProcessorTime.ts"

export const stores = ["sqlite", "postgres"] as const
export type Store = (typeof stores)[number]

/** A SQLite file in a temporary folder, which is removed when the scope closes. */
export const sqlite = Effect.map(temporaryFolder, (folder) => {
  const filename = join(folder, "rollcall.db")
  return { folder, filename, url: `sqlite:${filename}`, processorTime: () => 0 }
}).pipe(Effect.provide(processLayer))

/** A PostgreSQL server with an empty database. Both are removed when the scope closes. */
export const postgres = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const { restart, url: admin } = yield* Effect.acquireRelease(
    Effect.promise(() => startServer([...quickSettings, "shared_buffers=512MB"])),
    (server) => Effect.promise(server.stop)
  )
  const database = yield* freshDatabase(admin)
  const url = Redacted.value(database)
  const run = <A>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError.SqlError>) =>
    withDatabase(database, statement)
  const [first] = yield* run((sql) => sql`SELECT current_setting('data_directory') AS folder`).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ folder: Schema.String }))))
  )

  /** The server's main process and its children. Each connection has one child. */
  const processes = () => {
    const main = Number(readFileSync(join(first.folder, "postmaster.pid"), "utf8").split("\n")[0])
    const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ")
    return [main, ...children.filter((pid) => pid !== "").map(Number)]
  }

  return {
    folder,
    url,
    /** Runs statements as a superuser, on a separate connection. */
    run,
    /** Kills the server and restarts it on the same data. */
    restart: Effect.promise(restart),
    /** The processor time of all the server's processes so far, in seconds. */
    processorTime: () => timeOfAll(processes()),
    /** Stops all the server's processes with SIGSTOP until the scope closes. */
    freeze: Effect.acquireRelease(
      Effect.sync(() => {
        const pids = processes()
        for (const pid of pids) process.kill(pid, "SIGSTOP")
        return pids
      }),
      (pids) => Effect.sync(() => pids.forEach((pid) => process.kill(pid, "SIGCONT")))
    )
  }
}).pipe(Effect.provide(processLayer))

export type Sqlite = Effect.Success<typeof sqlite>
export type Postgres = Effect.Success<typeof postgres>

/** The members that both databases have. */
export type Database = Pick<Sqlite & Postgres, "folder" | "url">
