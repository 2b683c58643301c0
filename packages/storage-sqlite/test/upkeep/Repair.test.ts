import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { migratedObjects } from "@rollcall/storage-sql"
import { Effect, Layer, Logger } from "effect"
import { DatabaseSync } from "node:sqlite"
import { test } from "../../../core/test/Suite.ts"
import { layer, migrate, nameOfDamage } from "../../src/index.ts"
import { migrations } from "../../src/SqliteStorage.ts"
import { contactOf, temporaryFile } from "../Fixture.ts"

const whole = { damages: [], counts: [] }

const exec = (filename: string, statements: string) =>
  Effect.sync(() => {
    const file = new DatabaseSync(filename, { enableForeignKeyConstraints: false, defensive: false })
    file.exec(statements)
    file.close()
  })

/** Starts a store on a file, and returns what it logs. */
const start = Effect.fnUntraced(function* (filename: string) {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  yield* Effect.scoped(Layer.build(layer({ filename, migrate: "check" }))).pipe(Effect.provide(Logger.layer([logger])))
  return lines
})

const filled = Effect.gen(function* () {
  const filename = yield* temporaryFile
  const contacts = [contactOf(1, { firstName: "Ada" }), contactOf(2, { firstName: "Bob" })]
  yield* ContactStore.use((store) =>
    store.save({
      created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact)),
      changed: []
    })
  ).pipe(Effect.provide(layer({ filename })))
  return filename
})

/** Statements that damage a file, what a check says then, and whether a start is refused. */
const faults = [
  ["DROP INDEX contacts_by_email", "index contacts_by_email of contacts (missing)", false],
  ["DROP INDEX recipients_by_position", "index recipients_by_position of broadcast_recipients (missing)", true],
  ["DROP TRIGGER contacts_inserted", "trigger contacts_inserted of contacts (missing)", true],
  ["DROP TABLE contacts_trigrams", "table contacts_trigrams (missing)", true]
] as const

const rows = `
  INSERT INTO contact_imports (
    workspace_uuid, uuid, created_by, status, merge_type, archived_contacts, row_total, created, updated, unchanged, skipped, failed, created_at,
    updated_at, over_at
  ) VALUES
    ('w', 'i', 'a', 'done', 'merge', 'keep', 2, 7, 0, 1, 0, 0, 0, 0, 5),
    ('w', 'pruned', 'a', 'done', 'merge', 'keep', 2, 7, 0, 1, 0, 0, 0, 0, 5);
  INSERT INTO contact_import_rows (workspace_uuid, import_uuid, row_index, content, outcome) VALUES
    ('w', 'i', 0, '', 'created'), ('w', 'i', 1, '', 'unchanged'), ('w', 'pruned', 0, '', 'created');
  INSERT INTO contact_counts VALUES ('another', 1);
  UPDATE contact_counts SET contacts = 9 WHERE workspace_uuid <> 'another';
  INSERT INTO member_counts VALUES ('w', 'l', 2);
  INSERT INTO value_counts VALUES ('w', 'f', 3);
  INSERT INTO recipient_counts VALUES ('w', 'b', 1, 2, 3, 4, 5, 6);
  INSERT INTO recipient_reasons VALUES ('w', 'b', 'opted_out', 1);
`

