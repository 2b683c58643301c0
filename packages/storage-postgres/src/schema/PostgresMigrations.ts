import type { StorageError } from "@rollcall/core"
import {
  createMigrationsTable,
  damageOf,
  Database,
  type DatabaseError,
  type DatabaseNotReady,
  migrateQueue,
  type Migrations,
  printMigrations,
  runMigrations
} from "@rollcall/storage-sql"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { damagesOf } from "./Catalogue.ts"
import {
  foreignTable,
  incompleteSchema,
  isSchemaName,
  missingExtension,
  missingExtensions,
  missingIn,
  missingMigrations,
  quoted,
  refusedByServer,
  slowSchema,
  whyNotRun,
  wrongSchemaName
} from "./Readiness.ts"
import { IsLimited } from "../Session.ts"
import { readSchemaState, type SchemaState } from "./SchemaState.ts"
import { answerOf } from "./ServerAnswer.ts"

type Ready<A> = Effect.Effect<A, StorageError | DatabaseNotReady, Database>

/** Returns the state of a schema and its missing migrations. Fails if the database cannot be used. */
const inspect = Effect.fnUntraced(function* (migrations: Migrations, schema: string) {
  if (!isSchemaName(schema)) return yield* wrongSchemaName(schema)
  const { transaction } = yield* Database
  const state = yield* transaction(readSchemaState(schema))
  return { state, missing: yield* Effect.fromResult(missingIn(state, migrations)) }
})

/** Returns the names of the missing migrations in order. Fails if the database cannot be used. */
export const missing = (migrations: Migrations, schema: string): Ready<ReadonlyArray<string>> =>
  Effect.map(inspect(migrations, schema), (inspected) => inspected.missing)

/** Fails if a migration is missing. Changes nothing. */
export const check = (migrations: Migrations, schema: string): Ready<void> =>
  Effect.flatMap(missing(migrations, schema), (names) =>
    names.length === 0 ? Effect.void : Effect.fail(missingMigrations(schema, names))
  )

/**
 * Compares a schema with the objects its migrations create, in one statement. Fails if an object that data integrity
 * depends on is missing, for example after a partial restore; logs the other missing objects.
 */
export const checkObjects = (migrations: Migrations, schema: string): Ready<void> =>
  Effect.gen(function* () {
    const damages = (yield* damagesOf(migrations, schema)).map(damageOf)
    const essential = damages.filter(({ isEssential }) => isEssential)
    if (essential.length > 0) return yield* incompleteSchema(schema, essential)
    if (damages.length > 0) yield* Effect.logWarning(slowSchema(schema, damages))
  })

/**
 * Runs the missing migrations in one transaction and returns their names. Concurrent runs take turns. No deadline
 * applies, because indexing many rows takes long. The search path is reset when the transaction ends.
 */
export const run = (migrations: Migrations, schema: string): Ready<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    yield* inspect(migrations, schema)
    const { mapErrors, sql, transaction } = yield* Database
    const steps = Effect.gen(function* () {
      yield* mapErrors(sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`)
      yield* mapErrors(sql`SELECT pg_advisory_xact_lock(hashtextextended('migrations of Rollcall', 0))`)
      const { missing, state } = yield* inspect(migrations, schema)
      if (missing.length > 0) yield* prepare(state)
      yield* mapErrors(sql`SELECT set_config('search_path', ${sql.literal(searchPath(schema))}, true)`)
      if (missing.length > 0) yield* refusing(state, runMigrations(migrations))
      yield* mapErrors(migrateQueue)
      return missing
    })
    return yield* transaction(steps).pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provideService(IsLimited, false)
    )
  })

/** Returns an SQL expression for a search path: the schema, then the schemas of the extensions. */
export const searchPath = (schema: string): string => `concat_ws(', ', '${quoted(schema)}', (
    SELECT string_agg(DISTINCT quote_ident(nspname), ', ')
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
    WHERE extname IN ('pg_trgm', 'btree_gin')
  ))`

/** Creates the schema and the extensions if they do not exist. */
const prepare = Effect.fnUntraced(function* (state: SchemaState) {
  const { sql } = yield* Database
  const obstacle = whyNotRun(state)
  if (obstacle !== undefined) return yield* obstacle
  if (state.rights === null) yield* refusing(state, sql.unsafe(`CREATE SCHEMA ${quoted(state.schema)}`).unprepared)
  for (const [name, statement] of missingExtensions(state)) {
    if (!state.available.includes(name)) return yield* missingExtension(state, name, statement)
    yield* refusing(state, sql.unsafe(statement).unprepared, () => missingExtension(state, name, statement))
  }
})

/** Converts server errors about a missing right or an existing table to `DatabaseNotReady`. */
const refusing = <A, R>(
  state: SchemaState,
  effect: Effect.Effect<A, DatabaseError, R>,
  onRight: (why: string) => DatabaseNotReady = (why) => refusedByServer(state, why)
): Effect.Effect<A, StorageError | DatabaseNotReady, Database | R> =>
  Effect.flatMap(Database, ({ mapErrors }) =>
    mapErrors(effect).pipe(
      Effect.catchTag("StorageError", (error): Effect.Effect<never, StorageError | DatabaseNotReady> => {
        const { code, message } = answerOf(error.cause)
        if (code === insufficientPrivilege) return Effect.fail(onRight(message))
        return Effect.fail(existing.has(code) ? foreignTable(state.schema, message) : error)
      })
    )
  )

const insufficientPrivilege = "42501"

/** The SQLSTATEs for a table, or another object, that already exists. */
const existing = new Set(["42P07", "42710"])

/** Returns the missing migrations as a script for `psql`, including the schema and extensions if they are missing. */
export const print = Effect.fnUntraced(function* (
  migrations: Migrations,
  schema: string
): Effect.fn.Return<string, StorageError | DatabaseNotReady, Database> {
  const { missing, state } = yield* inspect(migrations, schema)
  if (missing.length === 0) return ""
  const before = [
    "BEGIN",
    ...(state.rights === null ? [`CREATE SCHEMA ${quoted(schema)}`] : []),
    ...missingExtensions(state).map(([, statement]) => statement),
    `SELECT set_config('search_path', ${searchPath(schema)}, true)`,
    ...(state.recorded === null ? [createMigrationsTable] : [])
  ]
  return `${before.map((statement) => `${statement};`).join("\n")}\n\n${printMigrations(migrations, missing)}\n\nCOMMIT;\n`
})
