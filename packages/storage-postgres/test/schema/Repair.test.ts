import { assert, describe, it } from "@effect/vitest"
import { Database, migratedObjects, type MigratedObject } from "@rollcall/storage-sql"
import { Effect, Layer, Logger, type Redacted } from "effect"
import { live } from "../../../core/test/Suite.ts"
import { layer, migrate, nameOfDamage } from "../../src/index.ts"
import { layerClient } from "../../src/PostgresClient.ts"
import { layerDialect } from "../../src/PostgresDialect.ts"
import { migrations } from "../../src/PostgresStorage.ts"
import { readCatalogue } from "../../src/schema/Catalogue.ts"
import { copyOf, migrate as migrateDatabase } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"

const migrated = copyOf("migrated", migrateDatabase)
const run = (url: Redacted.Redacted, statement: string) => withDatabase(url, (sql) => sql.unsafe(statement))
const whole = { damages: [], counts: [] }

/** Starts a store on a database, and returns what it logs. */
const start = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  yield* Layer.build(Layer.fresh(layer({ url, migrate: "check" }))).pipe(
    Effect.scoped,
    Effect.provide(Logger.layer([logger]))
  )
  return lines
})

const lineOf = ({ kind, name, table }: Pick<MigratedObject, "kind" | "name" | "table">) => [kind, table, name].join(" ")

const inDatabase = (url: Redacted.Redacted) =>
  readCatalogue("rollcall").pipe(
    Effect.provide(Database.layer),
    Effect.provide(layerDialect({})),
    Effect.provide(layerClient({ url, maxConnections: 1 }))
  )

/** One of the triggers, if there are any. */
const triggers = migratedObjects(migrations)
  .flatMap(({ kind, name, table }) => (kind === "trigger" ? [[name, table] as const] : []))
  .slice(0, 1)

/** Statements that damage a schema, and what a check says then. The last say whether a start is refused. */
const faults = [
  ["DROP INDEX contacts_by_email", "index contacts_by_email of contacts (missing)", false],
  ["DROP INDEX recipients_by_position", "index recipients_by_position of broadcast_recipients (missing)", true],
  [
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'inbox_due'::regclass",
    "index inbox_due of inbox (invalid)",
    false
  ],
  [
    "ALTER TABLE received_messages DROP CONSTRAINT received_messages_workspace_uuid_channel_message_id_key",
    "key UNIQUE (workspace_uuid, channel_message_id) of received_messages (missing)",
    true
  ],
  [
    "ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey",
    "key PRIMARY KEY (workspace_uuid, key) of idempotency_keys (missing)",
    true
  ],
  [
    "ALTER TABLE contact_notes DROP CONSTRAINT contact_notes_workspace_uuid_contact_uuid_fkey",
    "key FOREIGN KEY (workspace_uuid, contact_uuid) of contact_notes (missing)",
    true
  ],
  [
    "ALTER TABLE contacts DROP CONSTRAINT contacts_archived_check",
    "check contacts_archived_check of contacts (missing)",
    true
  ],
  [
    "ALTER TABLE contact_values DROP CONSTRAINT contact_values_check",
    "check contact_values_check of contact_values (missing)",
    true
  ],
  [
    "ALTER TABLE contacts DROP CONSTRAINT contacts_archived_check, ADD CONSTRAINT contacts_archived_check CHECK (archived >= 0) NOT VALID",
    "check contacts_archived_check of contacts (invalid)",
    true
  ],
  ...triggers.flatMap(
    ([name, table]) =>
      [
        [`ALTER TABLE ${table} DISABLE TRIGGER ${name}`, `trigger ${name} of ${table} (disabled)`, true],
        [`DROP TRIGGER ${name} ON ${table}`, `trigger ${name} of ${table} (missing)`, true]
      ] as const
  ),
  [
    "ALTER TABLE contact_notes DISABLE TRIGGER ALL",
    "key FOREIGN KEY (workspace_uuid, contact_uuid) of contact_notes (disabled)",
    true
  ],
  ["DROP FUNCTION rollcall_empty_list", "function rollcall_empty_list (missing)", true],
  ["DROP STATISTICS contact_values_by_field", "statistics contact_values_by_field of contact_values (missing)", false]
] as const

