import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Effect, Option } from "effect"
import { migrate } from "../src/index.ts"
import { anotherPool, database, newContact, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"
import { live } from "../../core/test/Suite.ts"
import { migrationNames } from "../../storage-sql/test/released/ReleasedLevels.ts"

describe("migrations", () => {
  live("run once if five processes start concurrently, and each of them starts", function* () {
    const url = yield* database
    const pools = yield* Effect.all(
      Array.from({ length: 5 }, () => anotherPool(url)),
      { concurrency: "unbounded" }
    )
    const rows = yield* withDatabase(url, (sql) => sql`SELECT name FROM rollcall_migrations ORDER BY migration_id`)
    assert.deepStrictEqual(
      rows,
      migrationNames.map((name) => ({ name }))
    )
    const workspace = yield* newWorkspace
    for (const pool of pools) {
      const store = Context.get(pool, ContactStore)
      const contact = yield* newContact(workspace, { email: "ada@example.com" })
      yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      assert.deepStrictEqual(yield* store.find(workspace, contact.uuid), Option.some(contact))
    }
  })

  live("need no right to create existing extensions", function* () {
    const url = yield* database
    yield* withDatabase(url, (sql) =>
      Effect.gen(function* () {
        yield* sql`CREATE EXTENSION pg_trgm`
        yield* sql`CREATE EXTENSION btree_gin`
      })
    )
    yield* anotherPool(url)
  })

  live("can be run as the printed script", function* () {
    const url = yield* database
    const text = yield* migrate.print({ url, schema: "clinic" })
    // Lines in the middle of a statement are indented.
    yield* withDatabase(url, (sql) =>
      Effect.forEach(text.trim().split(/;\n(?! )/), (statement) => sql.unsafe(statement).unprepared)
    )
    assert.deepStrictEqual(yield* migrate.missing({ url, schema: "clinic" }), [])
    assert.strictEqual(yield* migrate.print({ url, schema: "clinic" }), "")
    assert.deepStrictEqual(yield* migrate.run({ url, schema: "clinic" }), [])
    yield* anotherPool(url, { schema: "clinic", migrate: "check" })
  })
})
