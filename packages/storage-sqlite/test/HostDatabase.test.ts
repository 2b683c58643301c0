import { assert, describe, it } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { type AudienceStore, ContactStore, type Transaction } from "@rollcall/core/storage"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Effect, Fiber, Option } from "effect"
import { DatabaseSync } from "node:sqlite"
import { type Host, hostSuite, refusalOf } from "../../storage-sql/test/host/HostSuite.ts"
import { fileOf, layer, using } from "../src/index.ts"
import { contactOf, temporaryFile, workspace } from "./Fixture.ts"

const named = (n: number) => contactOf(n, { firstName: `number ${n}`, email: `${n}@example.com` })

const save = (n: number) =>
  Effect.flatMap(ContactStore, (store) =>
    store.save({ created: [contactWrite(digitForms, "contact.created", named(n))], changed: [] })
  )

const exists = (n: number) =>
  Effect.flatMap(ContactStore, (store) => Effect.map(store.find(workspace, named(n).uuid), Option.isSome))

/** A database of a host with a table of its own, and Rollcall in the same file. */
const withHost = Effect.fnUntraced(function* <A, E>(
  test: (host: DatabaseSync) => Effect.Effect<A, E, AudienceStore | ContactStore | HostTransaction | Transaction>,
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

const execute = (database: DatabaseSync, sql: string) => Effect.sync(() => database.exec(sql))

const host = (database: DatabaseSync): Host => ({
  begin: execute(database, "BEGIN IMMEDIATE"),
  commit: execute(database, "COMMIT"),
  rollback: execute(database, "ROLLBACK"),
  addPatient: (name) => execute(database, `INSERT INTO patients VALUES ('${name}')`),
  patients: Effect.sync(() => patients(database).map(String)),
  join: (call) => using(database)(call)
})

hostSuite((test) => withHost((database) => test(host(database))))

describe("other connections' writes", () => {
  it.live("wait, and block nothing else, while the host's transaction is open", () =>
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

describe("a host's database is rejected", () => {
  it.live("if it does not check foreign keys, and its transaction continues", () =>
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

  it.live("if Rollcall uses another one", () =>
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
