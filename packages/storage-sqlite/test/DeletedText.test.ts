import { assert, describe, it } from "@effect/vitest"
import { ContactStore, contactWrite, digitForms } from "@rollcall/core/storage"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fileOf, layer, using } from "../src/index.ts"
import { contactOf, layerWithClient, temporaryFile, workspace } from "./Fixture.ts"

const name = "Zorbalina"
const erasedContact = contactOf(1, { firstName: name, email: `${name}@example.com`, phoneNumber: "+49 170 99112233" })
const keptContact = contactOf(2, { firstName: "Ada", email: "ada@example.com" })

const create = Effect.flatMap(ContactStore, (store) =>
  store.save({ created: [erasedContact, keptContact].map((contact) => contactWrite(digitForms, contact)), changed: [] })
)
const erase = Effect.flatMap(ContactStore, (store) => store.erase(workspace, erasedContact.uuid))

/** How often the texts of the contact are in a file, in any case. */
const copiesIn = (file: string): number => {
  const bytes = readFileSync(file).toString("latin1").toLowerCase()
  return [name.toLowerCase(), "99112233"].reduce((copies, text) => copies + bytes.split(text).length - 1, 0)
}

/** Waits until the log of a file is empty, which the thread of the checkpointer makes it. */
const isEmptied = (filename: string) =>
  Effect.suspend(() => (statSync(`${filename}-wal`).size === 0 ? Effect.void : Effect.fail("not yet"))).pipe(
    Effect.retry(Schedule.spaced("50 millis"))
  )

describe("the text of an erased contact", () => {
  it.live(
    "C7: leaves the pages of the file with the erase, and the log within ten seconds, while the file is open",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        yield* Effect.gen(function* () {
          yield* create
          yield* isEmptied(filename)
          assert.isAbove(copiesIn(filename), 0)
          yield* erase
          yield* Effect.timeout(isEmptied(filename), "10 seconds")
          assert.strictEqual(copiesIn(filename), 0)
          assert.strictEqual(copiesIn(`${filename}-wal`), 0)
        }).pipe(Effect.provide(layer({ filename })))
      }),
    30_000
  )

  it.live(
    "C7: leaves the file of a host, in whose transaction it is erased, and which another program reads meanwhile",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const connected = () =>
          Effect.acquireRelease(
            Effect.sync(() => new DatabaseSync(filename)),
            (database) => Effect.sync(() => database.close())
          )
        const host = yield* connected()
        const other = yield* connected()
        yield* Effect.gen(function* () {
          host.exec("BEGIN IMMEDIATE")
          yield* using(host)(create)
          host.exec("COMMIT")
          other.exec("BEGIN; SELECT count(*) FROM contacts")
          host.exec("BEGIN IMMEDIATE")
          yield* using(host)(erase)
          host.exec("COMMIT")
          yield* Effect.sleep("6 seconds")
          assert.isAbove(copiesIn(`${filename}-wal`), 0, "what another program still reads stays")
          other.exec("COMMIT")
          yield* Effect.timeout(isEmptied(filename), "10 seconds")
          assert.strictEqual(copiesIn(filename) + copiesIn(`${filename}-wal`), 0)
        }).pipe(Effect.provide(layer(fileOf(host))))
      }),
    30_000
  )
})

describe("every index of trigrams", () => {
  const options = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ v: Schema.Unknown })))

  it.effect("C7: removes the trigrams of a deleted text at once, and not with a later merge", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%' ORDER BY name`
      assert.isAbove(tables.length, 0)
      for (const { name } of tables) {
        const found = yield* sql`SELECT v FROM ${sql(`${name}_config`)} WHERE k = 'secure-delete'`
        assert.deepStrictEqual(options(found), [{ v: 1 }], name)
      }
    }).pipe(Effect.provide(layerWithClient(":memory:")))
  )
})
