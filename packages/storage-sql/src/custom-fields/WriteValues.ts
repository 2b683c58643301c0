import type { Contact, ValueChange, ValueEntry } from "@rollcall/core"
import { Effect } from "effect"
import type { Db } from "../kernel/Database.ts"

/** Adds the entries of changed values. There are none of these fields yet. */
export const insertValues = (db: Db, contact: Contact, changes: ReadonlyArray<ValueChange>) => {
  const { attempt, dialect, sql } = db
  const rows = changes.flatMap(({ entries, field }) =>
    entries.map((entry, ordinal) => ({ field, ordinal, ...columnsOf(entry) }))
  )
  if (rows.length === 0) return Effect.void
  const given = dialect.unpack("given", { field: "uuid", ordinal: "integer", text: "text", number: "double" }, rows)
  return Effect.asVoid(
    attempt(sql`
      INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
      SELECT ${contact.workspaceUuid}, ${contact.uuid}, field, ordinal, text, number FROM ${given}`)
  )
}

/** Puts the entries of changed values in the place of those that were there, and touches no other. */
export const replaceValues = (db: Db, contact: Contact, changes: ReadonlyArray<ValueChange>) =>
  Effect.andThen(deleteValues(db, contact, changes), insertValues(db, contact, changes))

const deleteValues = (db: Db, contact: Contact, changes: ReadonlyArray<ValueChange>) => {
  const { attempt, dialect, sql } = db
  const given = dialect.unpack(
    "given",
    { field: "uuid" },
    changes.map(({ field }) => ({ field }))
  )
  return Effect.asVoid(
    attempt(sql`
      DELETE FROM contact_values
      WHERE workspace_uuid = ${contact.workspaceUuid} AND contact_uuid = ${contact.uuid}
        AND field_uuid IN (SELECT field FROM ${given})`)
  )
}

const columnsOf = (entry: ValueEntry): { readonly text: string | null; readonly number: number | null } =>
  "text" in entry ? { text: entry.text, number: null } : { text: null, number: entry.number }
