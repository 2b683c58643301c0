import { PgClient } from "@effect/sql-pg"
import { claimAlone } from "@rollcall/conformance/storage"
import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, DeliveryStore, Transaction } from "@rollcall/core/storage"
import { Context, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { DatabaseNotReady, layer, layerOnClient, migrate } from "../src/index.ts"
import { accept, anotherPool, database, newBroadcast, newContact, newRecipients, newWorkspace } from "./Fixture.ts"
import { databaseAt, withDatabase } from "./server/Databases.ts"
import { migrateWith } from "./Versions.ts"
import { live } from "../../core/test/Suite.ts"

/** The names of all tables, with their schemas. */
const tablesOf = (url: Redacted.Redacted) =>
  withDatabase(
    url,
    (sql) =>
      sql`SELECT schemaname, tablename FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema)' ORDER BY 1, 2`
  )

const execute = (url: Redacted.Redacted, ...statements: ReadonlyArray<string>) =>
  withDatabase(url, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared))

/** The error of a start, which changes no table. */
const refusal = Effect.fnUntraced(function* (url: Redacted.Redacted, options: { readonly migrate?: "check" } = {}) {
  const before = yield* tablesOf(url)
  const error = yield* Effect.flip(Effect.scoped(Layer.build(layer({ ...options, url }))))
  assert.deepStrictEqual(yield* tablesOf(url), before)
  if (!(error instanceof DatabaseNotReady)) return assert.fail(error.reason)
  return error
})

/** A role without any right, until the scope ends, and the URL of the database as that role. */
const roleIn = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const name = new URL(Redacted.value(url)).pathname.slice(1)
  const role = `${name}_role`
  yield* Effect.acquireRelease(execute(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`), () =>
    Effect.orDie(
      execute(url, `REASSIGN OWNED BY ${role} TO CURRENT_USER`, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`)
    )
  )
  const address = new URL(Redacted.value(url))
  address.username = role
  address.password = "secret"
  return { role, database: name, url: Redacted.make(address.href) }
})

/** The statements that a message ends with. */
const remedyOf = ({ message }: DatabaseNotReady): ReadonlyArray<string> => {
  const [, remedy = ""] = /: ((?:BEGIN;|CREATE|GRANT|ALTER) .*;)$/.exec(message) ?? []
  return remedy.split(/(?<=;) /)
}

