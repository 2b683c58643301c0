import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { layerOnClient, layerPool, type QueryPool } from "../../src/index.ts"
import { copyOf, migrate } from "../Fixture.ts"

/** A pool of a host, which ends with the scope. */
const poolOf = (url: Redacted.Redacted, config: pg.PoolConfig = {}) =>
  Effect.acquireRelease(
    // A host listens to the errors of connections that are idle, which would end its process otherwise.
    Effect.sync(() => new pg.Pool({ connectionString: Redacted.value(url), max: 10, ...config }).on("error", () => {})),
    (pool) => Effect.promise(() => pool.end())
  )

/** Every port over the pool of a host, in a new database with all migrations. */
export const freshPoolStorage = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* copyOf("migrated", migrate)
    const pool: QueryPool = yield* poolOf(url, { options: "-c TimeZone=Asia/Kathmandu" })
    return Layer.provide(layerOnClient({ clock: "process" }), layerPool(pool))
  })
)

/** A connection of a host, which ends with the scope. */
export const clientOf = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: Redacted.value(url) })
      // A test may drop the database first.
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )
