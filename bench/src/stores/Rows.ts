import { type Contact, identifierValue, searchable, type ValueChange } from "@rollcall/core"
import { DateTime } from "effect"

/** What a column holds. */
export type Cell = string | number | null

/** A row of a table, by column. */
export type Row = Readonly<Record<string, Cell>>

/** The columns of a contact that a reader gets. */
export const readColumns = [
  "workspace_uuid",
  "uuid",
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
  "last_engaged_at",
  "custom_fields"
] as const

const shadowColumns = [
  "first_name_folded",
  "last_name_folded",
  "email_folded",
  "phone_number_folded",
  "chatapp_id_folded",
  "socialmsg_id_folded",
  "external_contact_id_folded",
  "client_reference_folded",
  "phone_number_digits",
  "chatapp_id_digits",
  "email_key"
] as const

/** Every column of `contacts` that is written. */
export const contactColumns = [...readColumns, ...shadowColumns] as const

/** Every column of `contact_values` that is written. */
export const valueColumns = ["workspace_uuid", "contact_uuid", "field_uuid", "ordinal", "text", "number"] as const

type ContactRow = { readonly [Column in (typeof contactColumns)[number]]: Cell }

type ValueRow = { readonly [Column in (typeof valueColumns)[number]]: Cell }

/** A contact as a row of `contacts`, written out by hand. */
export const contactRow = (contact: Contact): ContactRow => {
  const { digits, text } = searchable(contact)
  return {
    workspace_uuid: contact.workspaceUuid,
    uuid: contact.uuid,
    first_name: contact.firstName,
    last_name: contact.lastName,
    external_contact_id: contact.externalContactId,
    email: contact.email,
    phone_number: contact.phoneNumber,
    chatapp_id: contact.chatappId,
    socialmsg_id: contact.socialmsgId,
    client_reference: contact.clientReference,
    archived: contact.archived ? 1 : 0,
    created_at: DateTime.toEpochMillis(contact.createdAt),
    updated_at: DateTime.toEpochMillis(contact.updatedAt),
    last_engaged_at: contact.lastEngagedAt === null ? null : DateTime.toEpochMillis(contact.lastEngagedAt),
    custom_fields: JSON.stringify(contact.customFields),
    first_name_folded: text.first_name,
    last_name_folded: text.last_name,
    email_folded: text.email,
    phone_number_folded: text.phone_number,
    chatapp_id_folded: text.chatapp_id,
    socialmsg_id_folded: text.socialmsg_id,
    external_contact_id_folded: text.external_contact_id,
    client_reference_folded: text.client_reference,
    phone_number_digits: digits.phone_number,
    chatapp_id_digits: digits.chatapp_id,
    email_key: identifierValue("email", contact.email)
  }
}

/** The values of a contact as rows of `contact_values`. */
export const valueRows = (contact: Contact, values: ReadonlyArray<ValueChange>): ReadonlyArray<ValueRow> =>
  values.flatMap(({ entries, field }) =>
    entries.map((entry, ordinal) => ({
      workspace_uuid: contact.workspaceUuid,
      contact_uuid: contact.uuid,
      field_uuid: field,
      ordinal,
      text: "text" in entry ? entry.text : null,
      number: "number" in entry ? entry.number : null
    }))
  )
