import type { CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { CustomFieldStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import type { Statement } from "effect/sql"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, oneOf, rowsInTurns, rowsOf } from "../database/Rows.ts"
import { customFieldTable, VersionedFieldRow } from "./CustomFieldRow.ts"

type Store = CustomFieldStore["Service"]

const field = firstOf(customFieldTable.row)
const fields = rowsOf(customFieldTable.row)
const fieldsInTurns = rowsInTurns(customFieldTable.row)
const versioned = rowsOf(VersionedFieldRow)
const versionAlone = oneOf(Schema.Struct({ version: Schema.Int }))
const touched = firstOf(Schema.Struct({ uuid: Schema.String }))
const valued = firstOf(Schema.Struct({ field_uuid: Schema.String }))

/** Inserts a definition if its key is free. Its uuid is new, so only the key can be taken. */
const insert = (db: Db): Store["insert"] => {
  const { sql, table } = db
  return (field) =>
    Effect.map(
      touched(
        db,
        sql`
          INSERT INTO ${table("custom_fields")} ${sql.insert(customFieldTable.record(field))}
          ON CONFLICT (workspace_uuid, field_key) DO NOTHING RETURNING uuid`
      ),
      Option.isSome
    )
}

const select = ({ sql, table }: Db, workspace: WorkspaceUuid, more: Statement.Fragment = sql``) =>
  sql`SELECT ${sql.csv(customFieldTable.columns)}${more} FROM ${table("custom_fields")} WHERE workspace_uuid = ${workspace}`

/**
 * Reads all definitions of a workspace. They may have many options, so they are read and decoded without blocking other
 * work.
 */
const all = (db: Db): Store["all"] => {
  const { dialect, mapErrors, sql } = db
  return (workspace) => {
    const statement = sql`
      ${select(db, workspace)} AND ${dialect.isNotCancelled("custom_fields")} ORDER BY created_at, uuid`
    const found = dialect.runSearch(statement, { isPrepared: true, usesTrigrams: false })
    return mapErrors(Effect.flatMap(found, fieldsInTurns))
  }
}

const selectNamed = (db: Db, workspace: WorkspaceUuid, keys: ReadonlyArray<string>, more?: Statement.Fragment) => {
  const { dialect, sql } = db
  const given = dialect.valuesTable(
    "given",
    { key: "text" },
    keys.map((key) => ({ key }))
  )
  return sql`${select(db, workspace, more)}
    AND status = 'active' AND field_key IN (SELECT key FROM ${given}) ORDER BY created_at, uuid`
}

const named =
  (db: Db): Store["named"] =>
  (workspace, keys) =>
    fields(db, selectNamed(db, workspace, keys))

/** Locks the definitions, then reads them, because a statement that waits for a lock reads the state before the wait. */
const lockShared =
  (db: Db): Store["lockShared"] =>
  (workspace, keys) =>
    Effect.gen(function* () {
      yield* db.mapErrors(db.dialect.lockKeys([lockKey(workspace)], "shared"))
      const version = currentVersion(db, workspace)
      const rows = yield* versioned(db, selectNamed(db, workspace, keys, db.sql`, ${version} AS version`))
      const [first] = rows
      if (first === undefined)
        return { ...(yield* versionAlone(db, db.sql`SELECT ${version} AS version`)), definitions: [] }
      return { version: first.version, definitions: rows.map(({ version: _version, ...definition }) => definition) }
    })

/** Returns the version of the definitions, as the statement sees it. */
const currentVersion = ({ sql, table }: Db, workspace: WorkspaceUuid) => sql`
  coalesce((SELECT version FROM ${table("custom_field_versions")} WHERE workspace_uuid = ${workspace}), 0)`

/**
 * Returns the key that locks all definitions of a workspace. Row locks are not used, because every concurrent writer of
 * values would have to write its shared lock to each row.
 */
export const lockKey = (workspace: WorkspaceUuid): string => `custom fields of ${workspace}`

const selectOne = (db: Db, workspace: WorkspaceUuid, uuid: CustomFieldUuid) =>
  db.sql`${select(db, workspace)} AND uuid = ${uuid}`

const find =
  (db: Db): Store["find"] =>
  (workspace, uuid) =>
    field(db, selectOne(db, workspace, uuid))

const lock =
  (db: Db): Store["lock"] =>
  (workspace, uuid) =>
    Effect.andThen(
      db.mapErrors(db.dialect.lockKeys([lockKey(workspace)], "exclusive")),
      field(db, selectOne(db, workspace, uuid))
    )

/**
 * Updates the definition and the version, but no contacts: the values of an archived definition are hidden when contacts
 * are read.
 */
const replace = (db: Db): Store["replace"] => {
  const { mapErrors, sql, table } = db
  return (field) => {
    const record = customFieldTable.record(field)
    const update = sql`
      UPDATE ${table("custom_fields")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`
    const increase = sql`
      INSERT INTO ${table("custom_field_versions")} AS versions (workspace_uuid, version)
      VALUES (${record.workspace_uuid}, 1)
      ON CONFLICT (workspace_uuid) DO UPDATE SET version = versions.version + 1`
    return db.inTransaction(mapErrors(Effect.asVoid(Effect.andThen(update, increase))))
  }
}

const hasValues = (db: Db): Store["hasValues"] => {
  const { sql, table } = db
  return (workspace, uuid) => {
    const statement = sql`
      SELECT field_uuid FROM ${table("contact_values")}
      WHERE workspace_uuid = ${workspace} AND field_uuid = ${uuid} LIMIT 1`
    return Effect.map(valued(db, statement), Option.isSome)
  }
}

export const layer = Layer.effect(
  CustomFieldStore,
  Effect.map(Database, (db) =>
    CustomFieldStore.of({
      insert: insert(db),
      all: all(db),
      named: named(db),
      lockShared: lockShared(db),
      find: find(db),
      lock: lock(db),
      replace: replace(db),
      hasValues: hasValues(db)
    })
  )
)
