import { assert, describe, it } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Array as Arr, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fileOf, layer, using } from "../src/index.ts"
import { contactOf, layerWithClient, temporaryFile, workspace } from "./Fixture.ts"

const name = "Zorbalina"
const erasedContact = contactOf(1, { firstName: name, email: `${name}@example.com`, phoneNumber: "+49 170 99112233" })
const keptContact = contactOf(2, { firstName: "Ada", email: "ada@example.com" })

const create = Effect.flatMap(ContactStore, (store) =>
  store.save({
    created: [erasedContact, keptContact].map((contact) => contactWrite(digitForms, "contact.created", contact)),
    changed: []
  })
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

// Each waits for the timer of its file.
describe.concurrent("an erased contact's text", () => {
  it.live(
    "C7: is removed from the file's pages by the erasure, and from the log within ten seconds, while the file is open",
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
    "C7: is removed from a host's file, in its transaction, while another program reads it",
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

/** A name whose trigrams no other contact has, in bytes that a page holds whole. */
const named = (character: string) => character.repeat(4)

/** An entry of a custom field. */
const valueOf = (contact: string) => ({
  ...{ workspace_uuid: workspace, contact_uuid: contact, field_uuid: workspace, ordinal: 0 },
  number: null
})

/** Whether the pages of an index have a term that begins with a character. */
const isInPages = Effect.fnUntraced(function* (index: string, character: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ block: Uint8Array }>`SELECT block FROM ${sql(`${index}_data`)}`
  return rows.some(({ block }) => Buffer.from(block).includes(character))
})

describe.each([
  ["contacts", "contacts_trigrams"],
  ["custom values", "contact_values_trigrams"]
] as const)("the trigram index of %s", (_, index) => {
  it.effect(
    "C7: contains nothing of an erased contact at once, and nothing of its earlier data once it is merged",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* ContactStore
        const contacts = Arr.makeBy(1_000, (n) =>
          contactOf(n, { firstName: n === 500 ? named("ж") : `value ${n * 7919}` })
        )
        const before = contacts[500] ?? contacts[0]
        // One part of the index for each transaction: what is changed later is in another part than what it was.
        for (const created of Arr.chunksOf(contacts, 50)) {
          const writes = created.map((contact) => contactWrite(digitForms, "contact.created", contact))
          const values = created.map(({ firstName, uuid }) => ({
            ...valueOf(uuid),
            text: firstName
          }))
          const written = Effect.andThen(
            store.save({ created: writes, changed: [] }),
            Effect.forEach(values, (value) => sql`INSERT INTO contact_values ${sql.insert(value)}`)
          )
          yield* sql.withTransaction(written)
        }
        yield* store.save({
          created: [],
          changed: [contactWrite(digitForms, "contact.updated", contactOf(500, { firstName: named("щ") }))]
        })
        yield* sql`UPDATE contact_values SET text = ${named("щ")} WHERE contact_uuid = ${before.uuid}`
        assert.deepStrictEqual([yield* isInPages(index, "ж"), yield* isInPages(index, "щ")], [true, true])
        yield* store.erase(workspace, before.uuid)
        assert.isFalse(yield* isInPages(index, "щ"))
        const left = sql`SELECT name FROM trigram_merges`
        const merged = Effect.repeat(Effect.andThen(store.maintainIndexes("any"), left), {
          until: (rows) => rows.length === 0,
          times: 200
        })
        assert.lengthOf(yield* merged, 0)
        assert.isFalse(yield* isInPages(index, "ж"))
        yield* sql`INSERT INTO ${sql(index)} (${sql(index)}, rank) VALUES ('integrity-check', 1)`
      }).pipe(Effect.provide(Layer.fresh(layerWithClient(":memory:"))))
  )
})

describe("every trigram index", () => {
  it.effect("C7: is merged after a deletion", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const indexes = yield* sql<{ name: string }>`
        SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%' ORDER BY name`
      const merges = yield* sql<{ sql: string }>`
        SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INTO trigram_merges%' ORDER BY name`
      assert.lengthOf(merges, indexes.length)
      assert.isAbove(indexes.length, 0)
      for (const { name } of indexes) assert.isTrue(merges.some(({ sql }) => sql.includes(`VALUES ('${name}', 0)`)))
    }).pipe(Effect.provide(layerWithClient(":memory:")))
  )
})
