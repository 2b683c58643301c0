import type { StorageError } from "@rollcall/core"
import {
  type DamagedObject,
  damagedObjects,
  Database,
  migratedObjects,
  type MigratedObject,
  type Migrations,
  oneOf
} from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"
import { extensionNames } from "./SchemaState.ts"

const FoundObject = Schema.Struct({
  kind: Schema.Literals(["extension", "table", "column", "key", "check", "index", "function", "trigger", "statistics"]),
  name: Schema.String,
  table: Schema.NullOr(Schema.String),
  state: Schema.Literals(["valid", "invalid", "disabled"])
})

const catalogue = oneOf(
  Schema.Struct({
    objects: Schema.fromJsonString(Schema.Array(FoundObject)),
    hasPublic: Schema.Boolean
  })
)

/** An SQL expression for a constraint's kind and columns, in the form that the migrations' names have. */
export const keyName = "replace(substring(pg_get_constraintdef(pg_constraint.oid) FROM '^[^)]*\\)'), '\"', '')"

/**
 * Reads the objects of a schema in one statement. The role needs no rights for it. A key's index counts as part of the
 * key.
 */
export const readCatalogue = Effect.fnUntraced(function* (schema: string) {
  const db = yield* Database
  const { sql } = db
  return yield* catalogue(db)(sql`
    WITH ours AS (
      SELECT pg_class.oid, relname, relkind IN ('r', 'p') AS is_table
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = ${schema}
    ),
    objects AS (
      SELECT 'table' AS kind, relname AS name, NULL AS of_table, 'valid' AS state FROM ours WHERE is_table
      UNION ALL
      SELECT 'column', attname, relname, 'valid' FROM ours JOIN pg_attribute ON attrelid = ours.oid
      WHERE is_table AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 'index', indexes.relname, ours.relname, CASE WHEN indisvalid THEN 'valid' ELSE 'invalid' END
      FROM pg_index JOIN ours ON ours.oid = indrelid JOIN pg_class AS indexes ON indexes.oid = indexrelid
      WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
      UNION ALL
      SELECT 'key', ${sql.literal(keyName)}, relname, CASE
          WHEN EXISTS (
            SELECT FROM pg_trigger WHERE tgconstraint = pg_constraint.oid AND tgenabled IN ('D', 'R')
          ) THEN 'disabled'
          WHEN convalidated AND indisvalid THEN 'valid' ELSE 'invalid' END
      FROM pg_constraint JOIN ours ON ours.oid = conrelid JOIN pg_index ON indexrelid = conindid
      WHERE contype IN ('p', 'u', 'f')
      UNION ALL
      SELECT 'check', conname, relname, CASE WHEN convalidated THEN 'valid' ELSE 'invalid' END
      FROM pg_constraint JOIN ours ON ours.oid = conrelid WHERE contype = 'c'
      UNION ALL
      SELECT 'trigger', tgname, relname, CASE WHEN tgenabled IN ('D', 'R') THEN 'disabled' ELSE 'valid' END
      FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
      UNION ALL
      SELECT 'statistics', stxname, relname, 'valid' FROM pg_statistic_ext JOIN ours ON ours.oid = stxrelid
      UNION ALL
      SELECT 'function', proname, NULL, 'valid'
      FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = ${schema}
      UNION ALL
      SELECT 'extension', extname, NULL, 'valid' FROM pg_extension
    )
    SELECT json_agg(json_build_object('kind', kind, 'name', name, 'table', of_table, 'state', state))::text AS objects,
      EXISTS (SELECT FROM pg_namespace WHERE nspname = 'public') AS ${sql("hasPublic")}
    FROM objects`)
})

/** Returns the objects that a fully migrated schema lacks or cannot use. */
export const damagesOf = Effect.fnUntraced(function* (
  migrations: Migrations,
  schema: string
): Effect.fn.Return<ReadonlyArray<DamagedObject>, StorageError, Database> {
  const { hasPublic, objects } = yield* readCatalogue(schema)
  const extensions = extensionNames.map((name): MigratedObject => {
    const statement = `CREATE EXTENSION ${name}${hasPublic ? " SCHEMA public" : ""}`
    return { kind: "extension", name, table: null, statement, isEssential: false }
  })
  return damagedObjects([...extensions, ...migratedObjects(migrations)], objects)
})
