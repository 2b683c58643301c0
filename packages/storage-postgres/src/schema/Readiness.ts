import {
  type Damage,
  DatabaseNotReady,
  type Migrations,
  migrationsAfter,
  migrationsTable,
  namesOfDamages,
  type OtherHistory
} from "@rollcall/storage-sql"
import { Result } from "effect"
import { defaultSchema } from "../PostgresDialect.ts"
import { extensionNames, type SchemaState } from "./SchemaState.ts"

type Reason = DatabaseNotReady["reason"]

const notReady = (reason: Reason, message: string) => new DatabaseNotReady({ reason, message })

/** Quotes an identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns a shell command for a schema, with the environment variable that sets the schema's name. */
const command = (schema: string, words: string): string =>
  schema === defaultSchema ? `\`rollcall ${words}\`` : `\`ROLLCALL_DATABASE_SCHEMA=${schema} rollcall ${words}\``

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Whether a string is a valid schema name: letters, digits and underscores, without the prefix `pg_`. */
export const isSchemaName = (text: string): boolean => identifier.test(text) && !/^pg_/i.test(text)

/** The error for an invalid schema name. */
export const wrongSchemaName = (schema: string): DatabaseNotReady =>
  notReady(
    "WrongSetting",
    `${JSON.stringify(schema)} cannot be the name of the schema: use letters, digits and underscores, and begin with neither a digit nor "pg_"`
  )

/**
 * Returns the missing migrations in order, or why the database cannot be used. A fully migrated schema is ready if the role
 * may read and write its rows.
 */
export const missingIn = (
  state: SchemaState,
  migrations: Migrations
): Result.Result<ReadonlyArray<string>, DatabaseNotReady> => {
  const { recorded, relations, rights, schema } = state
  if (state.encoding !== "UTF8") return Result.fail(wrongEncoding(state))
  if (state.isolation !== "read committed") return Result.fail(wrongIsolation(state))
  if (state.distributed.length > 0) return Result.fail(isDistributed(state))
  if (rights === null)
    return state.inPublic.length > 0 ? Result.fail(isInPublic(state)) : Result.succeed(Object.keys(migrations))
  const ours = relations.some(({ name }) => name === migrationsTable)
  if (!ours && relations.length > 0) {
    return Result.fail(foreignTable(schema, relations.map(({ name }) => name).join(", ")))
  }
  if (!rights.usage || (ours && recorded === null)) return Result.fail(noAccess(state))
  const missing = Result.mapError(migrationsAfter(migrations, recorded ?? []), (other) => otherSchema(state, other))
  const isReady = Result.isSuccess(missing) && missing.success.length === 0
  return isReady && relations.some(({ writable }) => !writable) ? Result.fail(noAccess(state)) : missing
}

/** Returns why the role cannot run migrations; undefined if the catalog shows no obstacle. */
export const whyNotRun = (state: SchemaState): DatabaseNotReady | undefined => {
  const { createsSchemas, extensions, relations, rights, role, schema } = state
  if (rights === null && !createsSchemas) {
    return notReady(
      "MissingRight",
      `the role ${quoted(role)} may not create the schema ${quoted(schema)}: CREATE SCHEMA ${quoted(schema)} AUTHORIZATION ${quoted(role)};`
    )
  }
  if (rights !== null && !rights.create) {
    return notReady(
      "MissingRight",
      `the role ${quoted(role)} may not create tables in the schema ${quoted(schema)}: GRANT USAGE, CREATE ON SCHEMA ${quoted(schema)} TO ${quoted(role)};`
    )
  }
  const foreign = relations.find(({ owned }) => !owned)
  if (foreign !== undefined) {
    return notReady(
      "MissingRight",
      `the tables in the schema ${quoted(schema)} belong to the role ${quoted(foreign.owner)}, and only this role may change them: run ${command(schema, "migrate run")} as ${quoted(foreign.owner)}`
    )
  }
  const hidden = extensions.find(({ usage }) => !usage)
  return hidden === undefined
    ? undefined
    : notReady(
        "MissingRight",
        `the role ${quoted(role)} may not use the extension ${hidden.name}: GRANT USAGE ON SCHEMA ${quoted(hidden.schema)} TO ${quoted(role)};`
      )
}

/**
 * Returns the name and the CREATE statement of each missing extension. Extensions are created in the schema `public` if
 * it exists, so that all roles can use them.
 */
export const missingExtensions = ({ extensions, hasPublic }: SchemaState): ReadonlyArray<readonly [string, string]> =>
  extensionNames
    .filter((name) => !extensions.some((existing) => existing.name === name))
    .map((name) => [name, `CREATE EXTENSION ${name}${hasPublic ? " SCHEMA public" : ""}`])

/** The error for missing migrations in `check` mode. */
export const missingMigrations = (schema: string, missing: ReadonlyArray<string>): DatabaseNotReady =>
  notReady(
    "MissingMigrations",
    `the schema ${quoted(schema)} lacks the migrations ${missing.join(", ")}: run ${command(schema, "migrate run")}, or the statements of ${command(schema, "migrate print")}`
  )

/** The error for missing objects that data integrity depends on. */
export const incompleteSchema = (schema: string, damages: ReadonlyArray<Damage>): DatabaseNotReady =>
  notReady(
    "IncompleteSchema",
    `the schema ${quoted(schema)} lacks objects that its migrations created: ${namesOfDamages(damages)}: run ${command(schema, "check --repair")}, or restore a backup`
  )

