import { Contacts, CustomFields } from "@rollcall/core"
import { layer } from "@rollcall/storage-sqlite"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { populate, type Settled } from "../people/Population.ts"
import type { Arena } from "./Arena.ts"
import { contactRow, valueRows } from "./Rows.ts"
import { sqliteRival, sqliteWriter } from "./SqliteRival.ts"

/** SQLite with so many contacts, in a folder of its own that is gone with the scope. */
export const sqliteArena = Effect.fnUntraced(function* (size: number) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "rollcall-bench-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const filename = join(folder, "rollcall.db")
  const services = Layer.mergeAll(Contacts.layer, CustomFields.layer)
  const library = yield* Layer.build(Layer.provideMerge(services, layer({ filename })))
  const filled = populate(size, (settled) => fill(filename, settled))
  const population = yield* Effect.provideContext(filled, library)
  const rival = sqliteRival(yield* open(filename))
  const arena: Arena = { name: "SQLite", url: `sqlite:${filename}`, population, library, rival }
  return arena
})

/** With the settings of the library's own connection. */
const open = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const db = new DatabaseSync(filename)
      db.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL")
      db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
      return db
    }),
    (db) => Effect.sync(() => db.close())
  )

const fill = (filename: string, settled: ReadonlyArray<Settled>) =>
  Effect.scoped(
    Effect.map(open(filename), (db) => {
      db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN")
      const write = sqliteWriter(db)
      for (const { contact, values } of settled) write(contactRow(contact), valueRows(contact, values))
      db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    })
  )
