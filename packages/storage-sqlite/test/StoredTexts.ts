import { StoredTexts, textsOfRows } from "@rollcall/conformance/storage"
import { Effect, Layer, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"

const decodeTables = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))

const tablesOf = (database: DatabaseSync) => {
  const columns = database.prepare(`
    SELECT tables.name FROM sqlite_schema AS tables
    JOIN pragma_table_info(tables.name) AS columns ON columns.name = 'workspace_uuid'
    WHERE tables.type = 'table'`)
  return decodeTables(columns.all()).map(({ name }) => ({
    name,
    rows: database.prepare(`SELECT * FROM "${name}" WHERE workspace_uuid = ?`)
  }))
}

/** Reads what a file with tables keeps of a workspace. */
export const layerStoredTexts = (filename: string): Layer.Layer<never> =>
  Layer.effect(
    StoredTexts,
    Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(filename, { readOnly: true })),
      (database) => Effect.sync(() => database.close())
    ).pipe(
      Effect.map((database) => {
        const tables = tablesOf(database)
        return (workspace) =>
          Effect.sync(() => tables.flatMap(({ name, rows }) => textsOfRows(name, rows.all(workspace))))
      })
    )
  )
