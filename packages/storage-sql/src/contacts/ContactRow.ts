import { Contact, identifierValue, phoneNames, searchable, textNames, type WorkspaceUuid } from "@rollcall/core"
import { Schema } from "effect"
import { StoredValues, VisibleValues, visibleValues } from "../custom-fields/VisibleValues.ts"
import type { Db } from "../shared/Database.ts"
import type { Members } from "../shared/Dialect.ts"
import { digitsColumn, foldedColumn, shadowColumns } from "../search/ContactColumns.ts"

const Instant = Schema.DateTimeUtcFromMillis

const fields = {
  ...Contact.fields,
  archived: Schema.BooleanFromBit,
  createdAt: Instant,
  updatedAt: Instant,
  lastEngagedAt: Schema.NullOr(Instant)
}

const keys = {
  workspaceUuid: "workspace_uuid",
  firstName: "first_name",
  lastName: "last_name",
  externalContactId: "external_contact_id",
  phoneNumber: "phone_number",
  chatappId: "chatapp_id",
  socialmsgId: "socialmsg_id",
  clientReference: "client_reference",
  createdAt: "created_at",
  updatedAt: "updated_at",
  lastEngagedAt: "last_engaged_at",
  customFields: "custom_fields"
} as const

/** Decodes a contact from a row of `contacts`. */
export const ContactRow = Schema.Struct({ ...fields, customFields: VisibleValues }).pipe(Schema.encodeKeys(keys))

const columns = [
  "uuid",
  "workspace_uuid",
  "first_name",
  "last_name",
  "external_contact_id",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "client_reference",
  "archived",
  "created_at",
  "updated_at",
  "last_engaged_at"
] as const

/** The columns of a {@link ContactRow}, for a SELECT on the contacts of a workspace. */
export const contactColumns = (db: Db, workspace: WorkspaceUuid) =>
  db.sql`${db.sql.csv(columns)}, ${visibleValues(db, workspace)} AS custom_fields`

/** Encodes a contact for `contacts`, without the shadow columns. */
const ContactRecord = Schema.Struct({ ...fields, customFields: StoredValues }).pipe(Schema.encodeKeys(keys))

const encode = Schema.encodeSync(ContactRecord)

/** The row of a contact with all columns, the shadow columns included. */
export const contactRecord = (contact: Contact) => ({
  ...encode(contact),
  ...shadowColumns(searchable(contact)),
  email_key: identifierValue("email", contact.email)
})

const ownColumns = {
  uuid: "uuid",
  workspace_uuid: "uuid",
  first_name: "text",
  last_name: "text",
  external_contact_id: "text",
  email: "text",
  phone_number: "text",
  chatapp_id: "text",
  socialmsg_id: "text",
  client_reference: "text",
  archived: "integer",
  created_at: "integer",
  updated_at: "integer",
  last_engaged_at: "integer",
  custom_fields: "text",
  email_key: "text"
} as const satisfies Members<ReturnType<typeof contactRecord>>

/** The columns of a {@link contactRecord} with their types, for a values table. */
export const contactRecordColumns = {
  ...ownColumns,
  ...Object.fromEntries(
    [...textNames.map(foldedColumn), ...phoneNames.map(digitsColumn)].map((column) => [column, "text"] as const)
  )
}
