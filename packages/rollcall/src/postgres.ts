import {
  layer,
  layerOnClient,
  layerPool,
  migrate,
  type PostgresOptions,
  type QueryClient,
  type QueryPool,
  type TableOptions,
  upkeepOnClient,
  using
} from "@rollcall/storage-postgres"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Effect, Layer, Record, Redacted } from "effect"
import { refuseStorage, unknownMembers } from "./options/CheckOptions.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** Where the tables are in a database, and whether missing migrations are run. */
type Tables = Pick<TableOptions, "schema" | "migrate">

/** The same for a pool, and whether it has one connection alone. */
type PoolTables = Pick<TableOptions, "schema" | "migrate" | "oneConnection">

/** A PostgreSQL database: its URL, whether that is of a pooler, and the schema of the tables. */
interface PostgresLocation extends Tables, Pick<PostgresOptions, "pooled"> {
  /** The address of the database: `postgres://user:password@host:5432/database`. */
  readonly url: string
}

/** A host that reads it from its environment may give none. */
const isPostgresUrl = (url: unknown): boolean =>
  typeof url === "string" && /^postgres(?:ql)?:/.test(url) && URL.canParse(url)

const known = Record.keys({
  url: true,
  schema: true,
  migrate: true,
  clock: true,
  oneConnection: true,
  maxConnections: true,
  statementTimeout: true,
  pooled: true
} satisfies { readonly [Name in keyof Required<PostgresOptions>]: true })

/**
 * Rollcall in a PostgreSQL database, which any number of processes may share.
 *
 * @param options `url`, such as `postgres://user:password@host:5432/database`; `schema`, the schema of the tables (default:
 *   `rollcall`); `pooled`, whether the URL is that of a pooler in transaction mode. With `migrate: "check"` missing
 *   migrations refuse the start instead of being run.
 * @returns What `createRollcall` takes as `storage`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { postgres } from "rollcall/postgres"
 * import { simulator } from "rollcall/simulator"
 *
 * const storage = postgres({ url: process.env["DATABASE_URL"] ?? "", pooled: true })
 * const opened = await createRollcall({ storage, channel: simulator() })
 * await opened.close()
 */
export const postgres = (options: PostgresLocation): StorageDefinition<QueryClient, HostTransaction> => ({
  ...(isPostgresUrl(options.url)
    ? storeAt({ ...options, url: Redacted.make(options.url) })
    : { layer: refuseStorage("url", "must be a URL such as postgres://user:password@host:5432/database") }),
  using,
  issues: unknownMembers(options, known, ["storage"])
})

const storeAt = (place: PostgresOptions) => ({
  layer: layer(place),
  upkeep: { inspect: migrate.inspect(place), repair: migrate.repair(place) }
})

/**
 * The same on the connections of a host's pool. The host ends it, after `close`.
 *
 * @param pool The `Pool` of the package `pg`, or another one that works like it.
 * @param options `schema`, the schema of the tables (default: `rollcall`); `migrate`, as of `postgres`; `oneConnection`,
 *   whether the pool has one connection alone.
 * @returns What `createRollcall` takes as `storage`.
 * @example
 * import { Pool } from "pg"
 * import { createRollcall } from "rollcall"
 * import { fromPool } from "rollcall/postgres"
 * import { simulator } from "rollcall/simulator"
 *
 * const pool = new Pool({ connectionString: process.env["DATABASE_URL"] })
 * const opened = await createRollcall({ storage: fromPool(pool), channel: simulator() })
 * await opened.close()
 * await pool.end()
 */
export const fromPool = (
  pool: QueryPool,
  options: PoolTables = {}
): StorageDefinition<QueryClient, HostTransaction> => {
  const client = layerPool(pool)
  const { inspect, repair } = upkeepOnClient(options)
  return {
    layer: Layer.provide(layerOnClient(options), client),
    using,
    issues: unknownMembers(options, known, ["storage"]),
    upkeep: { inspect: Effect.provide(inspect, client), repair: Effect.provide(repair, client) }
  }
}

export { fromDrizzle, fromKnex, fromKysely, fromPrisma } from "@rollcall/storage-postgres"
