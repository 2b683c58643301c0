import { assert, describe } from "@effect/vitest"
import type { StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { type DatabaseNotReady, layer, migrate } from "../src/index.ts"
import { DatabaseSync } from "node:sqlite"
import { layerClient } from "../src/SqliteClient.ts"
import { contactOf, layerWithClient, temporaryFile, workspace } from "./Fixture.ts"
import { layerWith } from "./Versions.ts"
import { test } from "../../core/test/Suite.ts"
import { migrationNames } from "../../storage-sql/test/released/ReleasedLevels.ts"

const migrationsDone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ name: string }>`SELECT name FROM rollcall_migrations ORDER BY migration_id`
}).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

describe("migrations", () => {
  test("run once, and a restart changes nothing", function* () {
    const filename = yield* temporaryFile
    const contact = contactOf(1, { firstName: "Ada", email: "ada@example.com" })
    yield* Effect.provide(
      Effect.flatMap(ContactStore, (store) =>
        store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      ),
      layer({ filename })
    )
    const [found, names] = yield* Effect.provide(
      Effect.all([Effect.flatMap(ContactStore, (store) => store.find(workspace, contact.uuid)), migrationsDone]),
      layerWithClient(filename)
    )
    assert.deepStrictEqual(found, Option.some(contact))
    assert.deepStrictEqual(names, migrationNames)
  })

  test("run once if several processes open a new file concurrently", function* () {
    const filename = yield* temporaryFile
    const open = Effect.provide(migrationsDone, layerWithClient(filename))
    const seen = yield* Effect.all([open, open, open], { concurrency: "unbounded" })
    assert.deepStrictEqual(seen, [migrationNames, migrationNames, migrationNames])
  })

  test("can be run as the printed script", function* () {
    const filename = yield* temporaryFile
    const text = yield* migrate.print({ filename })
    const file = new DatabaseSync(filename)
    file.exec(text.replace(/^\.bail on$/m, ""))
    const schema = () => file.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all()
    const printed = schema()
    yield* Layer.build(layer({ filename, migrate: "check" }))
    assert.deepStrictEqual(schema(), printed)
    file.close()
    assert.deepStrictEqual(yield* migrate.missing({ filename }), [])
    assert.strictEqual(yield* migrate.print({ filename }), "")
    assert.deepStrictEqual(yield* migrate.run({ filename }), [])
  })

  test("do not run with `check`: a start fails, and creates no table", function* () {
    const filename = yield* temporaryFile
    const error = yield* Effect.flip(Layer.build(layer({ filename, migrate: "check" })))
    assert.strictEqual(error.reason, "MissingMigrations")
    assert.match(error.message, /0001_access, 0002_contacts, .*: run `rollcall migrate run`/)
    assert.strictEqual((yield* migrate.missing({ filename })).length, migrationNames.length)
  })

  test("do not run in an unreleased version's file, whatever its last migration's number", function* () {
    for (const names of [
      ["0001_contacts", "0002_broadcasts"],
      ["0001_contacts", "0042_writers"]
    ]) {
      const filename = yield* temporaryFile
      const made = Object.fromEntries(names.map((name) => [name, ["CREATE TABLE IF NOT EXISTS contacts (uuid)"]]))
      yield* Layer.build(layerWith(filename, made))
      const starts = (["run", "check"] as const).map((mode) => Layer.build(layer({ filename, migrate: mode })))
      for (const failure of [...starts, migrate.run({ filename }), migrate.print({ filename })]) {
        const error = yield* Effect.flip<unknown, StorageError | DatabaseNotReady, Scope.Scope>(failure)
        assert.strictEqual(error.reason, "UnreleasedSchema")
        assert.include(error.message, "created by an unreleased version of Rollcall (migration 0001_contacts)")
      }
      assert.deepStrictEqual(
        yield* Effect.provide(migrationsDone, layerClient({ filename })),
        names.map((name) => name.slice("0000_".length))
      )
    }
  })

  test("do not run in a file with an encoding other than UTF-8", function* () {
    const filename = yield* temporaryFile
    const other = new DatabaseSync(filename)
    other.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE made (at TEXT)")
    other.close()
    const starts = [Effect.asVoid(Layer.build(layer({ filename }))), Effect.asVoid(migrate.missing({ filename }))]
    for (const failure of starts) {
      const error = yield* Effect.flip(failure)
      assert.strictEqual(error.reason, "WrongSetting")
      assert.include(error.message, "UTF-16le")
    }
  })

  test("do not change a database with another program's table of the same name", function* () {
    const filename = yield* temporaryFile
    const foreign = layerClient({ filename })
    const contents = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM contacts`)
    yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE contacts AS SELECT 'theirs' AS whose`).pipe(
      Effect.provide(foreign)
    )
    const error = yield* Effect.flip(Layer.build(layer({ filename })))
    assert.strictEqual(error.reason, "ForeignTable")
    const rows = yield* Effect.provide(contents, foreign)
    assert.deepStrictEqual(
      rows.map((row) => ({ ...row })),
      [{ whose: "theirs" }]
    )
  })
})
