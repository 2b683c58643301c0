import { Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { createRollcall, type Workspaces } from "rollcall"
import { fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

/** A host with a table `visits`, and Rollcall in the same database. */
export interface Host {
  readonly rollcall: Workspaces
  /** Runs statements of the host on its connection. */
  readonly run: (sql: string) => Promise<unknown>
  /** Begins a transaction of the host. */
  readonly begin: () => Promise<unknown>
  /** Rollcall in the transaction. */
  readonly using: () => Workspaces
  /** The number of visits that are committed. */
  readonly visits: () => Promise<number>
  /** The number of rows of a table of Rollcall, in the open transaction if there is one. */
  readonly rows: (table: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Where a host is: what its processes are given. */
export const Place = Schema.Union([
  Schema.Struct({ sqlite: Schema.String }),
  Schema.Struct({ postgres: Schema.String })
])
export type Place = typeof Place.Type

const table = "CREATE TABLE IF NOT EXISTS visits (name text)"
const count = (table: string) => `SELECT count(*) AS count FROM ${table}`

/** Opens a host at a place. Without workers it sends nothing. */
export const openHost = async (place: Place, { workers = true } = {}): Promise<Host> =>
  "sqlite" in place ? await openSqlite(place.sqlite, workers) : await openPostgres(place.postgres, workers)

/** No test waits for the rate of a sender. */
const settings = { dispatch: { rate: { perSecond: 10_000, burst: 10_000 } } }

const openSqlite = async (filename: string, workers: boolean): Promise<Host> => {
  const database = new DatabaseSync(filename)
  database.exec(table)
  const rollcall = await createRollcall({ storage: sqlite({ database }), channel: simulator(), settings, workers })
  const run = async (sql: string) => database.exec(sql)
  const rows = async (table: string) => Number(database.prepare(count(table)).get()?.["count"])
  return {
    rollcall,
    run,
    begin: () => run("BEGIN IMMEDIATE"),
    using: () => rollcall.using(database),
    visits: () => rows("visits"),
    rows,
    close: async () => {
      await rollcall.close()
      database.close()
    }
  }
}

const openPostgres = async (url: string, workers: boolean): Promise<Host> => {
  const pool = new pg.Pool({ connectionString: url }).on("error", () => {})
  const [client, reader] = [await pool.connect(), await pool.connect()]
  await client.query(table)
  const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator(), settings, workers })
  const run = (sql: string) => client.query(sql)
  const rows = async (on: pg.PoolClient, table: string) =>
    Number((await on.query<{ count: string }>(count(table))).rows[0]?.count)
  return {
    rollcall,
    run,
    begin: () => run("BEGIN"),
    using: () => rollcall.using(client),
    visits: () => rows(reader, "visits"),
    rows: (table) => rows(client, `rollcall.${table}`),
    close: async () => {
      await rollcall.close()
      client.release()
      reader.release()
      await pool.end()
    }
  }
}
