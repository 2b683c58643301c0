import type { StorageError } from "@rollcall/core"
import type { ContactWrite, ValueEntry } from "@rollcall/core/storage"
import { Effect } from "effect"
import type { Db } from "../shared/Database.ts"

/** Contacts of one workspace whose values are written. The `created` ones have no entries yet. */
export interface ValueWrites {
  readonly created: ReadonlyArray<ContactWrite>
  readonly changed: ReadonlyArray<ContactWrite>
}

/** Replaces the entries of the changed values, and no others. */
export const writeValues = (db: Db, { changed, created }: ValueWrites): Effect.Effect<void, StorageError> =>
  Effect.andThen(deleteValues(db, changed), insertValues(db, [...created, ...changed]))

const insertValues = ({ dialect, mapErrors, sql, table }: Db, writes: ReadonlyArray<ContactWrite>) => {
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
  if (rows.length === 0) return Effect.void
  const given = dialect.valuesTable(
    "given",
    { workspace: "uuid", contact: "uuid", field: "uuid", ordinal: "integer", text: "text", number: "double" },
    rows
  )
  return mapErrors(sql`
    INSERT INTO ${table("contact_values")} (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
    SELECT workspace, contact, field, ordinal, text, number FROM ${given}`)
}

const deleteValues = ({ dialect, mapErrors, sql, table }: Db, writes: ReadonlyArray<ContactWrite>) => {
  const rows = writes.flatMap(({ changes, contact }) =>
    changes.map(({ field }) => ({ workspace: contact.workspaceUuid, contact: contact.uuid, field }))
  )
  if (rows.length === 0) return Effect.void
  const given = dialect.valuesTable("given", { workspace: "uuid", contact: "uuid", field: "uuid" }, rows)
  const statement = sql`
    DELETE FROM ${table("contact_values")}
    WHERE (workspace_uuid, contact_uuid, field_uuid) IN (SELECT workspace, contact, field FROM ${given})`
  return mapErrors(dialect.runUnprepared(statement))
}

const columnsOf = (entry: ValueEntry): { readonly text: string | null; readonly number: number | null } =>
  "text" in entry ? { text: entry.text, number: null } : { text: null, number: entry.number }
