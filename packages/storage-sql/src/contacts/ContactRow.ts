import { Contact, type WorkspaceUuid } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { booleanNames, type ContactWrite, instantNames, searchable, textNames } from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { VisibleValues, visibleValues } from "../custom-fields/VisibleValues.ts"
import type { Db } from "../database/Database.ts"
import type { Members, MemberType } from "../database/Dialect.ts"
import { namedColumns } from "../database/Rows.ts"
import { fieldColumn, shadowColumns } from "../search/ContactColumns.ts"

const Instant = Schema.DateTimeUtcFromMillis

const fields = {
  ...Contact.fields,
  archived: Schema.BooleanFromBit,
  createdAt: Instant,
  updatedAt: Instant,
  lastEngagedAt: Schema.NullOr(Instant)
}

const keys = snakeKeys(Struct.keys(fields))

/** Decodes a contact from a row of `contacts`. */
export const ContactRow = Schema.Struct({ ...fields, customFields: VisibleValues }).pipe(namedColumns(keys))

const { customFields: _customFields, ...columns } = keys

/** Returns the columns of a {@link ContactRow}, for a SELECT on the contacts of a workspace. */
export const contactColumns = (db: Db, workspace: WorkspaceUuid) =>
  db.sql`${db.sql.csv(Object.values(columns))}, ${visibleValues(db, workspace)} AS custom_fields`

/** The columns of the predefined fields, each with a function that returns its value for a contact. */
const fieldColumns: ReadonlyArray<readonly [column: string, valueOf: (contact: Contact) => string | number | null]> = [
  ...textNames.map((name) => [fieldColumn(name), (contact: Contact) => contact[name]] as const),
  ...booleanNames.map((name) => [fieldColumn(name), (contact: Contact) => Number(contact[name])] as const),
  ...instantNames.map(
    (name) => [fieldColumn(name), (contact: Contact) => contact[name]?.epochMilliseconds ?? null] as const
  )
]

/** A row of `contacts` with all columns, including shadow columns. */
interface ContactRecord {
  readonly uuid: string
  readonly workspace_uuid: string
  readonly [column: string]: string | number | null
}

/**
 * Returns a contact's row with all columns, including shadow columns. Written by hand instead of with a schema, because
 * every row of an import needs one.
 */
export const contactRecord = ({ contact, keys }: Pick<ContactWrite, "contact" | "keys">): ContactRecord => {
  const record: Record<string, string | number | null> = {}
  for (const [column, valueOf] of fieldColumns) record[column] = valueOf(contact)
  const index = searchable(contact, keys)
  for (const [column, valueOf] of shadowColumns) record[column] = valueOf(index)
  record["custom_fields"] = JSON.stringify(contact.customFields)
  return { ...record, uuid: contact.uuid, workspace_uuid: contact.workspaceUuid }
}

const typed = (columns: ReadonlyArray<string>, type: MemberType) =>
  Object.fromEntries(columns.map((column) => [column, type] as const))

/** The columns of a {@link contactRecord} with their types, for a values table. */
export const contactRecordColumns: Members<ContactRecord> = {
  uuid: "uuid",
  workspace_uuid: "uuid",
  ...typed(textNames.map(fieldColumn), "text"),
  ...typed([...instantNames, ...booleanNames].map(fieldColumn), "integer"),
  ...typed(
    shadowColumns.map(([column]) => column),
    "text"
  ),
  custom_fields: "text"
}
