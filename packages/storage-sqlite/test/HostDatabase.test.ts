import { assert, describe, it } from "@effect/vitest"
import type { StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/contacts"
import { ContactStore } from "@rollcall/core/storage"
import { type HostTransaction, HostTransactionError } from "@rollcall/storage-sql"
import { Effect, Fiber, Option } from "effect"
import { DatabaseSync } from "node:sqlite"
import { fileOf, layer, using } from "../src/index.ts"
import { contactOf, temporaryFile, workspace } from "./Fixture.ts"

const named = (n: number) => contactOf(n, { firstName: `number ${n}`, email: `${n}@example.com` })

const save = (n: number) =>
  Effect.flatMap(ContactStore, (store) => store.save({ created: [contactWrite(digitForms, named(n))], changed: [] }))

const exists = (n: number) =>
  Effect.flatMap(ContactStore, (store) => Effect.map(store.find(workspace, named(n).uuid), Option.isSome))

/** A database of a host with a table of its own, and Rollcall in the same file. */
const withHost = Effect.fnUntraced(function* <A, E>(
  test: (host: DatabaseSync) => Effect.Effect<A, E, ContactStore | HostTransaction>,
  open: (filename: string) => DatabaseSync = (filename) => new DatabaseSync(filename, { readBigInts: true })
) {
  const filename = yield* temporaryFile
  const opened = Effect.sync(() => open(filename))
  const host = yield* Effect.acquireRelease(opened, (database) => Effect.sync(() => database.close()))
  host.exec("CREATE TABLE patients (name TEXT)")
  return yield* Effect.provide(test(host), layer(fileOf(host)))
})

const patients = (host: DatabaseSync) =>
  host
    .prepare("SELECT name FROM patients ORDER BY name")
    .all()
    .map(({ name }) => name)

const refusalOf = <A, R>(effect: Effect.Effect<A, StorageError | HostTransactionError, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof HostTransactionError ? error.reason : error))

describe("what Rollcall writes in a transaction of the host", () => {
  it.live("is committed with it, and not visible to others before", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const join = using(host)
        host.exec("BEGIN IMMEDIATE; INSERT INTO patients VALUES ('Ada')")
        yield* join(save(1))
        assert.isTrue(yield* join(exists(1)))
        assert.isFalse(yield* exists(1))
        host.exec("COMMIT")
        assert.isTrue(yield* exists(1))
      })
    )
  )

  it.live("is rolled back with it", () =>
    withHost((host) =>
      Effect.gen(function* () {
        host.exec("BEGIN IMMEDIATE; INSERT INTO patients VALUES ('Ada')")
        yield* using(host)(save(1))
        host.exec("ROLLBACK")
        assert.isFalse(yield* exists(1))
        assert.deepStrictEqual(patients(host), [])
      })
    )
  )

  it.live("is undone alone if the call fails, and the host continues and commits", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const join = using(host)
        host.exec("BEGIN IMMEDIATE; INSERT INTO patients VALUES ('Ada')")
        yield* join(save(1))
        const error = yield* Effect.flip(join(Effect.andThen(save(2), save(1))))
        assert.strictEqual(error._tag === "StorageError" && error.reason, "Conflict")
        host.exec("INSERT INTO patients VALUES ('Zoë'); COMMIT")
        assert.deepStrictEqual(patients(host), ["Ada", "Zoë"])
        assert.deepStrictEqual(yield* Effect.forEach([1, 2], exists), [true, false])
      })
    )
  )

  it.live("runs call by call, also through two objects for one database", () =>
    withHost((host) =>
      Effect.gen(function* () {
        const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
        host.exec("BEGIN IMMEDIATE")
        yield* Effect.forEach(
          numbers,
          (n) => {
            const write = Effect.andThen(save(n), Effect.yieldNow)
            const join = using(host)
            return n % 2 === 0 ? join(write) : Effect.ignore(join(Effect.andThen(write, Effect.fail("no"))))
          },
          { concurrency: "unbounded" }
        )
        host.exec("COMMIT")
        assert.deepStrictEqual(
          yield* Effect.forEach(numbers, exists),
          numbers.map((n) => n % 2 === 0)
        )
      })
    )
  )

  it.live("has others wait, and stops none of them, while the host's transaction is open", () =>
    withHost((host) =>
      Effect.gen(function* () {
        host.exec("BEGIN IMMEDIATE")
        yield* using(host)(save(1))
        const outside = yield* Effect.forkChild(save(2))
        yield* Effect.sleep("100 millis")
        assert.isUndefined(outside.pollUnsafe())
        host.exec("COMMIT")
        yield* Fiber.join(outside)
        assert.deepStrictEqual(yield* Effect.forEach([1, 2], exists), [true, true])
      })
    )
  )
})

describe("a database of the host is refused", () => {
  it.live("if it is not in a transaction", () =>
    withHost((host) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* refusalOf(using(host)(save(1))), "NoTransaction")
        assert.isFalse(host.isTransaction)
      })
    )
  )

  it.live("if it does not check foreign keys, and its transaction goes on", () =>
    withHost(
      (host) =>
        Effect.gen(function* () {
          host.exec("BEGIN IMMEDIATE; INSERT INTO patients VALUES ('Ada')")
          assert.strictEqual(yield* refusalOf(using(host)(save(1))), "Settings")
          host.exec("COMMIT")
          assert.deepStrictEqual(patients(host), ["Ada"])
        }),
      (filename) => new DatabaseSync(filename, { enableForeignKeyConstraints: false })
    )
  )

  it.live("if Rollcall is in another one", () =>
    withHost(() =>
      Effect.gen(function* () {
        const other = new DatabaseSync(":memory:")
        other.exec("BEGIN")
        assert.strictEqual(yield* refusalOf(using(other)(save(1))), "OtherDatabase")
      })
    )
  )

  it("if it is in memory, where no second connection could open it", () => {
    assert.throws(() => fileOf(new DatabaseSync(":memory:")), /in a file/)
  })
})
