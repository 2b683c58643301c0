import { layer } from "@rollcall/storage-sqlite"
import { Effect, Schema } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Connection, Database, Parameter } from "./Connection.ts"

/** A file in a folder of its own, which is removed when the scope closes. */
export const sqlite = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "rollcall-bench-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const filename = join(folder, "rollcall.db")
  const another = Effect.map(open(filename), connectionOf)
  const database: Database = {
    url: `sqlite:${filename}`,
    layer: layer({ filename }),
    rival: Effect.map(another, (connection) => ({ connection, pool: connection, another })),
    fill: (write) =>
      Effect.gen(function* () {
        const db = yield* open(filename)
        db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
        // Its indexes stay: with one that is dropped its statistics are gone, and the planner would read all contacts.
        setHashSize(db, 256 * 2 ** 20)
        db.exec("BEGIN")
        const written = yield* write(connectionOf(db))
        db.exec("COMMIT")
        setHashSize(db, 2 ** 20)
        db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
        return written
      }).pipe(Effect.scoped)
  }
  return database
})

/** How many bytes of new trigrams FTS5 keeps in memory before it writes them: the more, the less it merges. */
const setHashSize = (db: DatabaseSync, bytes: number) => {
  for (const table of ["contacts_trigrams", "contact_values_trigrams"]) {
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${bytes})`)
  }
}

/** With the settings of the library's own connection. */
const open = (filename: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const db = new DatabaseSync(filename)
      db.exec(
        "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768"
      )
      return db
    }),
    (db) => Effect.sync(() => db.close())
  )

/** Statements are compiled once, and each call is complete when it returns. */
const connectionOf = (db: DatabaseSync): Connection => {
  const compile = (text: string) => db.prepare(text.replace(/\$(\d+)/g, "?$1"))
  const prepare: Connection["prepare"] = (text) => {
    const statement = compile(text)
    // A statement takes no more parameters than it names.
    const takes = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))
    return (parameters) => Effect.sync(() => statement.all(...parameters.slice(0, takes).map(asCell)))
  }
  return {
    dialect: "sqlite",
    prepare,
    prepareRows: ({ columns, one }) => {
      const [statement, names] = [compile(one), Object.keys(columns)]
      return (rows, fixed = []) =>
        Effect.sync(() => {
          const isOuter = !db.isTransaction
          if (isOuter) db.exec("BEGIN IMMEDIATE")
          for (const row of rows) statement.run(...fixed, ...names.map((name) => row[name] ?? null))
          if (isOuter) db.exec("COMMIT")
        })
    },
    begin: prepare("BEGIN IMMEDIATE")([]),
    commit: prepare("COMMIT")([]),
    rollBack: prepare("ROLLBACK")([]),
    isIn: (parameter) => `IN (SELECT value FROM json_each(${parameter}))`,
    explain: Effect.fnUntraced(function* (text, parameters) {
      const cells = yield* decodeCells(parameters)
      return verdictOf(yield* decodeSteps(db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...cells)))
    })
  }
}

const asCell = (parameter: Parameter) =>
  typeof parameter === "object" && parameter !== null ? JSON.stringify(parameter) : parameter

const decodeCells = Schema.decodeUnknownEffect(Schema.Array(Schema.Union([Schema.String, Schema.Number, Schema.Null])))
const decodeSteps = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ detail: Schema.String })))

const verdictOf = (steps: ReadonlyArray<{ readonly detail: string }>): string => {
  const slow = steps.flatMap(({ detail }) => {
    if (/^SCAN (contacts|contact_values)\b/.test(detail)) return ["SCAN"]
    if (/^SEARCH contacts\b.*\(workspace_uuid=\?\)/.test(detail)) return ["ALL CONTACTS"]
    return /^SEARCH contact_values\b.*\(workspace_uuid=\?( AND field_uuid=\?)?\)/.test(detail) ? ["ALL VALUES"] : []
  })
  return slow.length === 0 ? "index" : [...new Set(slow)].join(", ")
}