describe("a schema check", () => {
  live("expects exactly what a new schema has (K1)", function* () {
    const { objects } = yield* inDatabase(yield* migrated)
    const isOfMigrations = ({ kind, name, table }: Pick<MigratedObject, "kind" | "name" | "table">) =>
      kind !== "extension" && name !== "rollcall_migrations" && table !== "rollcall_migrations"
    assert.deepStrictEqual(
      objects.filter(isOfMigrations).map(lineOf).toSorted(),
      migratedObjects(migrations).map(lineOf).toSorted()
    )
  })

  live("finds each planted fault, repairs it, and then finds nothing (K1, K2, K3)", function* () {
    const url = yield* migrated
    assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
    for (const [statement, name, isEssential] of faults) {
      yield* run(url, statement)
      const found = yield* migrate.inspect({ url })
      assert.deepStrictEqual(found.damages.map(nameOfDamage), [name])
      if (isEssential) {
        const error = yield* Effect.flip(start(url))
        assert.isTrue(error._tag === "DatabaseNotReady" && error.reason === "IncompleteSchema")
        assert.include(error.message, `${name}: run \`rollcall check --repair\``)
      } else {
        assert.include((yield* start(url)).join("\n"), name)
      }
      assert.deepStrictEqual(yield* migrate.repair({ url }), { found, left: [] })
      assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
      assert.deepStrictEqual(yield* start(url), [])
    }
  })

  live("finds the extensions and indexes missing in a dump of only the schema", function* () {
    const url = yield* migrated
    yield* run(url, "DROP EXTENSION pg_trgm, btree_gin CASCADE")
    const found = yield* migrate.inspect({ url })
    assert.deepStrictEqual(found.damages.map(nameOfDamage), [
      "extension pg_trgm (missing)",
      "extension btree_gin (missing)",
      "index contacts_by_trigram of contacts (missing)",
      "index contact_values_by_trigram of contact_values (missing)"
    ])
    assert.deepStrictEqual(yield* migrate.repair({ url }), { found, left: [] })
    assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
  })

  live("leaves lost objects, and those that rows contradict, with the reason (K3)", function* () {
    const url = yield* migrated
    const uuid = "00000000-0000-4000-8000-000000000001"
    yield* run(
      url,
      "ALTER TABLE received_messages DROP CONSTRAINT received_messages_workspace_uuid_channel_message_id_key"
    )
    yield* run(
      url,
      `INSERT INTO received_messages (uuid, workspace_uuid, channel_message_id, address, sender, at, kind, stored_at)
       SELECT gen_random_uuid(), '${uuid}', 'twice', '1', '2', 0, 'text', 0 FROM generate_series(1, 2)`
    )
    yield* run(url, "DROP TABLE opt_outs")
    const { left } = yield* migrate.repair({ url })
    assert.deepStrictEqual(
      left.map(({ damage, why }) => [nameOfDamage(damage), why]),
      [
        [
          "key UNIQUE (workspace_uuid, channel_message_id) of received_messages (missing)",
          'could not create unique index "received_messages_workspace_uuid_channel_message_id_key"'
        ],
        ["table opt_outs (missing)", "its data is lost: restore a backup"]
      ]
    )
    assert.lengthOf((yield* migrate.inspect({ url })).damages, 2)
  })
})

describe("the objects created by migrations", () => {
  it("are read from their statements", () => {
    const statements = [
      "CREATE TABLE a (x uuid NOT NULL PRIMARY KEY, y numeric(3, 1), CHECK (y > 0), UNIQUE (x, y), FOREIGN KEY (y) REFERENCES b (z))",
      "CREATE UNIQUE INDEX IF NOT EXISTS a_by_y ON a (y)",
      "INSERT INTO a VALUES (1)"
    ]
    assert.deepStrictEqual(
      migratedObjects({ "0001_a": statements }).map(({ isEssential, kind, name, statement, table }) => [
        kind,
        name,
        table,
        statement === statements[1] ? "its own" : statement,
        isEssential
      ]),
      [
        ["table", "a", null, null, true],
        ["column", "x", "a", null, true],
        ["column", "y", "a", null, true],
        ["key", "PRIMARY KEY (x)", "a", "ALTER TABLE a ADD PRIMARY KEY (x)", true],
        ["key", "UNIQUE (x, y)", "a", "ALTER TABLE a ADD UNIQUE (x, y)", true],
        ["key", "FOREIGN KEY (y)", "a", "ALTER TABLE a ADD FOREIGN KEY (y) REFERENCES b (z)", true],
        ["check", "a_y_check", "a", "ALTER TABLE a ADD CONSTRAINT a_y_check CHECK (y > 0)", true],
        ["index", "a_by_y", "a", "its own", true]
      ]
    )
  })
})
