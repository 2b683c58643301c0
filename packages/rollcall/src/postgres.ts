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
import type { Issue } from "@rollcall/core"
import { issue, otherNames } from "@rollcall/core/operations"
import { Effect, Layer, Predicate, Redacted, Result, Schema } from "effect"
import { addressedBy } from "./options/AddressedBy.ts"
import { checkedBy, hasMembers, mustBe, Positive, readGiven, refusedLayer, Span } from "./options/Given.ts"
import type { StorageDefinition } from "./options/Options.ts"

/** The location of the tables, and how they are used. */
interface Tables extends Pick<TableOptions, "schema" | "migrate"> {
  /**
   * Whether the database has only one connection, as in PGlite. Audiences are then read into memory before their
   * recipients are stored. Default: false.
   */
  readonly oneConnection?: boolean
}

/** Options of `fromPool`. */
interface PoolTables extends Tables {
  /**
   * How long a call waits for a row that a transaction has locked, in milliseconds or as a string such as `8 seconds`.
   * Default: the `lock_timeout` or `statement_timeout` of the pool if it has one, otherwise 8 seconds.
   */
  readonly lockTimeout?: number | string
}

/** The location of a PostgreSQL database, with connection options. */
interface PostgresLocation extends Tables {
  /** The address of the database: `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The most connections of this process. Default: 10. */
  readonly maxConnections?: number
  /**
   * The timeout of a statement, and of the wait for a free connection, in milliseconds or as a string such as `30
   * seconds`. The call then fails with `unavailable`. Default: 8 seconds.
   */
  readonly statementTimeout?: number | string
  /** Whether `url` names a pooler in transaction mode, such as PgBouncer. Default: false. */
  readonly pooled?: boolean
}

const tables = {
  schema: Schema.optionalKey(Schema.String),
  migrate: Schema.optionalKey(Schema.Literals(["run", "check"])),
  clock: Schema.optionalKey(Schema.Literals(["database", "process"])),
  oneConnection: Schema.optionalKey(Schema.Boolean)
} satisfies { readonly [Name in keyof Required<TableOptions>]: Schema.Top }

const aUrl = "must be a URL such as postgres://user:password@host:5432/database"

/** The URL may be missing if it comes from an environment variable. */
const Url = Schema.String.annotate({ message: aUrl, [otherNames]: ["connectionString", "uri", "database", "dsn"] })
  .check(Schema.makeFilter((url) => (/^postgres(?:ql)?:/.test(url) && URL.canParse(url)) || aUrl))
  .pipe(Schema.annotateKey({ messageMissingKey: aUrl }))

const Location = Schema.Struct({
  url: Url,
  ...tables,
  maxConnections: Schema.optionalKey(Positive.annotate({ [otherNames]: ["max", "poolSize"] })),
  statementTimeout: Schema.optionalKey(Span),
  pooled: Schema.optionalKey(Schema.Boolean)
} satisfies { readonly [Name in keyof Required<PostgresOptions>]: Schema.Top })

/**
 * Decodes the options. A common mistake is to pass a URL instead; errors never repeat it, because it may contain a
 * password.
 */
const readLocation = (given: unknown): Result.Result<typeof Location.Type, ReadonlyArray<Issue>> => {
  if (!Predicate.isString(given)) return readGiven(Location, given ?? {}, ["storage"])
  const message = 'must be an object: postgres({ url: "postgres://user:password@host:5432/database" })'
  return Result.fail([issue("dict_type", ["storage"], message)])
}

const PoolLocation = Schema.Struct({
  pool: checkedBy((value) => {
    if (Predicate.isString(value)) return "must be a Pool of the package pg: with a URL call postgres({ url })"
    return hasMembers(value, ["connect"]) ? undefined : mustBe("a Pool of the package pg", value)
  }),
  options: Schema.Struct({ ...tables, lockTimeout: Schema.optionalKey(Span) } satisfies {
    readonly [Name in keyof Required<PoolTables>]: Schema.Top
  })
})

/**
 * Stores in a PostgreSQL database. Any number of processes may share it.
 *
 * @param options `url`, such as `postgres://user:password@host:5432/database`; `schema`, the schema of the tables
 *   (default: `rollcall`); `pooled`, whether the URL names a pooler in transaction mode. With `migrate: "check"` missing
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
export const postgres = (options: PostgresLocation): StorageDefinition<QueryClient, HostTransaction> =>
  Result.match(readLocation(options), {
    onFailure: (issues) => ({ layer: refusedLayer(issues), using, issues }),
    onSuccess: (read) => {
      const place = { ...read, url: Redacted.make(read.url) }
      const upkeep = { inspect: migrate.inspect(place), repair: migrate.repair(place) }
      return { ...addressedBy("storage.url", { layer: layer(place), upkeep }), using }
    }
  })

/**
 * Stores in Postgres on the connections of your pool. End the pool yourself, after `close`.
 *
 * @param pool The `Pool` of the package `pg`, or another pool with the same interface.
 * @param options `schema`, the schema of the tables (default: `rollcall`); `migrate`, as of `postgres`; `oneConnection`,
 *   whether the pool has only one connection; `lockTimeout`, how long a call waits for a locked row (default: 8 seconds).
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
export const fromPool = (pool: QueryPool, options: PoolTables = {}): StorageDefinition<QueryClient, HostTransaction> =>
  Result.match(readGiven(PoolLocation, { pool, options }, ["storage"]), {
    onFailure: (issues) => ({ layer: refusedLayer(issues), using, issues }),
    onSuccess: ({ options: { lockTimeout, ...place } }) => {
      const client = layerPool(pool, lockTimeout === undefined ? {} : { lockTimeout })
      const { inspect, repair } = upkeepOnClient(place)
      const upkeep = { inspect: Effect.provide(inspect, client), repair: Effect.provide(repair, client) }
      const opened = { layer: Layer.provide(layerOnClient(place), client), upkeep }
      return { ...addressedBy("the options of the pool", opened), using }
    }
  })

export { fromDrizzle, fromKnex, fromKysely, fromPrisma } from "@rollcall/storage-postgres"
