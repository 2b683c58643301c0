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
import { Effect, Layer, Redacted } from "effect"
import { refuseStorage } from "./options/CheckOptions.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** Where the tables are in a database, and whether missing migrations are run. */
type Tables = Pick<TableOptions, "schema" | "migrate">

/** The same for a pool, and whether it has one connection alone. */
type PoolTables = Pick<TableOptions, "schema" | "migrate" | "oneConnection">

/** A PostgreSQL database: its URL, whether that is of a pooler, and the schema of the tables. */
interface PostgresLocation extends Tables, Pick<PostgresOptions, "pooled"> {
  readonly url: string
}

/** A host that reads it from its environment may give none. */
const isPostgresUrl = (url: unknown): boolean =>
  typeof url === "string" && /^postgres(?:ql)?:/.test(url) && URL.canParse(url)

/** Rollcall in a PostgreSQL database, which any number of processes may share. */
export const postgres = ({ url, ...options }: PostgresLocation): StorageDefinition<QueryClient, HostTransaction> => ({
  ...(isPostgresUrl(url)
    ? storeAt({ ...options, url: Redacted.make(url) })
    : { layer: refuseStorage("url", "must be a URL such as postgres://user:password@host:5432/database") }),
  using
})

const storeAt = (place: PostgresOptions) => ({
  layer: layer(place),
  upkeep: { inspect: migrate.inspect(place), repair: migrate.repair(place) }
})

/** The same on the connections of a host's pool: the `Pool` of the package `pg`. The host ends it, after `close`. */
export const fromPool = (
  pool: QueryPool,
  options: PoolTables = {}
): StorageDefinition<QueryClient, HostTransaction> => {
  const client = layerPool(pool)
  const { inspect, repair } = upkeepOnClient(options)
  return {
    layer: Layer.provide(layerOnClient(options), client),
    using,
    upkeep: { inspect: Effect.provide(inspect, client), repair: Effect.provide(repair, client) }
  }
}

export { fromDrizzle, fromKnex, fromKysely, fromPrisma } from "@rollcall/storage-postgres"
