import type { CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { CustomFieldStore } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"
import { customFieldColumns, customFieldRecord, CustomFieldRow } from "./CustomFieldRow.ts"

type Store = CustomFieldStore["Service"]

const field = firstOf(CustomFieldRow)
const fields = rowsOf(CustomFieldRow)
const touched = firstOf(Schema.Struct({ uuid: Schema.String }))
const valued = firstOf(Schema.Struct({ field_uuid: Schema.String }))

/** Inserts a definition if its key is free. Its uuid is new, so that only the key can be taken. */
const insert = (db: Db): Store["insert"] => {
  const { sql, table } = db
  return (field) =>
    Effect.map(
      touched(
        db,
        sql`
          INSERT INTO ${table("custom_fields")} ${sql.insert(customFieldRecord(field))}
          ON CONFLICT (workspace_uuid, field_key) DO NOTHING RETURNING uuid`
      ),
      Option.isSome
    )
}

const select = ({ sql, table }: Db, workspace: WorkspaceUuid) =>
  sql`SELECT ${sql.csv(customFieldColumns)} FROM ${table("custom_fields")} WHERE workspace_uuid = ${workspace}`

const all = (db: Db): Store["all"] => {
  const { sql } = db
  return (workspace) => fields(db, sql`${select(db, workspace)} ORDER BY created_at, uuid`)
}

const selectNamed = (db: Db, workspace: WorkspaceUuid, keys: ReadonlyArray<string>) => {
  const { dialect, sql } = db
  const given = dialect.valuesTable(
    "given",
    { key: "text" },
    keys.map((key) => ({ key }))
  )
  return sql`${select(db, workspace)}
    AND status = 'active' AND field_key IN (SELECT key FROM ${given}) ORDER BY created_at, uuid`
}

const named =
  (db: Db): Store["named"] =>
  (workspace, keys) =>
    fields(db, selectNamed(db, workspace, keys))

/** Reads the definitions after locking: a statement that waits for a lock reads the state before the wait. */
const lockShared =
  (db: Db): Store["lockShared"] =>
  (workspace, keys) =>
    Effect.andThen(
      db.mapErrors(db.dialect.lockKeys([lockKey(workspace)], "shared")),
      fields(db, selectNamed(db, workspace, keys))
    )

/**
 * The key that locks all definitions of a workspace. Row locks are not used, because every concurrent writer of values
 * would have to write its shared lock to each row.
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

/** Writes one row and no contact: the values of an archived definition are hidden when contacts are read. */
const replace = (db: Db): Store["replace"] => {
  const { mapErrors, sql, table } = db
  return (field) => {
    const record = customFieldRecord(field)
    return Effect.asVoid(
      mapErrors(sql`
        UPDATE ${table("custom_fields")} SET ${sql.update(record, ["uuid", "workspace_uuid"])}
        WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.uuid}`)
    )
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

/** The {@link CustomFieldStore} port over the tables `custom_fields` and `contact_values`. */
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
