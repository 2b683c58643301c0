import type { StorageError } from "@rollcall/core"
import {
  Database,
  migrationsTable,
  oneOf,
  queueTable,
  recordedMigrations,
  rowsOf,
  tableNames
} from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"

/** A table or sequence in a schema, with a name that Rollcall uses. */
const Relation = Schema.Struct({
  name: Schema.String,
  owner: Schema.String,
  /** Whether the role has the owner's rights. */
  owned: Schema.Boolean,
  writable: Schema.Boolean
})

const CatalogState = Schema.Struct({
  role: Schema.String,
  database: Schema.String,
  isolation: Schema.String,
  encoding: Schema.String,
  createsSchemas: Schema.Boolean,
  /** The role's rights in the schema; null if the schema does not exist. */
  rights: Schema.NullOr(Schema.Struct({ usage: Schema.Boolean, create: Schema.Boolean })),
  relations: Schema.Array(Relation),
  /** Rollcall's tables in the schema `public`. */
  inPublic: Schema.Array(Schema.String),
  /** Functions in the schema `public` with a name that Rollcall uses, with their parameters. */
  functionsInPublic: Schema.Array(Schema.String),
  hasPublic: Schema.Boolean,
  /** The existing extensions, and whether the role may use their schemas. */
  extensions: Schema.Array(Schema.Struct({ name: Schema.String, schema: Schema.String, usage: Schema.Boolean })),
  /** The extensions available on the server. */
  available: Schema.Array(Schema.String),
  /** Whether the database supports distributed tables, as Citus does. */
  distributes: Schema.Boolean
})

/** The state of a schema, and the role's rights in it. */
export interface SchemaState extends Schema.Schema.Type<typeof CatalogState> {
  readonly schema: string
  /** The names of the recorded migrations; null if their table does not exist or cannot be read. */
  readonly recorded: ReadonlyArray<string> | null
  /** Tables with rows distributed by a column, except tables of a schema on one node. */
  readonly distributed: ReadonlyArray<string>
}

/** The extensions needed by the migrations. */
export const extensionNames = ["pg_trgm", "btree_gin"] as const

const relationNames = [
  ...tableNames,
  migrationsTable,
  queueTable,
  `${queueTable}_migrations`,
  `${queueTable}_sequence_seq`
]

const catalogState = oneOf(Schema.Struct({ state: Schema.fromJsonString(CatalogState) }))

const relations = rowsOf(Schema.Struct({ name: Schema.String }))

/** Reads which tables Citus distributes by a column, without reference tables and tables of a distributed schema. */
const distributedTables = Effect.fnUntraced(function* (schema: string) {
  const db = yield* Database
  const found = yield* relations(db)(db.sql`
    SELECT relname AS name FROM pg_catalog.pg_dist_partition
    JOIN pg_class ON pg_class.oid = logicalrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = ${schema} AND partmethod <> 'n' AND ${db.sql.in("relname", relationNames)}
    ORDER BY relname`)
  return found.map(({ name }) => name)
})

/** Reads the state of a schema and of the current transaction. Needs no rights. */
export const readSchemaState = Effect.fnUntraced(function* (
  schema: string
): Effect.fn.Return<SchemaState, StorageError, Database> {
  const db = yield* Database
  const { sql } = db
  const may = (privilege: string) => sql`has_table_privilege(pg_class.oid, ${sql.literal(`'${privilege}'`)})`
  const { state } = yield* catalogState(db)(sql`
    SELECT json_build_object(
      'role', current_user,
      'database', current_database(),
      'isolation', current_setting('transaction_isolation'),
      'encoding', getdatabaseencoding(),
      'createsSchemas', has_database_privilege(current_database(), 'CREATE'),
      'rights', (
        SELECT json_build_object(
          'usage', has_schema_privilege(oid, 'USAGE'), 'create', has_schema_privilege(oid, 'CREATE')
        ) FROM pg_namespace WHERE nspname = ${schema}
      ),
      'relations', (
        SELECT coalesce(json_agg(json_build_object(
          'name', relname, 'owner', pg_get_userbyid(relowner), 'owned', pg_has_role(relowner, 'USAGE'),
          'writable', CASE relkind WHEN 'S' THEN has_sequence_privilege(pg_class.oid, 'USAGE')
            ELSE ${sql.and(["SELECT", "INSERT", "UPDATE", "DELETE"].map(may))} END
        ) ORDER BY relname), '[]')
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = ${schema} AND ${sql.in("relname", relationNames)}
      ),
      'inPublic', (
        SELECT coalesce(json_agg(relname ORDER BY relname), '[]')
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = 'public' AND relkind <> 'S' AND ${sql.in("relname", relationNames)}
          AND to_regclass(${`public.${migrationsTable}`}) IS NOT NULL
      ),
      'functionsInPublic', (
        SELECT coalesce(json_agg(concat(proname, '(', pg_get_function_identity_arguments(pg_proc.oid), ')') ORDER BY proname), '[]')
        FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
        WHERE nspname = 'public' AND starts_with(proname, 'rollcall_')
      ),
      'hasPublic', EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public'),
      'extensions', (
        SELECT coalesce(json_agg(json_build_object(
          'name', extname, 'schema', nspname, 'usage', has_schema_privilege(extnamespace, 'USAGE')
        )), '[]')
        FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
        WHERE ${sql.in("extname", extensionNames)}
      ),
      'available', (
        SELECT coalesce(json_agg(name), '[]') FROM pg_available_extensions WHERE ${sql.in("name", extensionNames)}
      ),
      'distributes', to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL
    )::text AS state`)
  const migrations = state.relations.find(({ name }) => name === migrationsTable)
  const readable = state.rights?.usage === true && migrations?.writable === true
  return {
    ...state,
    schema,
    recorded: readable ? yield* recordedMigrations : null,
    distributed: state.distributes ? yield* distributedTables(schema) : []
  }
})
