import type { StorageError } from "@rollcall/core"
import { Effect, Option, Record, Schema } from "effect"
import { Migrator, SqlClient, type SqlError } from "effect/sql"
import type { WrongCounts } from "./CountRepair.ts"
import { Database } from "./Database.ts"
import type { DatabaseNotReady } from "./DatabaseNotReady.ts"
import { firstOf } from "./Rows.ts"
import { qualified } from "./Tables.ts"

/**
 * A step of a migration that is a program. `sql` is for a person who runs the migration by hand: it fails if the
 * program would have something to do.
 */
export interface CodeStep {
  readonly run: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>
  readonly sql: ReadonlyArray<string>
}

/** The steps of a migration, in their order: statements, as a rule. Those of a released migration never change. */
export type Migration = ReadonlyArray<string | CodeStep>

/** Migrations by their names, such as `0001_contacts`. */
export type Migrations = { readonly [name: string]: Migration }

/** What a person does about the migrations of a database. */
export interface MigrationTool<Options> {
  /** The names of the missing migrations, in their order. */
  readonly missing: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /** Runs the missing migrations in one transaction. Returns their names. */
  readonly run: (options: Options) => Effect.Effect<ReadonlyArray<string>, StorageError | DatabaseNotReady>

  /**
   * Compares the counts that the database keeps with the rows that they count, and returns the tables that differ. Reads
   * all rows. Fails if a migration is missing.
   */
  readonly wrongCounts: (options: Options) => Effect.Effect<ReadonlyArray<WrongCounts>, StorageError | DatabaseNotReady>

  /**
   * Counts all rows anew in one transaction, which those that change rows wait for, and returns the tables that differed.
   * Fails if a migration is missing.
   */
  readonly repairCounts: (
    options: Options
  ) => Effect.Effect<ReadonlyArray<WrongCounts>, StorageError | DatabaseNotReady>

  /** The SQL of the missing migrations and of the rows that record them; empty if none is missing. */
  readonly print: (options: Options) => Effect.Effect<string, StorageError | DatabaseNotReady>
}

/** The table that names the migrations of a database. */
export const migrationsTable = "rollcall_migrations"

/**
 * Runs the migrations that the database does not have yet, in one transaction and by number. Processes that start at
 * the same time run each migration once.
 */
export const runMigrations = (migrations: Migrations) =>
  Migrator.make({})({ loader: Migrator.fromRecord(Record.map(migrations, runSteps)), table: migrationsTable })

const runSteps = (steps: Migration) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(steps, (step) => (typeof step === "string" ? sql.unsafe(step).unprepared : step.run), {
      discard: true
    })
  )

/** The number of a migration. */
export const numberOf = (name: string): number => Number.parseInt(name, 10)

/** A migration that a database records: its number, and its name without it. */
export interface RecordedMigration {
  readonly number: number
  readonly name: string
}

const recorded = firstOf(Schema.Struct({ number: Schema.Natural, name: Schema.String }))

/** Reads the last migration from the table of the migrations; the number is 0 if there is none. */
export const newestMigration: Effect.Effect<RecordedMigration, StorageError, Database> = Effect.gen(function* () {
  const db = yield* Database
  const { dialect, sql } = db
  const newest = yield* recorded(
    db,
    sql`
      SELECT migration_id AS number, name FROM ${sql(qualified(dialect, migrationsTable))}
      ORDER BY migration_id DESC LIMIT 1`
  )
  return Option.getOrElse(newest, () => ({ number: 0, name: "" }))
})

/** A migration as it is named in the source, such as `0001_contacts`. */
export const nameOf = ({ name, number }: RecordedMigration): string => `${String(number).padStart(4, "0")}_${name}`

/** The names of the migrations that follow the one with the number `done`, in their order. */
export const migrationsAfter = (migrations: Migrations, done: number): ReadonlyArray<string> =>
  Object.keys(migrations)
    .filter((name) => numberOf(name) > done)
    .toSorted((one, other) => numberOf(one) - numberOf(other))

/** The statements of some migrations, with those that record them. */
export const printMigrations = (migrations: Migrations, names: ReadonlyArray<string>): string =>
  names
    .map((name) => {
      const steps = (migrations[name] ?? []).flatMap((step) => (typeof step === "string" ? [step] : step.sql))
      const title = name.replace(/^\d+_/, "")
      const record = `INSERT INTO ${migrationsTable} (migration_id, name) VALUES (${numberOf(name)}, '${title}')`
      return [`-- ${name}`, ...[...steps, record].map((statement) => `${statement};`)].join("\n")
    })
    .join("\n\n")

/** The statement that creates the table of the migrations, as Effect's `Migrator` does. */
export const createMigrationsTable = `CREATE TABLE IF NOT EXISTS ${migrationsTable} (
  migration_id integer PRIMARY KEY NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT current_timestamp,
  name text NOT NULL
)`
