import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { DatabaseNotReady } from "@rollcall/storage-sqlite"
import { Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { openJournal } from "../../src/serve/channel/FileJournal.ts"
import { refuseDatabase, storageLayer } from "../../src/serve/Storage.ts"
import { databaseMigrations } from "../../src/serve/upkeep/DatabaseMigrations.ts"
import { StartRefused } from "../../src/serve/StartRefused.ts"
import { readTemplates } from "../../src/serve/channel/TemplateFile.ts"
import { commandLayer } from "./Commands.ts"
import { temporaryFolder } from "./ServerProcess.ts"

const openDatabase = (filename: string) => Layer.build(storageLayer({ _tag: "Sqlite", filename }, "rollcall"))

const migrate = (filename: string) =>
  Effect.flatMap(databaseMigrations({ _tag: "Sqlite", filename }, "rollcall"), ({ run }) => run)

/** A file that a program has written with these statements. */
const written = (filename: string, ...statements: ReadonlyArray<string>) => {
  const database = new DatabaseSync(filename)
  for (const statement of statements) database.exec(statement)
  database.close()
}

/** The line that refuses an effect at once. */
const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flip(effect).pipe(
    Effect.timeout("25 seconds"),
    Effect.map((error) => (error instanceof StartRefused ? error.message : assert.fail(String(error))))
  )

const modeOf = (filename: string) => (statSync(filename).mode & 0o777).toString(8)

/** Runs a test in a folder of its own. */
const inFolder = <A, E, R>(run: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.flatMap(temporaryFolder, run), commandLayer)

/** What another program has made, and what is said about it after the name of the file. */
const foreign: ReadonlyArray<readonly [title: string, make: (filename: string) => void, line: RegExp]> = [
  [
    "a text",
    (filename) => writeFileSync(filename, "Dear database,\n".repeat(100)),
    /it is not a database of SQLite\. Change ROLLCALL_DATABASE_URL\.$/
  ],
  [
    "the tables of another program",
    (filename) => written(filename, "CREATE TABLE bookmarks (url)"),
    /the file has the tables of another program \(bookmarks\) and no tables of Rollcall: use another file, or run `rollcall migrate run` to share it$/
  ],
  [
    "the application id of another program",
    (filename) => written(filename, "PRAGMA application_id = 7"),
    /the file has the application id of another program \(7\) and no tables of Rollcall/
  ],
  [
    "the version of another program",
    (filename) => written(filename, "PRAGMA user_version = 3"),
    /the file has the user version of another program \(3\) and no tables of Rollcall/
  ],
  [
    "texts in UTF-16",
    (filename) => written(filename, "PRAGMA encoding = 'UTF-16le'", "CREATE TABLE made (at TEXT)", "DROP TABLE made"),
    /the file stores strings as UTF-16le, and Rollcall needs UTF-8: use a new file, because/
  ]
]

describe("a file that is no Rollcall database is rejected with one line that names it, and is not changed", () => {
  it.live.each(foreign)("%s", ([, make, line]) =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const filename = `${folder}/file.db`
        make(filename)
        const before = readFileSync(filename)
        const said = yield* refusal(openDatabase(filename))
        assert.isTrue(said.startsWith("ROLLCALL_DATABASE_URL: "), said)
        assert.include(said, `${filename}: `)
        assert.match(said, line)
        assert.isTrue(readFileSync(filename).equals(before))
      })
    )
  )

  it.live("a damaged database", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const filename = `${folder}/rollcall.db`
        yield* Effect.scoped(openDatabase(filename))
        writeFileSync(filename, readFileSync(filename).fill(0xab, 4_096))
        const line = `ROLLCALL_DATABASE_URL: SQLite cannot use the file ${filename}: it is damaged. Restore a backup.`
        assert.strictEqual(yield* refusal(openDatabase(filename)), line)
        assert.strictEqual(yield* refusal(migrate(filename)), line)
      })
    )
  )

  it.live("a newer release's database, also for the migrate command", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const filename = `${folder}/rollcall.db`
        yield* Effect.scoped(openDatabase(filename))
        written(filename, "INSERT INTO rollcall_migrations (migration_id, name) VALUES (9999, 'later')")
        const line = `ROLLCALL_DATABASE_URL: ${filename}: the file was migrated by a newer release of Rollcall (migration 9999_later): use that release`
        assert.strictEqual(yield* refusal(openDatabase(filename)), line)
        assert.strictEqual(yield* refusal(migrate(filename)), line)
      })
    )
  )

  it.live("an unreleased version's database, also for the migrate command", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const filename = `${folder}/rollcall.db`
        yield* Effect.scoped(openDatabase(filename))
        written(filename, "UPDATE rollcall_migrations SET name = 'contacts' WHERE migration_id = 1")
        const line = `ROLLCALL_DATABASE_URL: ${filename}: the file was created by an unreleased version of Rollcall (migration 0001_contacts): use a new file`
        assert.strictEqual(yield* refusal(openDatabase(filename)), line)
        assert.strictEqual(yield* refusal(migrate(filename)), line)
      })
    )
  )

  it.live("unless another program's tables are shared on purpose", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const filename = `${folder}/rollcall.db`
        written(filename, "CREATE TABLE bookmarks (url)", "PRAGMA user_version = 3")
        yield* migrate(filename)
        yield* openDatabase(filename)
      })
    )
  )
})

