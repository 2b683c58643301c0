import { Contact, type WorkspaceUuid } from "@rollcall/core"
import {
  booleanNames,
  identifierValue,
  instantNames,
  phoneNames,
  searchable,
  snakeKeys,
  textNames
} from "@rollcall/core/storage"
import { Schema, Struct } from "effect"
import { StoredValues, VisibleValues, visibleValues } from "../custom-fields/VisibleValues.ts"
import type { Db } from "../shared/Database.ts"
import type { Members, MemberType } from "../shared/Dialect.ts"
import { digitsColumn, fieldColumn, foldedColumn, shadowColumns } from "../search/ContactColumns.ts"

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
export const ContactRow = Schema.Struct({ ...fields, customFields: VisibleValues }).pipe(Schema.encodeKeys(keys))

const { customFields: _customFields, ...columns } = keys

/** The columns of a {@link ContactRow}, for a SELECT on the contacts of a workspace. */
export const contactColumns = (db: Db, workspace: WorkspaceUuid) =>
  db.sql`${db.sql.csv(Object.values(columns))}, ${visibleValues(db, workspace)} AS custom_fields`

const encode = Schema.encodeSync(Schema.Struct({ ...fields, customFields: StoredValues }).pipe(Schema.encodeKeys(keys)))

/** A row of `contacts` with all its columns, the shadow columns among them. */
interface ContactRecord {
  readonly uuid: string
  readonly workspace_uuid: string
  readonly [column: string]: string | number | null
}

/** Returns the row of a contact with all columns, the shadow columns included. */
export const contactRecord = (contact: Contact): ContactRecord => ({
  ...encode(contact),
  ...shadowColumns(searchable(contact)),
  email_key: identifierValue("email", contact.email)
})

const typed = (columns: ReadonlyArray<string>, type: MemberType) =>
  Object.fromEntries(columns.map((column) => [column, type] as const))

/** The columns of a {@link contactRecord} with their types, for a values table. */
export const contactRecordColumns: Members<ContactRecord> = {
  uuid: "uuid",
  workspace_uuid: "uuid",
  ...typed(textNames.map(fieldColumn), "text"),
  ...typed([...instantNames, ...booleanNames].map(fieldColumn), "integer"),
  ...typed([...textNames.map(foldedColumn), ...phoneNames.map(digitsColumn)], "text"),
  custom_fields: "text",
  email_key: "text"
}
