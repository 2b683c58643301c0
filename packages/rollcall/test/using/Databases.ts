import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { quickParent } from "@rollcall/testing/quick-folder"
import { migratedDatabase } from "../../../storage-postgres/test/server/WorkerServer.ts"
import type { Place } from "./Hosts.ts"

/** A database of a test's own, which processes share. */
interface HostDatabase {
  readonly place: Place
  /** The rows of a query, on a connection of the test. */
  readonly select: (query: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Waits until no connection of a process that was killed is left. */
  readonly alone: () => Promise<void>
  readonly end: () => Promise<void>
}

const openFile = async (): Promise<HostDatabase> => {
  const folder = mkdtempSync(join(quickParent, "rollcall-"))
  const filename = join(folder, "host.db")
  const select = async (query: string) => {
    const database = new DatabaseSync(filename)
    const rows = database.prepare(query).all()
    database.close()
    return rows
  }
  return {
    place: { sqlite: filename },
    select,
    alone: async () => {},
    end: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const openPostgres = async (): Promise<HostDatabase> => {
  const scope = Effect.runSync(Scope.make())
  const url = Redacted.value(await Effect.runPromise(Scope.provide(migratedDatabase, scope)))
  const client = new pg.Client({ connectionString: url, options: "-c search_path=rollcall,public" })
  await client.connect()
  const select = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows
  const others = `
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`
  return {
    place: { postgres: url },
    select,
    alone: async () => {
      while ((await select(others)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    end: async () => {
      await client.end()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** The databases that a host and Rollcall share. */
export const databases: ReadonlyArray<readonly [name: string, open: () => Promise<HostDatabase>]> = [
  ["SQLite", openFile],
  ["Postgres", openPostgres]
]
