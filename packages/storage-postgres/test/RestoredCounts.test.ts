import { assert, describe } from "@effect/vitest"
import { ActorUuid, ContactListUuid, CustomFieldUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactListStore, ContactStore } from "@rollcall/core/storage"
import { Context, DateTime, Effect, type Redacted } from "effect"
import { migrate } from "../src/index.ts"
import { accept, anotherPool, database, newBroadcast, newContact, newRecipients, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"
import { live } from "../../core/test/Suite.ts"

/** Tables in the order in which a dump of rows restores them. */
const tables = [
  "contacts",
  "contact_lists",
  "contact_list_members",
  "contact_values",
  "contact_counts",
  "member_counts",
  "value_counts",
  "broadcasts",
  "broadcast_recipients",
  "recipient_counts",
  "recipient_reasons"
]

const counts = ["contact_counts", "member_counts", "value_counts", "recipient_counts", "recipient_reasons"]

/** Inserts the rows of a table again into the same table, once it is empty, as a dump of rows alone does. */
const restored = (url: Redacted.Redacted) =>
  withDatabase(url, (sql) =>
    Effect.gen(function* () {
      for (const table of tables) yield* sql`CREATE TEMP TABLE ${sql(`dump_${table}`)} AS SELECT * FROM ${sql(table)}`
      yield* sql`TRUNCATE ${sql.csv(tables.map((table) => sql`${sql(table)}`))} CASCADE`
      for (const table of tables) {
        const columns = yield* sql<{ name: string }>`
          SELECT quote_ident(attname) AS name FROM pg_attribute
          WHERE attrelid = ${`rollcall.${table}`}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`
        const names = columns.map(({ name }) => name).join(", ")
        yield* sql.unsafe(
          `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM pg_temp.dump_${table}`
        )
      }
    })
  )

const filled = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const pool = yield* anotherPool(url)
  const workspace = yield* newWorkspace
  const field = CustomFieldUuid.make(yield* nextId)
  const contacts = yield* Effect.forEach(["Ada", "Bob"], (firstName) => newContact(workspace, { firstName }))
  const drinks = ["tea", "coffee"]
  const changes = [{ field, key: "drinks", value: drinks, entries: drinks.map((text) => ({ text })) }]
  yield* Context.get(pool, ContactStore).save({
    created: contacts.map((contact) => contactWrite(digitForms, "contact.created", contact, changes)),
    changed: []
  })
  const list = ContactListUuid.make(yield* nextId)
  yield* withDatabase(url, (sql) =>
    Effect.gen(function* () {
      yield* sql`
        INSERT INTO contact_lists
          (workspace_uuid, uuid, name, name_folded, name_order, status, created_by, updated_by, created_at, updated_at)
        VALUES (${workspace}, ${list}, 'Regulars', 'regulars', 'regulars', 'active', ${list}, ${list}, 0, 0)`
    })
  )
  yield* Context.get(pool, ContactListStore).addMembers(
    workspace,
    list,
    contacts.map(({ uuid }) => uuid),
    ActorUuid.make(list),
    DateTime.makeUnsafe(0)
  )
  const [refused, ...recipients] = yield* newRecipients(4)
  const problem = { reason: "opted_out", error: "opted out" } as const
  yield* accept(pool, yield* newBroadcast(workspace), [
    ...recipients,
    ...(refused === undefined
      ? []
      : [{ ...refused, outcome: { _tag: "Rejected" as const, problems: [problem] as const } }])
  ])
  return workspace
})

describe("rows restored into migrated tables", () => {
  live("are counted once, and a check finds wrong counts until they are repaired", function* () {
    const url = yield* database
    yield* filled(url)
    const whole = { damages: [], counts: [] }
    assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
    yield* restored(url)
    assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
    yield* withDatabase(url, (sql) =>
      Effect.forEach(counts, (table) => sql`DELETE FROM ${sql(table)}`, { discard: true })
    )
    const found = yield* migrate.inspect({ url })
    assert.deepStrictEqual(
      found.counts.map(({ keys, table }) => [table, keys]),
      [
        ["contact_counts", 1],
        ["member_counts", 1],
        ["value_counts", 1],
        ["recipient_counts", 1],
        ["recipient_reasons", 1]
      ]
    )
    assert.deepStrictEqual(yield* migrate.repair({ url }), { found, left: [] })
    assert.deepStrictEqual(yield* migrate.inspect({ url }), whole)
    const counted = yield* withDatabase(
      url,
      (
        sql
      ) => sql`SELECT contacts::int AS contacts FROM contact_counts UNION ALL SELECT contacts::int FROM member_counts
          UNION ALL SELECT contacts::int FROM value_counts UNION ALL SELECT unfinished::int FROM recipient_counts`
    )
    assert.deepStrictEqual(counted, [{ contacts: 2 }, { contacts: 2 }, { contacts: 2 }, { contacts: 3 }])
  })
})
