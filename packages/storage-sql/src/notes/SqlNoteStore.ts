import { Note } from "@rollcall/core"
import { type NoteRef, NoteStore } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { storeLayer } from "../database/Database.ts"
import { firstOf, hasRow, rowsOf, storedAs, tableOf } from "../database/Rows.ts"
import { pageOf } from "../shared/Pages.ts"
import { isBefore, newest } from "../shared/Places.ts"

const stored = tableOf(storedAs(Note.fields))
const note = firstOf(stored.row)
const notes = rowsOf(stored.row)
const notePage = pageOf(stored.row)

export const layer = storeLayer(NoteStore, (db) => {
  const { dialect, sql, table } = db
  const columns = sql.csv(stored.columns)
  const activeOf = (workspace: string, contact: string) =>
    sql`workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND status = 'active'`
  const named = ({ contact, note, workspace }: NoteRef) => sql`${activeOf(workspace, contact)} AND uuid = ${note}`
  return {
    insert: (note) => {
      const record = stored.record(note)
      return hasRow(db)(sql`
        INSERT INTO ${table("contact_notes")} (${columns})
        SELECT ${sql.csv(stored.columns.map((column) => sql`${record[column]}`))} FROM ${table("contacts")}
        WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.contact_uuid}
        ${dialect.lockRows("reference")}
        RETURNING uuid`)
    },

    find: (ref) => note(db)(sql`SELECT ${columns} FROM ${table("contact_notes")} WHERE ${named(ref)}`),

    list: (workspace, contact, page) =>
      notePage(db, {
        columns,
        from: "contact_notes",
        where: activeOf(workspace, contact),
        order: { keys: [sql`created_at`], nullable: false },
        direction: "desc",
        page
      }),

    before: (workspace, contact, place, limit) =>
      notes(db)(sql`
        SELECT ${columns} FROM ${table("contact_notes")}
        WHERE ${activeOf(workspace, contact)} AND ${isBefore(db, ["created_at", "uuid"], place)}
        ${newest(db, ["created_at", "uuid"], limit)}`),

    replace: (ref, { text, title }, now) => {
      const instant = DateTime.toEpochMillis(now)
      return note(db)(sql`
        UPDATE ${table("contact_notes")} SET title = ${title}, text = ${text},
          updated_at = CASE WHEN updated_at > ${instant} THEN updated_at ELSE ${instant} END
        WHERE ${named(ref)}
        RETURNING ${columns}`)
    },

    archive: (ref, now) => {
      const instant = DateTime.toEpochMillis(now)
      return hasRow(db)(sql`
        UPDATE ${table("contact_notes")} SET status = 'archived', updated_at = ${instant}, archived_at = ${instant}
        WHERE ${named(ref)}
        RETURNING uuid`)
    }
  }
})