describe("a path that is no file is rejected at once, with one line that names the variable", () => {
  for (const kind of ["pipe", "device", "directory"] as const) {
    it.live(`a ${kind}`, () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          const filename = { pipe: `${folder}/pipe`, device: "/dev/zero", directory: folder }[kind]
          if (kind === "pipe") execFileSync("sh", ["-c", 'mkfifo "$0"', filename])
          const line = (variable: string) => `${variable}: ${filename}: it is a ${kind}`
          assert.strictEqual(yield* refusal(openDatabase(filename)), line("ROLLCALL_DATABASE_URL"))
          assert.strictEqual(yield* refusal(migrate(filename)), line("ROLLCALL_DATABASE_URL"))
          assert.strictEqual(yield* refusal(openJournal(filename)), line("ROLLCALL_SIMULATOR_JOURNAL"))
          assert.strictEqual(yield* refusal(readTemplates(filename)), line("ROLLCALL_TEMPLATES"))
        })
      )
    )
  }
})

it("a full disk is reported as such, whether the system or the store reports it", () => {
  const url = { _tag: "Sqlite", filename: "rollcall.db" } as const
  const cause = new Error("no")
  for (const full of [{ cause, isFull: true }, { cause: Object.assign(cause, { code: "ENOSPC" }) }]) {
    const refused = refuseDatabase(url, new StorageError({ reason: "Unavailable", ...full }))
    assert.strictEqual(refused.message, "ROLLCALL_DATABASE_URL: rollcall.db: the disk is full")
  }
  const other = new DatabaseNotReady({ reason: "MissingMigrations", message: "no tables" })
  assert.strictEqual(refuseDatabase(url, other).message, "ROLLCALL_DATABASE_URL: rollcall.db: no tables")
})

describe("file permissions", () => {
  it.live("new files belong only to their owner, including those next to the database; other files keep theirs", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const [filename, journal] = [`${folder}/rollcall.db`, `${folder}/journal.jsonl`]
        yield* openDatabase(filename)
        yield* openJournal(journal)
        const files = [filename, `${filename}-wal`, `${filename}-shm`, journal]
        assert.deepStrictEqual(files.map(modeOf), ["600", "600", "600", "600"])

        const [shared, given] = [`${folder}/shared.db`, `${folder}/shared.jsonl`]
        for (const name of [shared, given]) {
          writeFileSync(name, "")
          chmodSync(name, 0o640)
        }
        yield* openDatabase(shared)
        yield* openJournal(given)
        assert.deepStrictEqual([shared, `${shared}-wal`, given].map(modeOf), ["640", "640", "640"])
      })
    )
  )
})
