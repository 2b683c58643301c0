import { assert, describe, it } from "@effect/vitest"
import type { StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { BroadcastStore, ContactStore, Transaction } from "@rollcall/core/storage"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, writeFileSync } from "node:fs"
import { type DatabaseNotReady, layer } from "../src/index.ts"
import { layerClient } from "../src/SqliteClient.ts"
import { openError } from "../src/SqliteErrors.ts"
import { accept, broadcastOf, contactOf, layerWithClient, recipientsUpTo, temporaryFile, workspace } from "./Fixture.ts"
import { test, testOver } from "../../core/test/Suite.ts"

const inMemory = testOver(layerWithClient(":memory:"))

const reasonOf = <A, R>(effect: Effect.Effect<A, StorageError | DatabaseNotReady, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

const ada = contactOf(1, { firstName: "Ada", email: "ada@example.com" })

describe.concurrent("a StorageError is", () => {
  it("Unavailable for a full disk, also when the file is opened", () => {
    const error = openError(Object.assign(new Error("full"), { errcode: 13 }), "rollcall.db", "the file")
    assert.deepStrictEqual([error.reason, error.isFull], ["Unavailable", true])
  })

  it.each([
    ["EACCES", "NotReady", "this user may not use it (EACCES). Grant the right, or change storage.filename."],
    ["EROFS", "NotReady", "the file system is read-only (EROFS). Mount it writable, or change storage.filename."],
    [14, "NotReady", "no. Change storage.filename, or its rights."],
    [26, "Corrupt", "it is not a database of SQLite. Change storage.filename."],
    [11, "Corrupt", "it is damaged. Restore a backup."]
  ] as const)("for a file that cannot be opened with %s: %s", (code, reason, why) => {
    const cause = Object.assign(new Error("no"), typeof code === "number" ? { errcode: code } : { code })
    const error = openError(cause, "nowhere/rollcall.db", "storage.filename")
    assert.deepStrictEqual(
      [error.reason, error.message],
      [reason, `SQLite cannot use the file nowhere/rollcall.db: ${why}`]
    )
  })

  it.each(["EMFILE", 5, 10])("Unavailable for a file that may open later: %s", (code) => {
    const cause = Object.assign(new Error("no"), typeof code === "number" ? { errcode: code } : { code })
    assert.strictEqual(openError(cause, "nowhere/rollcall.db", "storage.filename").reason, "Unavailable")
  })

  inMemory("Conflict for a uuid that is taken, and shows neither SQL nor a value", function* () {
    const store = yield* ContactStore
    yield* store.save({ created: [contactWrite(digitForms, "contact.created", ada)], changed: [] })
    const error = yield* Effect.flip(
      store.save({ created: [contactWrite(digitForms, "contact.created", ada)], changed: [] })
    )
    assert.strictEqual(error.reason, "Conflict")
    assert.notMatch(`${error.message} ${String(error)}`, /ada|insert|contacts/i)
  })

  inMemory("Corrupt for a row that does not decode", function* () {
    const store = yield* BroadcastStore
    const sql = yield* SqlClient.SqlClient
    const broadcast = broadcastOf(1)
    yield* accept(broadcast, [])
    yield* sql`UPDATE broadcasts SET status = 'resting'`
    assert.strictEqual(yield* reasonOf(store.find(workspace, broadcast.uuid)), "Corrupt")
  })

  test("Corrupt for a file with damaged pages", function* () {
    const filename = yield* temporaryFile
    yield* Effect.scoped(Layer.build(layer({ filename })))
    const bytes = readFileSync(filename)
    writeFileSync(filename, bytes.fill(0xab, 4_096))
    assert.strictEqual(yield* reasonOf(Layer.build(layer({ filename }))), "Corrupt")
  })

  inMemory("Unavailable when the disk is full, also in the middle of a transaction", function* () {
    const contacts = yield* ContactStore
    const { run } = yield* Transaction
    const sql = yield* SqlClient.SqlClient
    yield* contacts.save({ created: [contactWrite(digitForms, "contact.created", ada)], changed: [] })
    yield* sql`PRAGMA max_page_count = 1`
    const broadcast = broadcastOf(1)
    const write = accept(broadcast, recipientsUpTo(1_000))
    const full = yield* Effect.flip(write)
    assert.deepStrictEqual([full.reason, full.isFull], ["Unavailable", true])
    assert.match(full.message, /^The disk of the store is full/)
    assert.strictEqual(
      yield* reasonOf(
        run(
          Effect.andThen(
            contacts.save({ created: [], changed: [contactWrite(digitForms, "contact.updated", ada)] }),
            write
          )
        )
      ),
      "Unavailable"
    )
    yield* sql`PRAGMA max_page_count = 1000000`
    yield* write
  })

  test("Unavailable while another process has locked the file for more than five seconds", function* () {
    const filename = yield* temporaryFile
    const ours = yield* Layer.build(layerWithClient(filename))
    const theirs = yield* Layer.build(layerClient({ filename }))
    const insert = Context.get(ours, ContactStore).save({
      created: [contactWrite(digitForms, "contact.created", ada)],
      changed: []
    })
    const error = yield* Context.get(theirs, SqlClient.SqlClient).withTransaction(Effect.flip(insert))
    assert.strictEqual(error.reason, "Unavailable")
    assert.match(error.message, /your own open transaction, run the call in it with `workspace.in\(client\)`/)
    yield* insert
  })

  test("Unavailable after the file was closed", function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layerWithClient(":memory:"), scope)
    const store = Context.get(context, ContactStore)
    yield* store.find(workspace, ada.uuid)
    yield* Scope.close(scope, Exit.void)
    assert.strictEqual(yield* reasonOf(store.find(workspace, ada.uuid)), "Unavailable")
  })
})
