import type { StorageError } from "@rollcall/core"
import {
  createMigrationsTable,
  Database,
  DatabaseNotReady,
  type Migrations,
  migrationsAfter,
  migrationsTable,
  oneOf,
  type OtherHistory,
  printMigrations,
  recordedMigrations,
  runMigrations,
  tableNames
} from "@rollcall/storage-sql"
import { Effect, Result, Scheduler, Schema } from "effect"
import { SqlClient } from "effect/sql"

type Ready<A> = Effect.Effect<A, StorageError | DatabaseNotReady, Database>

const tablesRow = oneOf(Schema.Struct({ names: Schema.fromJsonString(Schema.Array(Schema.String)) }))
const encodingRow = oneOf(Schema.Struct({ encoding: Schema.String }))
const settingsRow = oneOf(Schema.Struct({ checked: Schema.Natural }))

/**
 * Returns the migrations that are recorded in the file, and the missing ones. Fails if a newer release or an unreleased
 * version wrote the file, if another program's tables are in the file, or if its encoding is not UTF-8.
 */
const inspect = Effect.fnUntraced(function* (migrations: Migrations) {
  const db = yield* Database
  const { sql } = db
  const { encoding } = yield* encodingRow(db)(sql`SELECT encoding FROM pragma_encoding`)
  yield* checkEncoding(encoding)
  const { names } = yield* tablesRow(db)(sql`
    SELECT json_group_array(name) AS names FROM sqlite_schema
    WHERE ${sql.in("name", [...tableNames, migrationsTable])}`)
  const ours = names.includes(migrationsTable)
  if (!ours && names.length > 0) return yield* foreignTable(names)
  const recorded = ours ? yield* recordedMigrations : []
  const missing = Result.mapError(migrationsAfter(migrations, recorded), otherSchema)
  return { recorded, missing: yield* Effect.fromResult(missing) }
})

/** Returns the names of the missing migrations in order. Fails if the file cannot be used. */
export const missing = (migrations: Migrations): Ready<ReadonlyArray<string>> =>
  Effect.map(inspect(migrations), (inspected) => inspected.missing)

/** Fails if a migration is missing. Changes nothing. */
export const check = (migrations: Migrations): Ready<void> =>
  Effect.flatMap(missing(migrations), (names) =>
    names.length === 0 ? Effect.void : Effect.fail(missingMigrations(names))
  )

/** Fails if the client does not enforce foreign keys, which remove the notes and values of an erased contact. */
export const checkSettings: Ready<void> = Effect.gen(function* () {
  const db = yield* Database
  const { checked } = yield* settingsRow(db)(db.sql`SELECT foreign_keys AS checked FROM pragma_foreign_keys`)
  if (checked === 0) return yield* uncheckedForeignKeys()
})

/**
 * Runs the missing migrations and returns their names. The fiber does not yield before they have run; otherwise another
 * fiber that opened the same file in between would wait for this one.
 */
export const run = (migrations: Migrations): Ready<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const { mapErrors, sql } = yield* Database
    const names = yield* missing(migrations)
    yield* Effect.provideService(mapErrors(runMigrations(migrations)), SqlClient.SqlClient, sql)
    return names
  }).pipe(Effect.provideService(Scheduler.MaxOpsBeforeYield, Number.MAX_SAFE_INTEGER))

/** Returns the missing migrations as a script for `sqlite3`. */
export const print = (migrations: Migrations): Ready<string> =>
  Effect.map(inspect(migrations), ({ missing, recorded }) => {
    if (missing.length === 0) return ""
    const before = recorded.length === 0 ? `BEGIN IMMEDIATE;\n${createMigrationsTable};` : "BEGIN IMMEDIATE;"
    return `.bail on\n${before}\n\n${printMigrations(migrations, missing)}\n\nCOMMIT;\n`
  })

const foreignTable = (names: ReadonlyArray<string>) =>
  new DatabaseNotReady({
    reason: "ForeignTable",
    message: `the file has tables of another program with the names of Rollcall's (${names.join(", ")}): use another file`
  })

const missingMigrations = (names: ReadonlyArray<string>) =>
  new DatabaseNotReady({
    reason: "MissingMigrations",
    message:
      `the file lacks the migrations ${names.join(", ")}: run \`rollcall migrate run\`, or the statements of ` +
      "`rollcall migrate print`"
  })

const uncheckedForeignKeys = () =>
  new DatabaseNotReady({
    reason: "WrongSetting",
    message:
      "the connection does not check foreign keys: run PRAGMA foreign_keys = ON on each connection when it is opened"
  })

/** Fails if the encoding is not UTF-8. */
export const checkEncoding = (encoding: string): Effect.Effect<void, DatabaseNotReady> =>
  encoding === "UTF-8" ? Effect.void : Effect.fail(wrongEncoding(encoding))

const wrongEncoding = (encoding: string) =>
  new DatabaseNotReady({
    reason: "WrongSetting",
    message: `the file stores strings as ${encoding}, and Rollcall needs UTF-8: use a new file, because the encoding of a file cannot change`
  })

const otherSchema = ({ migration, reason }: OtherHistory) =>
  new DatabaseNotReady({
    reason,
    message:
      reason === "NewerSchema"
        ? `the file was migrated by a newer release of Rollcall (migration ${migration}): use that release`
        : `the file was created by an unreleased version of Rollcall (migration ${migration}): use a new file`
  })
