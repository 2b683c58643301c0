import type { ContactUuid, StorageError, WorkspaceUuid } from "@rollcall/core"
import type { ContactWrite, ValueEntry } from "@rollcall/core/storage"
import { Effect } from "effect"
import { valueChanges } from "../counts/ContactCounts.ts"
import { writeCounted } from "../counts/CountedWrites.ts"
import type { Db } from "../database/Database.ts"

/** Contacts of one workspace with changed values. The `created` contacts have no entries yet. */
export interface ValueWrites {
  readonly created: ReadonlyArray<ContactWrite>
  readonly changed: ReadonlyArray<ContactWrite>
}

/**
 * Replaces only the entries of changed values. An existing entry is updated, which costs less than a deletion and an
 * insertion.
 */
export const writeValues = (db: Db, { changed, created }: ValueWrites): Effect.Effect<void, StorageError> =>
  Effect.suspend(() => {
    const { run, sql } = db
    const writes = [...created, ...changed]
    // The insertion refers to `had`, so that `had` is read before it even if a statement sees more than one snapshot. The
    // contacts are locked, so no other transaction changes their entries.
    const isRead = db.dialect.engine.writesInSubqueries ? sql`(SELECT count(*) FROM had) >= 0` : sql.literal("TRUE")
    const insertion = insertionOfValues(db, writes, isRead)
    if (insertion === null) return deleteValues(db, changed)
    const had = storedFirsts(db, writes)
    const write = sql`${insertion}
      ON CONFLICT (workspace_uuid, contact_uuid, field_uuid, ordinal)
      DO UPDATE SET text = excluded.text, number = excluded.number`
    const added = sql`added AS (
      SELECT workspace_uuid, field_uuid, ordinal FROM written
      WHERE ordinal = 0 AND NOT EXISTS (
        SELECT 1 FROM had WHERE had_workspace = written.workspace_uuid AND had_contact = written.contact_uuid
          AND had_field = written.field_uuid
      )
    )`
    const counting = {
      given: had,
      returns: entryColumns,
      after: added,
      changes: [valueChanges(db, "added", 1, workspacesOf(writes))]
    }
    return Effect.andThen(deleteValues(db, changed), run(writeCounted(db, { write, returns: {}, counting })))
  })

/** Returns the subquery of the fields in which contacts have a value before the write. */
const storedFirsts = ({ dialect, sql, table }: Db, writes: ReadonlyArray<ContactWrite>) => {
  const given = dialect.valuesTable(
    "wanted",
    { workspace: "uuid", contact: "uuid", field: "uuid" },
    writes.flatMap(({ changes, contact }) =>
      changes.map(({ field }) => ({ workspace: contact.workspaceUuid, contact: contact.uuid, field }))
    )
  )
  return sql`had AS MATERIALIZED (
    SELECT workspace_uuid AS had_workspace, contact_uuid AS had_contact, field_uuid AS had_field
    FROM ${given} JOIN ${table("contact_values")} AS stored ON stored.workspace_uuid = workspace
      AND stored.contact_uuid = contact AND stored.field_uuid = field AND stored.ordinal = 0
  )`
}

/** Returns the statement that inserts the entries of contacts if a condition is true; null if there are no entries. */
export const insertionOfValues = (
  { dialect, sql, table }: Db,
  writes: ReadonlyArray<ContactWrite>,
  condition = sql.literal("TRUE")
) => {
  const rows = writes.flatMap(({ changes, contact }) =>
    changes.flatMap(({ entries, field }) =>
      entries.map((entry, ordinal) => ({
        workspace: contact.workspaceUuid,
        contact: contact.uuid,
        field,
        ordinal,
        ...columnsOf(entry)
      }))
    )
  )
  if (rows.length === 0) return null
  const given = dialect.valuesTable(
    "given",
    { workspace: "uuid", contact: "uuid", field: "uuid", ordinal: "integer", text: "text", number: "double" },
    rows
  )
  return sql`
    INSERT INTO ${table("contact_values")} (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
    SELECT workspace, contact, field, ordinal, text, number FROM ${given} WHERE ${condition}`
}

/** Deletes the entries that have no replacement. */
const deleteValues = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const rows = writes.flatMap(({ changes, contact }) =>
    changes.map(({ entries, field }) => ({
      workspace: contact.workspaceUuid,
      contact: contact.uuid,
      field,
      kept: entries.length
    }))
  )
  if (rows.length === 0) return Effect.void
  const { dialect, run, sql, table } = db
  const members = { workspace: "uuid", contact: "uuid", field: "uuid", kept: "integer" } as const
  const given = dialect.valuesTable("given", members, rows)
  const write = sql`
    DELETE FROM ${table("contact_values")}
    WHERE (workspace_uuid, contact_uuid, field_uuid, ordinal) IN (
      SELECT workspace_uuid, contact_uuid, field_uuid, ordinal
      FROM ${table("contact_values")} AS stored JOIN ${given}
        ON stored.workspace_uuid = workspace AND stored.contact_uuid = contact AND stored.field_uuid = field
      WHERE ordinal >= kept
    )`
  return run(writeCounted(db, { write, ...removedEntries(db, workspacesOf(writes)) }, { isPrepared: false }))
}

/** Deletes all entries of a locked contact. */
export const deleteValuesOf = (db: Db, workspace: WorkspaceUuid, contact: ContactUuid) => {
  const write = db.sql`
    DELETE FROM ${db.table("contact_values")} WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact}`
  return db.run(writeCounted(db, { write, ...removedEntries(db, [workspace]) }))
}

const entryColumns = {
  workspace_uuid: "contact_values.workspace_uuid",
  contact_uuid: "contact_values.contact_uuid",
  field_uuid: "contact_values.field_uuid",
  ordinal: "contact_values.ordinal"
}

const workspacesOf = (writes: ReadonlyArray<ContactWrite>) => writes.map(({ contact }) => contact.workspaceUuid)

const removedEntries = (db: Db, workspaces: ReadonlyArray<WorkspaceUuid>) => ({
  returns: {},
  counting: { returns: entryColumns, changes: [valueChanges(db, "written", -1, workspaces)] }
})

const columnsOf = (entry: ValueEntry): { readonly text: string | null; readonly number: number | null } =>
  "text" in entry ? { text: entry.text, number: null } : { text: null, number: entry.number }
