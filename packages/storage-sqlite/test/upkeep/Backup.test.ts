import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { test } from "../../../core/test/Suite.ts"
import { backup, layer, restore } from "../../src/index.ts"
import { contactOf, temporaryFile, workspace } from "../Fixture.ts"

const save = (n: number) =>
  ContactStore.use((store) =>
    store.save({
      created: [contactWrite(digitForms, "contact.created", contactOf(n, { firstName: `Ada ${n}` }))],
      changed: []
    })
  )

const has = (filename: string, n: number) =>
  ContactStore.use((store) => store.find(workspace, contactOf(n, {}).uuid)).pipe(
    Effect.map(({ _tag }) => _tag === "Some"),
    Effect.provide(layer({ filename, migrate: "check" }))
  )

/** The message of a backup or a restore that is refused, with the names of files instead of their paths. */
const why = <A>(effect: Effect.Effect<A, { readonly message: string }>, folder: string) =>
  Effect.map(Effect.flip(effect), ({ message }) => message.replaceAll(`${folder}/`, ""))

describe("a file's backup", () => {
  test("contains what was committed when it began, while the database is in use, and belongs only to its owner (K4)", function* () {
    const from = yield* temporaryFile
    const to = `${dirname(from)}/backup.db`
    const store = yield* Layer.build(layer({ filename: from }))
    yield* Effect.provideContext(save(1), store)
    yield* backup({ from, to })
    yield* Effect.provideContext(save(2), store)
    assert.deepStrictEqual([yield* has(to, 1), yield* has(to, 2)], [true, false])
    assert.strictEqual(statSync(to).mode & 0o777, 0o600)
    assert.strictEqual(
      yield* why(backup({ from, to }), dirname(from)),
      "backup.db: it already exists: use --overwrite to replace it"
    )
    yield* backup({ from, to, overwrite: true })
    assert.isTrue(yield* has(to, 2))
    assert.deepStrictEqual(
      readdirSync(dirname(from)).filter((name) => name.startsWith("backup")),
      ["backup.db"]
    )
  })

  test("is rejected for a damaged file, and leaves nothing behind (K4)", function* () {
    const from = yield* temporaryFile
    const folder = dirname(from)
    const to = `${folder}/backup.db`
    writeFileSync(from, "")
    assert.match(yield* why(backup({ from, to }), folder), /^rollcall.db: the file lacks the migrations 0001_access/)
    yield* Effect.provide(save(1), layer({ filename: from }))
    const file = new DatabaseSync(from)
    file.exec("DROP INDEX recipients_by_position; UPDATE contact_counts SET contacts = 9")
    file.close()
    assert.strictEqual(
      yield* why(backup({ from, to }), folder),
      "rollcall.db: it is damaged (index recipients_by_position of broadcast_recipients (missing) and 1 more): run rollcall check --repair on the database"
    )
    writeFileSync(
      from,
      "no database, but a text that is longer than the header of one, which has a hundred bytes".repeat(9)
    )
    assert.match(yield* why(backup({ from, to }), folder), /^rollcall.db: file is not a database/)
    assert.deepStrictEqual(readdirSync(folder), ["rollcall.db"])
  })

  test("can be taken from an earlier release's file (K4)", function* () {
    const from = yield* temporaryFile
    yield* Effect.provide(save(1), layer({ filename: from }))
    const file = new DatabaseSync(from)
    file.exec("DELETE FROM rollcall_migrations WHERE migration_id = 10")
    file.close()
    yield* backup({ from, to: `${from}.backup` })
    assert.isTrue(existsSync(`${from}.backup`))
  })
})

describe("restoring a file", () => {
  test("replaces a database that no process has open, and no other (K5)", function* () {
    const to = yield* temporaryFile
    const folder = dirname(to)
    const from = `${folder}/backup.db`
    yield* Effect.provide(save(1), layer({ filename: to }))
    yield* backup({ from: to, to: from })
    chmodSync(from, 0o444)
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Effect.provideContext(save(2), yield* Layer.build(layer({ filename: to })))
        assert.strictEqual(
          yield* why(restore({ from, to }), folder),
          "rollcall.db: it already exists: use --overwrite to replace it"
        )
        const open = "rollcall.db: a process has it open: stop the server first"
        assert.strictEqual(yield* why(restore({ from, to, overwrite: true }), folder), open)
      })
    )
    assert.isTrue(yield* has(to, 2))
    yield* restore({ from, to, overwrite: true })
    assert.deepStrictEqual([yield* has(to, 1), yield* has(to, 2)], [true, false])
    assert.strictEqual(statSync(to).mode & 0o777, 0o600)
    yield* restore({ from, to: `${folder}/another.db` })
    assert.isTrue(yield* has(`${folder}/another.db`, 1))
    assert.deepStrictEqual(readdirSync(folder).toSorted(), ["another.db", "backup.db", "rollcall.db"])
  })

  test("replaces a killed process's database, with its leftover files (K5)", function* () {
    const to = yield* temporaryFile
    const folder = dirname(to)
    const from = `${folder}/backup.db`
    yield* Effect.provide(save(1), layer({ filename: to }))
    yield* backup({ from: to, to: from })
    // What a process that is killed leaves: a file without the last commits, and the log that has them.
    const writer = new DatabaseSync(to)
    writer.exec("PRAGMA wal_autocheckpoint = 0; UPDATE contact_counts SET contacts = 7")
    const [database, log] = [readFileSync(to), readFileSync(`${to}-wal`)]
    writer.close()
    writeFileSync(to, database)
    writeFileSync(`${to}-wal`, log)
    yield* restore({ from, to, overwrite: true })
    assert.isFalse(existsSync(`${to}-wal`))
    const counts = new DatabaseSync(to)
    assert.strictEqual(counts.prepare("SELECT contacts FROM contact_counts").get()?.["contacts"], 1)
    counts.close()
  })

  test("is rejected for a database in use, another kind of file, and next to another database's log (K5)", function* () {
    const from = yield* temporaryFile
    const folder = dirname(from)
    const to = `${folder}/restored.db`
    yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Layer.build(layer({ filename: from }))
        assert.strictEqual(
          yield* why(restore({ from, to }), folder),
          "rollcall.db: rollcall.db-wal exists, so this is a database in use, not a backup. Restore from a file that rollcall backup wrote"
        )
      })
    )
    writeFileSync(`${to}-wal`, "")
    assert.strictEqual(
      yield* why(restore({ from, to }), folder),
      "restored.db: restored.db-wal is left over from another database: remove it"
    )
    const other = new DatabaseSync(`${folder}/other.db`)
    other.exec("CREATE TABLE things (x)")
    other.close()
    assert.match(
      yield* why(restore({ from: `${folder}/other.db`, to: `${folder}/new.db` }), folder),
      /^other.db: the file lacks the migrations/
    )
    assert.match(yield* why(restore({ from: `${folder}/none.db`, to: `${folder}/new.db` }), folder), /^none.db: ENOENT/)
    assert.isFalse(existsSync(`${folder}/new.db`))
  })
})