describe("a database that is not ready", () => {
  live("has missing migrations, if they are only checked", function* () {
    const url = yield* database
    const error = yield* refusal(url, { migrate: "check" })
    assert.strictEqual(error.reason, "MissingMigrations")
    assert.include(error.message, "0001_access, 0002_contacts")
  })

  live("has an encoding without all characters, until another database is created as the message says", function* () {
    const url = yield* database
    for (const encoding of ["LATIN1", "SQL_ASCII"]) {
      const name = `${new URL(Redacted.value(url)).pathname.slice(1)}_${encoding.toLowerCase()}`
      const made = [name, `${name}_utf8`]
      yield* Effect.addFinalizer(() =>
        Effect.orDie(execute(url, ...made.map((each) => `DROP DATABASE IF EXISTS ${each} WITH (FORCE)`)))
      )
      yield* execute(
        url,
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`
      )
      const error = yield* refusal(databaseAt(Redacted.value(url), name))
      assert.strictEqual(error.reason, "WrongSetting")
      assert.include(error.message, `stores strings as ${encoding}`)
      yield* execute(url, ...remedyOf(error))
      yield* migrate.run({ url: databaseAt(Redacted.value(url), `${name}_utf8`) })
    }
  })

  live("has tables distributed by a column, but not a schema on one node", function* () {
    const url = yield* database
    yield* migrate.run({ url })
    // The catalogue of Citus, which is not installed here.
    yield* execute(
      url,
      `DO $$ BEGIN SET LOCAL allow_system_table_mods = on; CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char"); END $$`,
      "INSERT INTO pg_dist_partition VALUES ('rollcall.contacts', 'n'), ('rollcall.workspaces', 'n'), ('pg_class', 'h')"
    )
    yield* anotherPool(url)
    yield* execute(
      url,
      "UPDATE pg_dist_partition SET partmethod = 'h' WHERE logicalrelid = 'rollcall.contacts'::regclass"
    )
    const error = yield* refusal(url)
    assert.strictEqual(error.reason, "WrongSetting")
    assert.include(error.message, `SELECT undistribute_table('"rollcall"."contacts"');`)
    assert.notInclude(error.message, "workspaces")
  })

  live("has an earlier version's tables in public, until they are moved as the message says", function* () {
    const url = yield* database
    const workspace = yield* newWorkspace
    const contact = yield* newContact(workspace, { firstName: "Ada" })
    const before = yield* anotherPool(url, { schema: "public" })
    yield* Context.get(before, ContactStore).save({
      created: [contactWrite(digitForms, "contact.created", contact)],
      changed: []
    })
    const error = yield* refusal(url)
    assert.strictEqual(error.reason, "OtherSchema")
    yield* execute(url, ...remedyOf(error))
    const after = yield* anotherPool(url)
    assert.deepStrictEqual(yield* Context.get(after, ContactStore).find(workspace, contact.uuid), Option.some(contact))
    const another = yield* newContact(workspace, { firstName: "Bob" })
    yield* Context.get(after, ContactStore).save({
      created: [contactWrite(digitForms, "contact.created", another)],
      changed: []
    })
    assert.deepStrictEqual(
      (yield* tablesOf(url)).filter(({ schemaname }) => schemaname === "public"),
      []
    )
    const functions = withDatabase(
      url,
      (sql) =>
        sql`SELECT oid::regproc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'rollcall%'`
    )
    assert.deepStrictEqual(yield* functions, [])
  })

  live("is from a newer release", function* () {
    const url = yield* database
    yield* migrate.run({ url })
    yield* execute(url, "INSERT INTO rollcall_migrations (migration_id, name) VALUES (9999, 'teleport')")
    const error = yield* refusal(url)
    assert.strictEqual(error.reason, "NewerSchema")
    assert.include(error.message, "9999_teleport")
  })

  live("is from an unreleased version, even if its last migration has an existing number", function* () {
    for (const names of [
      ["0001_contacts", "0002_broadcasts"],
      ["0001_contacts", "0044_writers"]
    ]) {
      const url = yield* database
      yield* migrateWith(
        url,
        Object.fromEntries(names.map((name) => [name, ["CREATE TABLE IF NOT EXISTS contacts ()"]]))
      )
      for (const error of [yield* refusal(url), yield* refusal(url, { migrate: "check" })]) {
        assert.strictEqual(error.reason, "UnreleasedSchema")
        assert.include(error.message, "created by an unreleased version of Rollcall (migration 0001_contacts)")
      }
      assert.strictEqual((yield* Effect.flip(migrate.run({ url }))).reason, "UnreleasedSchema")
    }
  })

  live("has another program's table in the schema, but not elsewhere", function* () {
    const url = yield* database
    yield* execute(url, "CREATE TABLE public.contacts (name text)", "CREATE TABLE public.workspaces (name text)")
    yield* anotherPool(url)
    yield* execute(url, "CREATE SCHEMA clinic", "CREATE TABLE clinic.contacts (name text)")
    const error = yield* Effect.flip(anotherPool(url, { schema: "clinic" }))
    assert.strictEqual(error.reason, "ForeignTable")
    assert.include(error.message, "(contacts)")
  })

  live("lacks an extension that the role may not create", function* () {
    const url = yield* database
    const { role, url: asRole } = yield* roleIn(url)
    yield* execute(url, `CREATE SCHEMA rollcall AUTHORIZATION ${role}`)
    const error = yield* refusal(asRole)
    assert.strictEqual(error.reason, "MissingExtension")
    assert.include(error.message, "CREATE EXTENSION pg_trgm SCHEMA public;")
  })

  live("lacks a right of the role, until it is granted as the message says", function* () {
    const url = yield* database
    const { url: asRole } = yield* roleIn(url)
    yield* execute(url, "CREATE SCHEMA tools", "CREATE EXTENSION pg_trgm SCHEMA tools", "CREATE EXTENSION btree_gin")
    const schema = yield* refusal(asRole)
    assert.strictEqual(schema.reason, "MissingRight")
    yield* execute(url, ...remedyOf(schema))
    const tools = yield* refusal(asRole)
    assert.strictEqual(tools.reason, "MissingRight")
    yield* execute(url, ...remedyOf(tools))
    yield* anotherPool(asRole)
  })
})

describe("a role that may only read and write rows", () => {
  live("runs everything once the tables exist", function* () {
    const url = yield* database
    const { url: asRole } = yield* roleIn(url)
    yield* migrate.run({ url })
    const error = yield* refusal(asRole)
    assert.strictEqual(error.reason, "MissingRight")
    yield* execute(url, ...remedyOf(error))
    const pool = yield* anotherPool(asRole)
    yield* anotherPool(asRole, { migrate: "check" })
    const workspace = yield* newWorkspace
    const contact = yield* newContact(workspace, { firstName: "Ada" })
    yield* Context.get(pool, ContactStore).save({
      created: [contactWrite(digitForms, "contact.created", contact)],
      changed: []
    })
    const broadcast = yield* newBroadcast(workspace)
    const ref = yield* accept(pool, broadcast, yield* newRecipients(3))
    const claim = yield* Effect.provideContext(
      claimAlone(ref, {
        begin: 0,
        lease: Duration.minutes(1),
        limit: 10
      }),
      pool
    )
    assert.strictEqual(claim._tag === "Claimed" ? claim.deliveries.length : 0, 3)
    yield* Context.get(pool, DeliveryStore).keepUnmatched([])
    const store = Context.get(pool, PersistedQueue.PersistedQueueStore)
    yield* store.offer({ name: "jobs", id: "1", element: {}, isCustomId: true })
  })
})

describe("a host's client, with its own search path, zone and transformed names", () => {
  const host = (url: Redacted.Redacted) =>
    Layer.effect(
      SqlClient.SqlClient,
      PgClient.make({
        url,
        startupParameters: { search_path: "pg_catalog", TimeZone: "Asia/Kathmandu" },
        transformQueryNames: (name) => name.toUpperCase(),
        transformResultNames: (name) => name.toUpperCase()
      })
    ).pipe(Layer.provide(Reactivity.layer))

  live("shares its transactions with the services", function* () {
    const url = yield* database
    yield* execute(url, "CREATE TABLE public.orders (id int PRIMARY KEY)")
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ContactStore
      const { run } = yield* Transaction
      const workspace = yield* newWorkspace
      const both = Effect.fnUntraced(function* (id: number) {
        const contact = yield* newContact(workspace, { firstName: "Ada" })
        yield* sql.unsafe(`INSERT INTO public.orders VALUES (${id})`)
        yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
        return contact.uuid
      })
      const found = (uuid: Parameters<typeof store.find>[1]) => Effect.map(store.find(workspace, uuid), Option.isSome)
      const orders = Effect.map(sql.unsafe("SELECT id FROM public.orders"), ({ length }) => length)

      const first = yield* sql.withTransaction(both(1))
      const second = yield* run(both(2))
      assert.deepStrictEqual([yield* found(first), yield* found(second), yield* orders], [true, true, 2])
      const failing = Effect.andThen(both(3), Effect.fail("rolled back" as const))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(failing))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(run(failing))))
      assert.strictEqual(yield* orders, 2)
    }).pipe(Effect.provide(layerOnClient()), Effect.provide(host(url)))
  })
})
