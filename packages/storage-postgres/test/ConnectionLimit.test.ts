import { assert, describe } from "@effect/vitest"
import { toStorageError } from "@rollcall/storage-sql"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { layerClient } from "../src/PostgresClient.ts"
import { explainWith } from "../src/PostgresErrors.ts"
import { database } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"
import { live } from "../../core/test/Suite.ts"

/** The URL of a database for a role with a limit of connections. */
const limitedTo = Effect.fnUntraced(function* (connections: number) {
  const url = yield* database
  const role = `limited_${randomUUID().slice(0, 8)}`
  yield* Effect.acquireRelease(
    withDatabase(
      url,
      (sql) => sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT ${connections}`).unprepared
    ),
    () => Effect.orDie(withDatabase(url, (sql) => sql.unsafe(`DROP ROLE ${role}`).unprepared))
  )
  return Redacted.make(Object.assign(new URL(Redacted.value(url)), { username: role, password: "secret" }).href)
})

describe("a server that allows fewer connections than the pool", () => {
  live("serves every request with the allowed connections", function* () {
    const url = yield* limitedTo(4)
    const answers = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* Effect.replicateEffect(sql`SELECT pg_sleep(0.01)`, 32, { concurrency: "unbounded" })
    }).pipe(Effect.provide(layerClient({ url })))
    assert.lengthOf(answers, 32)
  })

  live("is Unavailable at once if it allows none", function* () {
    const url = yield* limitedTo(0)
    const errors = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* Effect.replicateEffect(Effect.flip(sql`SELECT 1`), 32, { concurrency: "unbounded" })
    }).pipe(Effect.provide(layerClient({ url })))
    for (const error of errors) assert.strictEqual(toStorageError(error, explainWith("the URL")).reason, "Unavailable")
  })
})
