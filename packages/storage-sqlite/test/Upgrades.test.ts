import { assert, describe, it } from "@effect/vitest"
import { ContactStore, ContactUuid, identifierValue, Transaction } from "@rollcall/core"
import { Database, layerMigrations } from "@rollcall/storage-sql"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { layerClient } from "../src/SqliteClient.ts"
import { layerDialect } from "../src/SqliteDialect.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { layerWithClient, temporaryFile, workspace } from "./Fixture.ts"

const versions = Object.entries(migrations)

/** An empty file, brought as far as the library once did. */
const layerAt = (filename: string, version: number) =>
  layerMigrations(Object.fromEntries(versions.slice(0, version))).pipe(
    Layer.provide(Database.layer),
    Layer.provide(layerDialect),
    Layer.provideMerge(layerClient({ filename }))
  )

const uuids = [1, 2, 3].map((n) => ContactUuid.make(`00000000-0000-4000-8000-00000000000${n}`))
const emails = ["Ada@Example.org", "ÄDA.İ@Example.org", null]

/** What the library wrote beside an address, once it did. */
const keyOf = (version: number, email: string | null) =>
  version > versions.findIndex(([name]) => name === "0007_identifiers")
    ? { email_key: identifierValue("email", email) }
    : {}

const insertContacts = (version: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(emails, (email, n) => {
      const names = { workspace_uuid: workspace, uuid: uuids[n], email, ...keyOf(version, email) }
      return sql`INSERT INTO contacts ${sql.insert({ ...names, archived: 0, created_at: n, updated_at: n })}`
    })
  )

/** Everything that makes up the schema, and what the planner is told of it. */
const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const parts = yield* sql`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`
  const statistics = yield* sql`SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx, stat`
  return [...parts, ...statistics].map((row) => ({ ...row }))
})

describe("a file of an earlier version", () => {
  it.effect.each(versions.map(([name], index) => [name, index + 1] as const))(
    "that ends with %s has the newest schema afterwards, and still its contacts",
    ([, version]) =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        yield* Effect.provide(insertContacts(version), layerAt(filename, version))
        yield* Effect.gen(function* () {
          const store = yield* ContactStore
          const transaction = yield* Transaction
          const found = yield* Effect.forEach(uuids, (uuid) => store.find(workspace, uuid))
          assert.deepStrictEqual(
            found.map((contact) => Option.getOrUndefined(contact)?.email),
            emails
          )
          const keys = ["ada@example.org", "äda.i̇@example.org"].map((value) => ({ field: "email", value }) as const)
          const held = yield* transaction.run(store.lockIdentifiers(workspace, keys))
          assert.deepStrictEqual(
            held.map(({ contacts }) => contacts),
            uuids.slice(0, 2).map((uuid) => [uuid])
          )
          const newest = yield* Effect.provide(schema, Layer.fresh(layerWithClient(":memory:")))
          assert.deepStrictEqual(yield* schema, newest)
        }).pipe(Effect.provide(layerWithClient(filename)))
      })
  )
})
