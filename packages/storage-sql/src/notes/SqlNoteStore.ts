import { type NoteRef, NoteStore } from "@rollcall/core/storage"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { Database, type Db } from "../database/Database.ts"
import { pageOf } from "../shared/Pages.ts"
import { isBefore, newest } from "../shared/Places.ts"
import { firstOf, rowsOf } from "../database/Rows.ts"
import { noteTable } from "./NoteRow.ts"

type Store = NoteStore["Service"]

const note = firstOf(noteTable.row)
const notes = rowsOf(noteTable.row)
const notePage = pageOf(noteTable.row)
const touched = firstOf(Schema.Struct({ uuid: Schema.String }))

/** Returns the condition on `contact_notes` for one unarchived note. */
const named = ({ sql }: Db, { contact, note, workspace }: NoteRef) =>
  sql`workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND uuid = ${note} AND status = 'active'`

const insert = (db: Db): Store["insert"] => {
  const { sql, table } = db
  return (note) => {
    const record = noteTable.record(note)
    const statement = sql`
      INSERT INTO ${table("contact_notes")} (${sql.csv(noteTable.columns)})
      SELECT ${sql.csv(noteTable.columns.map((column) => sql`${record[column]}`))} FROM ${table("contacts")}
      WHERE workspace_uuid = ${record.workspace_uuid} AND uuid = ${record.contact_uuid}
      ${db.dialect.lockRows("reference")}
      RETURNING uuid`
    return Effect.map(touched(db, statement), Option.isSome)
  }
}

const find = (db: Db): Store["find"] => {
  const { sql, table } = db
  return (ref) =>
    note(db, sql`SELECT ${sql.csv(noteTable.columns)} FROM ${table("contact_notes")} WHERE ${named(db, ref)}`)
}

const list = (db: Db): Store["list"] => {
  const { sql } = db
  return (workspace, contact, page) =>
    notePage(db, {
      columns: sql.csv(noteTable.columns),
      from: "contact_notes",
      where: sql`workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND status = 'active'`,
      order: { keys: [sql`created_at`], nullable: false },
      direction: "desc",
      page
    })
}

const before =
  (db: Db): Store["before"] =>
  (workspace, contact, place, limit) =>
    notes(
      db,
      db.sql`
        SELECT ${db.sql.csv(noteTable.columns)} FROM ${db.table("contact_notes")}
        WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND status = 'active'
          AND ${isBefore(db, ["created_at", "uuid"], place)}
        ${newest(db, ["created_at", "uuid"], limit)}`
    )

const replace = (db: Db): Store["replace"] => {
  const { sql, table } = db
  return (ref, { text, title }, now) => {
    const instant = DateTime.toEpochMillis(now)
    return note(
      db,
      sql`
        UPDATE ${table("contact_notes")} SET title = ${title}, text = ${text},
          updated_at = CASE WHEN updated_at > ${instant} THEN updated_at ELSE ${instant} END
        WHERE ${named(db, ref)}
        RETURNING ${sql.csv(noteTable.columns)}`
    )
  }
}

const archive = (db: Db): Store["archive"] => {
  const { sql, table } = db
  return (ref, now) => {
    const instant = DateTime.toEpochMillis(now)
    const statement = sql`
      UPDATE ${table("contact_notes")} SET status = 'archived', updated_at = ${instant}, archived_at = ${instant}
      WHERE ${named(db, ref)}
      RETURNING uuid`
    return Effect.map(touched(db, statement), Option.isSome)
  }
}

export const layer = Layer.effect(
  NoteStore,
  Effect.map(Database, (db) =>
    NoteStore.of({
      insert: insert(db),
      find: find(db),
      list: list(db),
      before: before(db),
      replace: replace(db),
      archive: archive(db)
    })
  )
)
