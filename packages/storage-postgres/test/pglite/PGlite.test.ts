import { assert, describe } from "@effect/vitest"
import { storageConformance } from "@rollcall/conformance/storage"
import { layer as reference } from "@rollcall/storage-memory"
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerOnClient, layerPool } from "../../src/index.ts"
import { pglitePool } from "./PGlitePool.ts"
import { live } from "../../../core/test/Suite.ts"

describe("a pool of one connection", () => {
  live("fails a call that needs a second connection at its deadline, with that reason", function* () {
    const pool = yield* pglitePool
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = sql`SELECT 1 AS one`
      const another = Effect.flatMap(sql.reserve, (connection) =>
        connection.executeUnprepared("SELECT 1", [], undefined)
      )
      const both = sql.withTransaction(Effect.andThen(one, Effect.scoped(another)))
      const [took, { reason }] = yield* Effect.timed(Effect.flip(both))
      assert.strictEqual(reason._tag, "ConnectionError")
      assert.include(String(reason.cause), "no connection of the pool was free within 300ms")
      assert.include(String(reason.cause), "needs a pool of at least two")
      assert.isBelow(Duration.toSeconds(took), 20)
      // Neither the transaction nor the call that was late holds the connection.
      assert.deepStrictEqual(yield* one, [{ one: 1 }])
      assert.deepStrictEqual(yield* sql.withTransaction(one), [{ one: 1 }])
    }).pipe(Effect.provide(layerPool(pool, { connectionTimeout: "300 millis" })))
  })
})

/** Every port on PGlite, which has one connection. */
const freshStorage = Layer.unwrap(
  Effect.map(pglitePool, (pool) =>
    Layer.provide(layerOnClient({ clock: "process", oneConnection: true }), layerPool(pool))
  )
)

// A database of PGlite takes hundreds of megabytes: only `npm run test:long` runs its suites.
if (process.env["ROLLCALL_POOL_SUITES"] === "all") {
  storageConformance("PGlite", freshStorage, { reference, except: ["transactions", "locks"] })
}
