import { assert, describe, it } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { newestFirst } from "@rollcall/core/contacts"
import { allOf, withoutLimits } from "@rollcall/core/search"
import { ContactStore } from "@rollcall/core/storage"
import type { Migrations } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import { join } from "node:path"
import {
  changesOf,
  levelOf,
  migrationsOf,
  readLevels,
  type ReleasedLevel
} from "../../storage-sql/test/released/ReleasedLevels.ts"
import { migrations } from "../src/SqliteStorage.ts"
import { layerWithClient, temporaryFile, workspace } from "./Fixture.ts"
import { schema } from "./SchemaDump.ts"
import { layerWith, releasedLevels, schemaMadeBy } from "./Versions.ts"
import { live, test } from "../../core/test/Suite.ts"

const released = readLevels(releasedLevels)
const uuid = ContactUuid.make("00000000-0000-4000-8000-000000000001")
const contact = { workspace_uuid: workspace, uuid, email: "Ada@Example.org", email_key: "ada@example.org" }

/** Writes a contact with columns that all levels have. */
const insertContact = SqlClient.SqlClient.use(
  (sql) => sql`INSERT INTO contacts ${sql.insert({ ...contact, archived: 0, created_at: 0, updated_at: 0 })}`
)

const rows = (statement: string) =>
  SqlClient.SqlClient.use((sql) => Effect.map(sql.unsafe(statement), (found) => found.map((row) => ({ ...row }))))

/**
 * A file of a level with a contact has the newest schema once the migrations that it lacks have run, and still its
 * contact.
 */
const upgrade = Effect.fnUntraced(function* (level: ReleasedLevel, newest: Migrations) {
  const filename = yield* temporaryFile
  const before = yield* Effect.provide(
    Effect.tap(schema, insertContact),
    layerWith(filename, migrationsOf(level, newest))
  )
  assert.deepStrictEqual(before, level.schema)
  yield* Effect.gen(function* () {
    assert.deepStrictEqual(yield* schema, yield* schemaMadeBy(newest))
    const { email, email_key } = contact
    assert.deepStrictEqual(yield* rows("SELECT email, email_key FROM contacts"), [{ email, email_key }])
  }).pipe(Effect.provide(layerWith(filename, newest)))
  return filename
})

const later = { ...migrations, "9000_nicknames": ["ALTER TABLE contacts ADD COLUMN nickname TEXT DEFAULT 'Addie'"] }

/** The level of the migrations that there are, as if they were released. */
const frozen = Effect.map(schemaMadeBy(migrations), (made) => levelOf("0.9.0", migrations, made))

it("no migration of a released level has changed", () => {
  assert.deepStrictEqual(changesOf(released, migrations), [])
})

describe("a file of a released level", () => {
  test.each(released.map((level) => [level.release, level] as const))(
    "is upgraded from %s and starts, with its contact",
    function* ([, level]) {
      const filename = yield* upgrade(level, migrations)
      const query = { condition: allOf([]), sort: newestFirst }
      const found = yield* ContactStore.use((store) =>
        store.search(workspace, query, { limit: 1, offset: 0 }, withoutLimits)
      ).pipe(Effect.provide(layerWithClient(filename)))
      assert.deepStrictEqual([found.items[0]?.uuid, found.total], [uuid, 1])
    }
  )

  test("is upgraded by a migration that is added after it was released", function* () {
    const level = yield* frozen
    assert.deepStrictEqual(changesOf([level], later), [])
    const filename = yield* upgrade(level, later)
    const given = yield* Effect.provide(rows("SELECT nickname FROM contacts"), layerWith(filename, later))
    assert.deepStrictEqual(given, [{ nickname: "Addie" }])
  })

  live("is as it was when a process is killed in the middle of a migration, and is upgraded then", function* () {
    const level = yield* frozen
    const filename = yield* temporaryFile
    yield* Effect.provide(insertContact, layerWith(filename, migrations))
    const program = join(import.meta.dirname, "EndlessMigration.ts")
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--conditions=rollcall-source", program, filename], { stdio: "inherit" })
      ),
      (started) => Effect.sync(() => started.kill("SIGKILL"))
    )
    const written = Effect.sync(() => statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0)
    yield* Effect.repeat(Effect.delay(written, "5 millis"), {
      until: (size) => size > 1_000_000 || child.exitCode !== null
    })
    assert.isNull(child.exitCode)
    child.kill("SIGKILL")
    yield* Effect.promise(() => once(child, "exit"))
    const left = yield* Effect.provide(schema, layerWith(filename, migrations))
    assert.deepStrictEqual(left, level.schema)
    yield* Effect.gen(function* () {
      assert.deepStrictEqual(yield* schema, yield* schemaMadeBy(later))
      assert.deepStrictEqual(yield* rows("SELECT nickname FROM contacts"), [{ nickname: "Addie" }])
    }).pipe(Effect.provide(layerWith(filename, later)))
  })
})
