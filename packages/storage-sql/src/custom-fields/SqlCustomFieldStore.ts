import type { CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { CustomFieldStore } from "@rollcall/core/storage"
import { Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { columnTable } from "../database/ColumnTable.ts"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, oneOf, replaceRow, rowsInTurns, rowsOf } from "../database/Rows.ts"
import { customFieldTable, VersionedFieldRow } from "./CustomFieldRow.ts"

const field = firstOf(customFieldTable.row)
const fields = rowsOf(customFieldTable.row)
const fieldsInTurns = rowsInTurns(customFieldTable.row)
const versioned = rowsOf(VersionedFieldRow)
const versionAlone = oneOf(Schema.Struct({ version: Schema.Int }))

/**
 * Returns the key that locks all definitions of a workspace. Row locks are not used, because every concurrent writer of
 * values would have to write its shared lock to each row.
 */
export const lockKey = (workspace: WorkspaceUuid): string => `custom fields of ${workspace}`

export const layer = storeLayer(CustomFieldStore, (db) => {
  const { dialect, mapErrors, run, sql, table } = db

  const select = (workspace: WorkspaceUuid, more: Statement.Fragment = sql``) =>
    sql`SELECT ${sql.csv(customFieldTable.columns)}${more} FROM ${table("custom_fields")} WHERE workspace_uuid = ${workspace}`

  const selectNamed = (workspace: WorkspaceUuid, keys: ReadonlyArray<string>, more?: Statement.Fragment) => sql`
    ${select(workspace, more)} AND status = 'active'
      AND field_key IN (SELECT key FROM ${columnTable(dialect, "key", "text", keys)}) ORDER BY created_at, uuid`

  const find = (workspace: WorkspaceUuid, uuid: CustomFieldUuid) =>
    field(db)(sql`${select(workspace)} AND uuid = ${uuid}`)

  return {
    // The uuid is new, so only the key can be taken.
    insert: (field) =>
      hasRow(db)(sql`
        INSERT INTO ${table("custom_fields")} ${sql.insert(customFieldTable.record(field))}
        ON CONFLICT (workspace_uuid, field_key) DO NOTHING RETURNING uuid`),

    // Definitions may have many options, so they are read and decoded without blocking other work.
    all: (workspace) => {
      const statement = sql`
        ${select(workspace)} AND ${dialect.isNotCancelled("custom_fields")} ORDER BY created_at, uuid`
      const found = dialect.runSearch(statement, { isPrepared: true, usesTrigrams: false })
      return mapErrors(Effect.flatMap(found, fieldsInTurns))
    },

    named: (workspace, keys) => fields(db)(selectNamed(workspace, keys)),

    // Locks the definitions, then reads them, because a statement that waits for a lock reads the state before the wait.
    lockShared: Effect.fnUntraced(function* (workspace, keys) {
      yield* mapErrors(dialect.lockKeys([lockKey(workspace)], "shared"))
      const version = sql`
        coalesce((SELECT version FROM ${table("custom_field_versions")} WHERE workspace_uuid = ${workspace}), 0)`
      const rows = yield* versioned(db)(selectNamed(workspace, keys, sql`, ${version} AS version`))
      const [first] = rows
      if (first === undefined)
        return { ...(yield* versionAlone(db)(sql`SELECT ${version} AS version`)), definitions: [] }
      return { version: first.version, definitions: rows.map(({ version: _version, ...definition }) => definition) }
    }),

    find,

    lock: (workspace, uuid) =>
      Effect.andThen(mapErrors(dialect.lockKeys([lockKey(workspace)], "exclusive")), find(workspace, uuid)),

    // Updates no contacts: the values of an archived definition are hidden when contacts are read.
    replace: (field) => {
      const record = customFieldTable.record(field)
      const increase = run(sql`
        INSERT INTO ${table("custom_field_versions")} AS versions (workspace_uuid, version)
        VALUES (${record.workspace_uuid}, 1)
        ON CONFLICT (workspace_uuid) DO UPDATE SET version = versions.version + 1`)
      return db.inTransaction(Effect.andThen(replaceRow(db, "custom_fields", record), increase))
    },

    hasValues: (workspace, uuid) =>
      hasRow(db)(sql`
        SELECT field_uuid FROM ${table("contact_values")}
        WHERE workspace_uuid = ${workspace} AND field_uuid = ${uuid} LIMIT 1`)
  }
})
