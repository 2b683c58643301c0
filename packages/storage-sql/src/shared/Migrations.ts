import type { StorageError } from "@rollcall/core"
import { Effect, Record, Result, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { Database } from "../database/Database.ts"
import { rowsOf } from "../database/Rows.ts"
import { qualified } from "../database/Tables.ts"

/** The statements of a migration, in order. The statements of a released migration never change. */
export type Migration = ReadonlyArray<string>

/** Migrations by name, such as `0001_access`. */
export type Migrations = { readonly [name: string]: Migration }

/** The table of recorded migrations. */
export const migrationsTable = "rollcall_migrations"

/**
 * Runs the missing migrations by number, in one transaction. Processes that start at the same time run each migration once.
 */
export const runMigrations = (migrations: Migrations) =>
  Migrator.make({})({ loader: Migrator.fromRecord(Record.map(migrations, runStatements)), table: migrationsTable })

const runStatements = (statements: Migration) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared, { discard: true })
  )

const numberOf = (name: string): number => Number.parseInt(name, 10)

const recordedRows = rowsOf(Schema.Struct({ number: Schema.Natural, name: Schema.String }))

/** Reads the names of the recorded migrations, such as `0001_access`, in order. */
export const recordedMigrations: Effect.Effect<ReadonlyArray<string>, StorageError, Database> = Effect.gen(
  function* () {
    const db = yield* Database
    const { dialect, sql } = db
    const rows = yield* recordedRows(db)(
      sql`SELECT migration_id AS number, name FROM ${sql(qualified(dialect.engine, migrationsTable))} ORDER BY migration_id`
    )
    return rows.map(({ name, number }) => `${String(number).padStart(4, "0")}_${name}`)
  }
)

/** Why this version cannot use Rollcall's existing tables: it does not have the recorded `migration`. */
export interface OtherHistory {
  readonly reason: "NewerSchema" | "UnreleasedSchema"
  readonly migration: string
}

/**
 * Returns the names of the migrations after the recorded ones, in order. A newer release has recorded all migrations of
 * this version and later ones. Any other unknown migration was never released.
 */
export const migrationsAfter = (
  migrations: Migrations,
  recorded: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, OtherHistory> => {
  const names = Object.keys(migrations).toSorted((one, other) => numberOf(one) - numberOf(other))
  const at = recorded.findIndex((name, index) => name !== names[index])
  const migration = recorded[at]
  if (migration === undefined) return Result.succeed(names.slice(recorded.length))
  return Result.fail({ reason: at === names.length ? "NewerSchema" : "UnreleasedSchema", migration })
}

/** Returns the statements of migrations, and the statements that record them. */
export const printMigrations = (migrations: Migrations, names: ReadonlyArray<string>): string =>
  names
    .map((name) => {
      const title = name.replace(/^\d+_/, "")
      const record = `INSERT INTO ${migrationsTable} (migration_id, name) VALUES (${numberOf(name)}, '${title}')`
      return [`-- ${name}`, ...[...(migrations[name] ?? []), record].map((statement) => `${statement};`)].join("\n")
    })
    .join("\n\n")

/** The statement that creates the migrations table, like Effect's `Migrator`. */
export const createMigrationsTable = `CREATE TABLE IF NOT EXISTS ${migrationsTable} (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT current_timestamp,
  name text NOT NULL
)`
