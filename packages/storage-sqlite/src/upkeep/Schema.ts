import type { StorageError } from "@rollcall/core"
import {
  type DamagedObject,
  damagedObjects,
  damageOf,
  Database,
  DatabaseNotReady,
  migratedObjects,
  type Migrations,
  namesOfDamages,
  rowsOf
} from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"

const found = rowsOf(
  Schema.Struct({
    kind: Schema.Literals(["table", "column", "index", "trigger"]),
    name: Schema.String,
    table: Schema.NullOr(Schema.String),
    state: Schema.Literal("valid")
  })
)

/** Kinds that SQLite stores separately. Keys and checks are part of their table's definition. */
const kinds: ReadonlySet<string> = new Set(["table", "column", "index", "trigger"])

/**
 * Returns the names of the trigram indexes, which are the virtual tables. They can be recreated from the tables they index.
 */
export const trigramIndexes = (migrations: Migrations): ReadonlyArray<string> =>
  migratedObjects(migrations).flatMap(({ kind, name, statement }) =>
    kind === "table" && statement !== null ? [name] : []
  )

/** Returns the objects that a fully migrated file lacks. Reads them in one statement. */
export const damagesOf = Effect.fnUntraced(function* (
  migrations: Migrations
): Effect.fn.Return<ReadonlyArray<DamagedObject>, StorageError, Database> {
  const db = yield* Database
  const objects = yield* found(db)(db.sql`
    SELECT type AS kind, name, CASE type WHEN 'table' THEN NULL ELSE tbl_name END AS ${db.sql("table")}, 'valid' AS state
    FROM sqlite_schema WHERE type IN ('table', 'index', 'trigger')
    UNION ALL
    SELECT 'column', columns.name, tables.name, 'valid'
    FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns WHERE tables.type = 'table'`)
  return damagedObjects(
    migratedObjects(migrations).filter(({ kind }) => kinds.has(kind)),
    objects
  )
})

/**
 * Compares a file with its migrations. Fails if an object that data integrity depends on is missing; logs the other missing
 * objects.
 */
export const checkObjects = (migrations: Migrations): Effect.Effect<void, StorageError | DatabaseNotReady, Database> =>
  Effect.gen(function* () {
    const damages = (yield* damagesOf(migrations)).map(damageOf)
    const essential = damages.filter(({ isEssential }) => isEssential)
    const toMend = "run `rollcall check --repair`"
    if (essential.length > 0) {
      const lacks = `the file lacks objects that its migrations created: ${namesOfDamages(essential)}`
      return yield* new DatabaseNotReady({
        reason: "IncompleteSchema",
        message: `${lacks}: ${toMend}, or restore a backup`
      })
    }
    if (damages.length > 0) {
      const lacks = `the file lacks objects that its migrations created, and searches and listings may be slow`
      yield* Effect.logWarning(`${lacks}: ${namesOfDamages(damages)}: ${toMend}`)
    }
  })