describe("a file check", () => {
  test("finds each planted fault, repairs it, and then finds nothing (K1, K2, K3)", function* () {
    const filename = yield* filled
    assert.deepStrictEqual(yield* migrate.inspect({ filename }), whole)
    for (const [statement, name, isEssential] of faults) {
      yield* exec(filename, statement)
      const found = yield* migrate.inspect({ filename })
      assert.deepStrictEqual(found.damages.map(nameOfDamage), [name])
      if (isEssential) {
        const error = yield* Effect.flip(start(filename))
        assert.isTrue(error._tag === "DatabaseNotReady" && error.reason === "IncompleteSchema")
        assert.include(error.message, `${name}: run \`rollcall check --repair\``)
      } else {
        assert.include((yield* start(filename)).join("\n"), name)
      }
      assert.deepStrictEqual(yield* migrate.repair({ filename }), { found, left: [] })
      assert.deepStrictEqual(yield* migrate.repair({ filename }), { found: whole, left: [] })
      assert.deepStrictEqual(yield* start(filename), [])
    }
  })

  test("expects exactly what a new file has", function* () {
    const filename = yield* filled
    const file = new DatabaseSync(filename)
    const found = file
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE '%_trigrams_%' AND name <> 'rollcall_migrations' ORDER BY name`
      )
      .all()
    file.close()
    const partsOfTables = ["column", "key", "check"]
    const expected = migratedObjects(migrations).filter(({ kind }) => !partsOfTables.includes(kind))
    assert.deepStrictEqual(
      found.map(({ name }) => String(name)),
      expected.map(({ name }) => name).toSorted()
    )
  })

  test("reports each wrong stored count, and recounts (K2, K3)", function* () {
    const filename = yield* filled
    yield* exec(filename, rows)
    const { counts } = yield* migrate.inspect({ filename })
    assert.deepStrictEqual(
      counts.map(({ first, keys, table }) => [
        table,
        keys,
        first.map(({ column, counted, kept }) => `${column} ${kept} ${counted}`)
      ]),
      [
        ["contact_counts", 2, ["contacts 9 2", "contacts 1 0"]],
        ["member_counts", 1, ["contacts 2 0"]],
        ["value_counts", 1, ["contacts 3 0"]],
        [
          "recipient_counts",
          1,
          ["sent 1 0", "delivered 2 0", "read 3 0", "rejected 4 0", "failed 5 0", "unfinished 6 0"]
        ],
        ["recipient_reasons", 1, ["recipients 1 0"]],
        ["contact_imports", 1, ["created 7 1"]]
      ]
    )
    assert.deepStrictEqual(counts[1]?.first[0]?.key, { workspace_uuid: "w", list_uuid: "l" })
    assert.deepStrictEqual((yield* migrate.repair({ filename })).found.counts, counts)
    assert.deepStrictEqual(yield* migrate.inspect({ filename }), whole)
  })

  test("rebuilds a trigram index that differs from its strings", function* () {
    const filename = yield* filled
    yield* exec(filename, "INSERT INTO contacts_trigrams (contacts_trigrams) VALUES ('delete-all')")
    const { found, left } = yield* migrate.repair({ filename })
    assert.deepStrictEqual(found.damages.map(nameOfDamage), [
      "index contacts_trigrams differs from the strings that it indexes"
    ])
    assert.deepStrictEqual(left, [])
    assert.deepStrictEqual(yield* migrate.repair({ filename }), { found: whole, left: [] })
  })

  test("rebuilds an index that differs from its table", function* () {
    const filename = yield* filled
    yield* exec(
      filename,
      `PRAGMA writable_schema = ON;
       CREATE TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = 'contacts_by_created_at';
       UPDATE sqlite_schema SET sql = replace(sql, 'created_at, uuid', 'updated_at, created_at')
         WHERE name = 'contacts_by_created_at'`
    )
    yield* exec(filename, "REINDEX contacts_by_created_at; UPDATE contacts SET updated_at = 5, created_at = 6")
    yield* exec(
      filename,
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = 'contacts_by_created_at'; DROP TABLE kept`
    )
    const found = yield* migrate.inspect({ filename })
    assert.include(found.damages.map(nameOfDamage).join("\n"), "missing from index contacts_by_created_at")
    assert.deepStrictEqual((yield* migrate.repair({ filename })).left, [])
    assert.deepStrictEqual(yield* migrate.inspect({ filename }), whole)
  })

  test("leaves rows with missing parents, and a lost table (K3)", function* () {
    const filename = yield* filled
    yield* exec(
      filename,
      "INSERT INTO contact_notes (workspace_uuid, contact_uuid, uuid, text, status, created_at, updated_at) VALUES ('w', 'gone', 'u', '', 'active', 0, 0); DROP TABLE opt_outs"
    )
    const { left } = yield* migrate.repair({ filename })
    assert.deepStrictEqual(
      left.map(({ damage, why }) => [nameOfDamage(damage), why]),
      [
        ["table opt_outs (missing)", "its data is lost: restore a backup"],
        ["1 rows of contact_notes refer to missing rows of contacts", "restore a backup"]
      ]
    )
  })
})
