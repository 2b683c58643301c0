import { Effect } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { contactColumns, type Row, valueColumns } from "../stores/Rows.ts"
import { changedColumns, type ImportRecord } from "./ImportedPeople.ts"
import type { ImportRival } from "./ImportRival.ts"

/**
 * Statements that are prepared once and run for each row: there is no way to go to SQLite, and unpacking JSON takes
 * longer. A value is deleted and written anew, because its trigrams follow inserts and deletes alone.
 */
export const sqliteImport = (db: DatabaseSync, workspace: string): ImportRival => {
  const find = db.prepare("SELECT uuid FROM contacts WHERE workspace_uuid = ? AND email_key = ?")
  const change = db.prepare(`
    UPDATE contacts SET ${changedColumns.map((column) => `${column} = ?`).join()},
      custom_fields = json_patch(custom_fields, ?)
    WHERE workspace_uuid = ? AND uuid = ?`)
  const into = (table: string, columns: ReadonlyArray<string>) =>
    db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
  const add = into("contacts", contactColumns)
  const addValue = into("contact_values", valueColumns)
  const forget = db.prepare(
    "DELETE FROM contact_values WHERE workspace_uuid = ? AND contact_uuid = ? AND field_uuid = ?"
  )
  const cells = (row: Row, columns: ReadonlyArray<string>) => columns.map((column) => row[column] ?? null)

  const write = ({ contact, values }: ImportRecord): void => {
    const known = find.get(workspace, contact["email_key"] ?? null)?.["uuid"]
    if (known === undefined) {
      add.run(...cells(contact, contactColumns))
      for (const value of values) addValue.run(...cells(value, valueColumns))
    } else {
      change.run(...cells(contact, changedColumns), contact["custom_fields"] ?? null, workspace, known)
      for (const value of values) {
        forget.run(workspace, known, value["field_uuid"] ?? null)
        addValue.run(...cells({ ...value, contact_uuid: String(known) }, valueColumns))
      }
    }
  }

  return {
    write: (records) => Effect.sync(() => records.forEach(write)),
    holders: (emails) =>
      Effect.sync(() =>
        db
          .prepare(
            `SELECT uuid FROM contacts
             WHERE workspace_uuid = ? AND email_key IN (SELECT value FROM json_each(?)) ORDER BY email_key`
          )
          .all(workspace, JSON.stringify(emails))
          .map(({ uuid }) => String(uuid))
      ),
    begin: Effect.sync(() => db.exec("BEGIN IMMEDIATE")),
    commit: Effect.sync(() => db.exec("COMMIT")),
    rollBack: Effect.sync(() => db.exec("ROLLBACK"))
  }
}
