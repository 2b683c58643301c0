import { assert, describe, it } from "@effect/vitest"
import { ContactUuid, WorkspaceUuid } from "@rollcall/core"
import { allOf, newestFirst, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import type { Migrations } from "@rollcall/storage-sql"
import { Effect, type Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { live } from "../../../core/test/Suite.ts"
import { changesOf, levelOf, migrationsOf, readLevels, type ReleasedLevel } from "./ReleasedLevels.ts"

/** A database that versions migrate one after another. */
export interface Upgraded {
  /** Runs those of some migrations that it lacks, as a version that has no others. Returns their names. */
  readonly migrate: (migrations: Migrations) => Effect.Effect<ReadonlyArray<string>, unknown>
  readonly schema: Effect.Effect<ReadonlyArray<string>, unknown>
  readonly run: <A, E>(statements: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, unknown>
  /** The store of this version over it. */
  readonly storage: Layer.Layer<ContactStore, unknown>
}

const [workspace, uuid] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-000000000001"]
const contact = { workspace_uuid: workspace, uuid, email: "Ada@Example.org", email_key: "ada@example.org" }

/** Writes a contact with columns that all levels have. */
export const insertContact = SqlClient.SqlClient.use(
  (sql) => sql`INSERT INTO contacts ${sql.insert({ ...contact, archived: 0, created_at: 0, updated_at: 0 })}`
)

const rows = (statement: string) =>
  SqlClient.SqlClient.use((sql) => Effect.map(sql.unsafe(statement), (found) => found.map((row) => ({ ...row }))))

export const nicknames = rows("SELECT nickname FROM contacts")

/**
 * Registers what holds of the upgrades of every kind of database. Returns the migrations of a later version, the level of
 * those that there are as if it were released, and what makes the schema of a new database.
 */
export const upgradeSuite = (
  file: string,
  migrations: Migrations,
  newDatabase: Effect.Effect<Upgraded, unknown, Scope.Scope>
) => {
  const released = readLevels(file)
  const later = { ...migrations, "9000_nicknames": ["ALTER TABLE contacts ADD COLUMN nickname text DEFAULT 'Addie'"] }
  const schemaMadeBy = (made: Migrations) =>
    Effect.scoped(Effect.flatMap(newDatabase, ({ migrate, schema }) => Effect.andThen(migrate(made), schema)))
  const frozen = Effect.map(schemaMadeBy(migrations), (schema) => levelOf("0.9.0", migrations, schema))

  /** A database of a level has the newest schema once the migrations that it lacks have run, and still its contact. */
  const upgrade = Effect.fnUntraced(function* (level: ReleasedLevel, newest: Migrations) {
    const upgraded = yield* newDatabase
    yield* upgraded.migrate(migrationsOf(level, newest))
    assert.deepStrictEqual(yield* upgraded.schema, level.schema)
    yield* upgraded.run(insertContact)
    const run = yield* upgraded.migrate(newest)
    assert.deepStrictEqual(run, Object.keys(newest).slice(level.migrations.length))
    assert.deepStrictEqual(yield* upgraded.schema, yield* schemaMadeBy(newest))
    const { email, email_key } = contact
    assert.deepStrictEqual(yield* upgraded.run(rows("SELECT email, email_key FROM contacts")), [{ email, email_key }])
    return upgraded
  })

  it("no migration of a released level has changed", () => {
    assert.deepStrictEqual(changesOf(released, migrations), [])
  })

  describe("a database of a released level", () => {
    live.each(released.map((level) => [level.release, level] as const))(
      "is upgraded from %s and starts, with its contact",
      function* ([, level]) {
        const { storage } = yield* upgrade(level, migrations)
        const query = { condition: allOf([]), sort: newestFirst }
        const page = { limit: 1, offset: 0 }
        const { items, total } = yield* ContactStore.use((store) =>
          store.search(WorkspaceUuid.make(workspace), query, page, withoutLimits)
        ).pipe(Effect.provide(storage))
        assert.deepStrictEqual([items[0]?.uuid, total], [ContactUuid.make(uuid), 1])
      }
    )

    live("is upgraded by a migration added after its release", function* () {
      const level = yield* frozen
      assert.deepStrictEqual(changesOf([level], later), [])
      const { run } = yield* upgrade(level, later)
      assert.deepStrictEqual(yield* run(nicknames), [{ nickname: "Addie" }])
    })
  })
  return { later, frozen, schemaMadeBy }
}
