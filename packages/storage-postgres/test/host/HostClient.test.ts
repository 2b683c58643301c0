import { assert, describe, it } from "@effect/vitest"
import { type Contact, StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/contacts"
import { ContactStore, Transaction } from "@rollcall/core/storage"
import { type HostTransaction, HostTransactionError } from "@rollcall/storage-sql"
import { Deferred, Effect, Fiber, Option } from "effect"
import type pg from "pg"
import { using } from "../../src/index.ts"
import { copyOf, layerWithClient, migrate, newContact, newWorkspace } from "../Fixture.ts"
import { clientOf } from "./Fixture.ts"

/** A host with a table of its own, and Rollcall with connections of its own, in one database. */
const withHost = <A, E>(test: (host: pg.Client) => Effect.Effect<A, E, ContactStore | Transaction | HostTransaction>) =>
  Effect.gen(function* () {
    const url = yield* copyOf("migrated", migrate)
    const host = yield* clientOf(url)
    yield* query(host, "CREATE TABLE patients (name text PRIMARY KEY)")
    return yield* Effect.provide(test(host), layerWithClient({ url }))
  })

const query = (client: pg.Client, text: string) => Effect.promise(() => client.query<{ name: string }>(text))

const patients = (client: pg.Client) =>
  Effect.map(query(client, "SELECT name FROM patients ORDER BY name"), ({ rows }) => rows.map(({ name }) => name))

const newAda = Effect.flatMap(newWorkspace, (workspace) => newContact(workspace, { firstName: "Ada" }))

const save = (contact: Contact) =>
  Effect.flatMap(ContactStore, (store) => store.save({ created: [contactWrite(digitForms, contact)], changed: [] }))

const exists = (contact: Contact) =>
  Effect.flatMap(ContactStore, (store) => Effect.map(store.find(contact.workspaceUuid, contact.uuid), Option.isSome))

const refusalOf = <A, R>(effect: Effect.Effect<A, StorageError | HostTransactionError, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof HostTransactionError ? error.reason : error))

describe("what Rollcall writes in a transaction of the host", () => {
  it.live("is committed with it, and not visible to others before", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const ada = yield* newAda
        yield* query(host, "BEGIN; INSERT INTO patients VALUES ('Ada')")
        const join = using(host)
        yield* join(save(ada))
        assert.isTrue(yield* join(exists(ada)))
        assert.isFalse(yield* exists(ada))
        yield* query(host, "COMMIT")
        assert.isTrue(yield* exists(ada))
      })
    )
  )

  it.live("is rolled back with it", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const ada = yield* newAda
        yield* query(host, "BEGIN; INSERT INTO patients VALUES ('Ada')")
        yield* using(host)(save(ada))
        yield* query(host, "ROLLBACK")
        assert.isFalse(yield* exists(ada))
        assert.deepStrictEqual(yield* patients(host), [])
      })
    )
  )

  it.live("is undone alone if the call fails, and the host continues and commits", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const ada = yield* newAda
        const grace = yield* newAda
        const join = using(host)
        yield* query(host, "BEGIN; INSERT INTO patients VALUES ('Ada')")
        yield* join(save(ada))
        // The second contact has the uuid of the first.
        const error = yield* Effect.flip(join(Effect.andThen(save(grace), save(ada))))
        assert.instanceOf(error, StorageError)
        assert.strictEqual(yield* Effect.flip(join(Effect.andThen(save(grace), Effect.fail("no")))), "no")
        yield* query(host, "INSERT INTO patients VALUES ('Zoë')")
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(yield* patients(host), ["Ada", "Zoë"])
        assert.isTrue(yield* exists(ada))
        assert.isFalse(yield* exists(grace))
      })
    )
  )

  it.live("has savepoints of its own for transactions of Rollcall inside the call", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const [ada, grace] = [yield* newAda, yield* newAda]
        yield* query(host, "BEGIN")
        yield* using(host)(
          Effect.andThen(save(ada), Effect.ignore(run(Effect.andThen(save(grace), Effect.fail("no")))))
        )
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(yield* Effect.forEach([ada, grace], exists), [true, false])
      })
    )
  )

  it.live("is undone if the call is interrupted, and the host continues", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const ada = yield* newAda
        const written = yield* Deferred.make<void>()
        yield* query(host, "BEGIN; INSERT INTO patients VALUES ('Ada')")
        const call = using(host)(
          save(ada).pipe(Effect.andThen(Deferred.succeed(written, undefined)), Effect.andThen(Effect.never))
        )
        const fiber = yield* Effect.forkChild(call)
        yield* Deferred.await(written)
        yield* Fiber.interrupt(fiber)
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(yield* patients(host), ["Ada"])
        assert.isFalse(yield* exists(ada))
      })
    )
  )

  it.live("runs call by call, also through two objects for one client: one that fails undoes itself alone", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const contacts = yield* Effect.replicateEffect(newAda, 20)
        yield* query(host, "BEGIN")
        yield* Effect.forEach(
          contacts,
          (contact, at) => {
            const write = run(Effect.andThen(save(contact), Effect.yieldNow))
            return using(host)(at % 2 === 0 ? write : Effect.ignore(run(Effect.andThen(write, Effect.fail("no")))))
          },
          { concurrency: "unbounded" }
        )
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(
          yield* Effect.forEach(contacts, exists),
          contacts.map((_, at) => at % 2 === 0)
        )
      })
    )
  )
})

describe("a transaction of the host is refused", () => {
  it.live("if there is none", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const ada = yield* newAda
        const join = using(host)
        assert.strictEqual(yield* refusalOf(join(save(ada))), "NoTransaction")
        yield* query(host, "BEGIN")
        yield* join(save(ada))
        yield* query(host, "ROLLBACK")
        assert.strictEqual(yield* refusalOf(join(save(ada))), "NoTransaction")
        assert.isFalse(yield* exists(ada))
      })
    )
  )

  it.live("if a statement has failed in it", () =>
    withHost((host) =>
      Effect.gen(function* () {
        yield* query(host, "BEGIN")
        yield* Effect.promise(() => host.query("SELECT 1 / 0").catch(() => {}))
        assert.strictEqual(yield* refusalOf(using(host)(save(yield* newAda))), "Aborted")
      })
    )
  )

  it.live.each(["REPEATABLE READ", "SERIALIZABLE"])("if it is %s, and the host can still use it", (level) =>
    withHost((host) =>
      Effect.gen(function* () {
        yield* query(host, `BEGIN ISOLATION LEVEL ${level}; INSERT INTO patients VALUES ('Ada')`)
        assert.strictEqual(yield* refusalOf(using(host)(save(yield* newAda))), "Isolation")
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(yield* patients(host), ["Ada"])
      })
    )
  )
})

it.live("nothing that Rollcall sets stays in a session of the host", () =>
  withHost((host) =>
    Effect.gen(function* () {
      const settings = Effect.promise(() =>
        host.query("SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'pg_trgm.%' ORDER BY name")
      )
      // The language of the triggers has settings of its own once it is loaded.
      yield* query(host, "DO 'BEGIN END'")
      yield* query(host, "SET TimeZone = 'Asia/Kathmandu'")
      yield* query(host, "SET search_path = nowhere")
      const before = (yield* settings).rows
      yield* query(host, "BEGIN")
      yield* using(host)(save(yield* newAda))
      yield* query(host, "COMMIT")
      assert.deepStrictEqual((yield* settings).rows, before)
    })
  )
)
