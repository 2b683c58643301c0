import { Contact, searchable } from "@rollcall/core"
import { Schema } from "effect"
import { shadowColumns } from "../search/ContactColumns.ts"

const Instant = Schema.DateTimeUtcFromMillis

/** A contact as a row of `contacts`, without the shadow columns. */
export const ContactRow = Schema.Struct({
  ...Contact.fields,
  archived: Schema.BooleanFromBit,
  createdAt: Instant,
  updatedAt: Instant,
  lastEngagedAt: Schema.NullOr(Instant)
}).pipe(
  Schema.encodeKeys({
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
    lastEngagedAt: "last_engaged_at"
  })
)

/** The columns of a {@link ContactRow}. */
export const contactColumns = [
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

const encode = Schema.encodeSync(ContactRow)

/** Everything that is stored of a contact, column by column. */
export const contactRecord = (contact: Contact) => ({ ...encode(contact), ...shadowColumns(searchable(contact)) })