/** The log message for missing objects that affect only speed. */
export const slowSchema = (schema: string, damages: ReadonlyArray<Damage>): string =>
  `the schema ${quoted(schema)} lacks objects that its migrations created, and searches and listings may be slow: ${namesOfDamages(damages)}: run ${command(schema, "check --repair")}`

/** The error for an extension that the role, or the server, cannot create. */
export const missingExtension = ({ available, role }: SchemaState, name: string, statement: string): DatabaseNotReady =>
  notReady(
    "MissingExtension",
    available.includes(name)
      ? `the extension ${name} is missing, and the role ${quoted(role)} may not create it: as a superuser or the owner of the database, run ${statement};`
      : `the server does not have the extension ${name}: install the package postgresql-contrib, then run ${statement};`
  )

/** The error for an existing table that does not belong to Rollcall. */
export const foreignTable = (schema: string, what: string): DatabaseNotReady =>
  notReady(
    "ForeignTable",
    `the schema ${quoted(schema)} has tables of another program with the names of Rollcall's (${what}): choose another schema (option schema, ROLLCALL_DATABASE_SCHEMA), or rename them`
  )

/** The error for a missing right that only appeared when a migration ran. */
export const refusedByServer = ({ role, schema }: SchemaState, why: string): DatabaseNotReady =>
  notReady(
    "MissingRight",
    `the role ${quoted(role)} may not run the migrations (${why}): run ${command(schema, "migrate run")} as the owner of the tables`
  )

const noAccess = ({ role, schema }: SchemaState) => {
  const to = `IN SCHEMA ${quoted(schema)} TO ${quoted(role)};`
  return notReady(
    "MissingRight",
    `the role ${quoted(role)} may not read and write all tables of the schema ${quoted(schema)}: GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${quoted(role)}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES ${to} GRANT USAGE ON ALL SEQUENCES ${to}`
  )
}

const otherSchema = ({ schema }: SchemaState, { migration, reason }: OtherHistory) =>
  notReady(
    reason,
    reason === "NewerSchema"
      ? `the schema ${quoted(schema)} was migrated by a newer release of Rollcall (migration ${migration}): use that release`
      : `the schema ${quoted(schema)} was created by an unreleased version of Rollcall (migration ${migration}): drop it with all its data, or choose another schema (option schema, ROLLCALL_DATABASE_SCHEMA)`
  )

/** The error for a malformed URL. */
export const wrongUrl = (address: string): DatabaseNotReady =>
  notReady(
    "WrongSetting",
    `${address} is not a URL of Postgres: use postgres://user:password@host:5432/database, with special characters of the password percent-encoded`
  )

/** The error for transactions that are not `read committed`. */
export const wrongIsolation = ({ isolation, role }: Pick<SchemaState, "isolation" | "role">): DatabaseNotReady =>
  notReady(
    "WrongSetting",
    `transactions are "${isolation}", but Rollcall needs "read committed": run ALTER ROLE ${quoted(role)} SET default_transaction_isolation = 'read committed';`
  )

const wrongEncoding = ({ database, encoding }: SchemaState) =>
  notReady(
    "WrongSetting",
    `the database ${quoted(database)} stores strings as ${encoding}, which lacks characters of names and messages: use a database with the encoding UTF8: CREATE DATABASE ${quoted(`${database}_utf8`)} ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8' TEMPLATE template0;`
  )

/** The error for a session setting that the server or pooler rejects. */
export const refusedSetting = (name: string, why: string): DatabaseNotReady =>
  notReady(
    "WrongSetting",
    `the server does not apply the setting ${name} (${why}). If this is a pooler, set the option pooled (ROLLCALL_DATABASE_POOLED=true), or use the address of the database itself`
  )

/** The error for a URL parameter that a pooler rejects. */
export const refusedParameter = (name: string, why: string): DatabaseNotReady =>
  notReady("WrongSetting", `the pooler does not accept the parameter ${name} of the URL (${why}): leave it out`)

const isDistributed = ({ distributed, schema }: SchemaState) =>
  notReady(
    "WrongSetting",
    `the rows of tables in the schema ${quoted(schema)} are distributed by a column (${distributed.join(", ")}), so that broadcasts do not start and counts become wrong: undo this with ${distributed.map((table) => `SELECT undistribute_table('${quoted(schema)}.${quoted(table)}');`).join(" ")} A whole schema may be on one Citus node`
  )

const isInPublic = ({ functionsInPublic, inPublic, schema }: SchemaState) =>
  notReady(
    "OtherSchema",
    `the tables of Rollcall are in the schema "public", and there is no schema ${quoted(schema)}: set the schema to public (option schema, ROLLCALL_DATABASE_SCHEMA), or move them while no process uses them: ${moves(inPublic, functionsInPublic, schema).join(" ")}`
  )

/**
 * Returns the statements that move the tables and functions out of the schema `public`. Indexes, triggers and sequences
 * move with their tables.
 */
const moves = (
  tables: ReadonlyArray<string>,
  functions: ReadonlyArray<string>,
  schema: string
): ReadonlyArray<string> => [
  `BEGIN; CREATE SCHEMA ${quoted(schema)};`,
  ...tables.map((table) => `ALTER TABLE public.${quoted(table)} SET SCHEMA ${quoted(schema)};`),
  ...(tables.includes("contact_values")
    ? [`ALTER STATISTICS public.contact_values_by_field SET SCHEMA ${quoted(schema)};`]
    : []),
  ...functions.map((name) => `ALTER FUNCTION public.${name} SET SCHEMA ${quoted(schema)};`),
  "COMMIT;"
]
