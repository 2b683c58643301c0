import type { StorageError, Storage } from "@rollcall/core"
import { Database, type DatabaseNotReady, type HostTransaction, type MigrationTool } from "@rollcall/storage-sql"
import { type Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { layerClient, type PostgresOptions, settingsOf, type TableOptions } from "./PostgresClient.ts"
import { defaultSchema, layerDialect } from "./PostgresDialect.ts"
import { opening } from "./PostgresErrors.ts"
import { layerTables, migrations } from "./PostgresStorage.ts"
import { inspect, repair } from "./schema/Repair.ts"
import { missing, print, run } from "./schema/PostgresMigrations.ts"
import { checkSession, checkUrl } from "./schema/SessionCheck.ts"

export {
  DatabaseAddress,
  DatabaseNotReady,
  type Inspection,
  type MigrationTool,
  nameOfDamage,
  type Repair
} from "@rollcall/storage-sql"
export { type QueryClient, using } from "./host/HostClient.ts"
export { layerPool, type QueryPool } from "./host/PoolClient.ts"
export { fromDrizzle, fromKnex, fromKysely, fromPrisma } from "./host/Transactions.ts"
export type { PostgresOptions, TableOptions } from "./PostgresClient.ts"
export { layerOnClient } from "./PostgresStorage.ts"

/**
 * Provides every port over one schema of a PostgreSQL database, version 15 or newer. Runs missing migrations. Any
 * number of processes may use the schema at once.
 *
 * Errors:
 * - `Unavailable`: the database does not respond in time. Later operations also fail with this error while the database
 * is down, and succeed again afterwards.
 * - `NotReady`: the address, role or password is wrong, or nothing listens at the address.
 * - `DatabaseNotReady`: the tables or settings cannot be used.
 */
export const layer = (
  options: PostgresOptions
): Layer.Layer<Storage | HostTransaction, StorageError | DatabaseNotReady> =>
  opening(Layer.provide(layerTables(options), layerSession(options)))

/** Provides the client, after checking the URL and opening the first session. */
const layerSession = (options: PostgresOptions) =>
  Layer.unwrap(
    Effect.as(
      checkUrl(options.url),
      Layer.tap(layerClient(options), (client: Context.Context<SqlClient.SqlClient>) =>
        Effect.provideContext(checkSession(settingsOf(options), options.pooled === true), client)
      )
    )
  )

const withClient = <A, E>(options: PostgresOptions, use: (schema: string) => Effect.Effect<A, E, Database>) =>
  use(options.schema ?? defaultSchema).pipe(
    Effect.provide(Database.layer),
    Effect.provide(layerDialect(options)),
    Effect.provide(layerSession({ ...options, maxConnections: 1 }))
  )

/** The `inspect` and `repair` of {@link migrate}, over a client's connections. */
export const upkeepOnClient = ({ schema = defaultSchema, ...options }: TableOptions = {}) => {
  const on = <A, E>(use: Effect.Effect<A, E, Database>) =>
    use.pipe(Effect.provide(Database.layer), Effect.provide(layerDialect({ ...options, schema })))
  return { inspect: on(inspect(migrations, schema)), repair: on(repair(migrations, schema)) }
}

/** The migrations of a schema, for tools; `layer` runs them itself. */
export const migrate: MigrationTool<PostgresOptions> = {
  missing: (options) => withClient(options, (schema) => missing(migrations, schema)),
  run: (options) => withClient(options, (schema) => run(migrations, schema)),
  inspect: (options) => withClient(options, (schema) => inspect(migrations, schema)),
  repair: (options) => withClient(options, (schema) => repair(migrations, schema)),
  print: (options) => withClient(options, (schema) => print(migrations, schema))
}
