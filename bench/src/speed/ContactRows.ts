import { Contact } from "@rollcall/core"
import { digitForms, identifierKeys, phoneNames } from "@rollcall/core/contacts"
import type { ValueChange } from "@rollcall/core/custom-fields"
import { snakeKeys } from "@rollcall/core/shared"
import { searchable, textNames } from "@rollcall/core/storage"
import { Effect, Record, Struct } from "effect"
import { type Columns, type Connection, parse, type Row } from "./Connection.ts"

const { uuid, workspaceUuid, ...fields } = snakeKeys(Struct.keys(Contact.fields))

/** The columns of a contact that a reader gets. */
export const readColumns = [workspaceUuid, uuid, ...Object.values(fields)].join(", ")

const foldedColumns = Object.values(snakeKeys(textNames)).map((column) => `${column}_folded`)
const digitsColumns = Object.values(snakeKeys(phoneNames)).map((column) => `${column}_digits`)
const keyColumns = ["email_key", "phone_number_key", "chatapp_id_key"]

const typeOf = (column: string): Columns[string] => {
  if (column === "uuid" || column === "workspace_uuid") return "uuid"
  if (column === "archived") return "integer"
  return column.endsWith("_at") ? "bigint" : "text"
}

/** Every column of `contacts` that is written. */
export const contactColumns: Columns = Object.fromEntries(
  [...readColumns.split(", "), ...foldedColumns, ...digitsColumns, "unaccented", ...keyColumns].map((column) => [
    column,
    typeOf(column)
  ])
)

/** Every column of `contact_values` that is written. */
export const valueColumns: Columns = {
  workspace_uuid: "uuid",
  contact_uuid: "uuid",
  field_uuid: "uuid",
  ordinal: "integer",
  text: "text",
  number: "double"
}

/** A contact as a row of `contacts`, written out for speed. */
export const contactRow = (contact: Contact): Row => {
  const { instant, text } = searchable(contact, identifierKeys(digitForms, contact))
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
    created_at: instant["createdAt"] ?? null,
    updated_at: instant["updatedAt"] ?? null,
    last_engaged_at: instant["lastEngagedAt"] ?? null,
    custom_fields: JSON.stringify(contact.customFields),
    first_name_folded: text["firstName"] ?? null,
    last_name_folded: text["lastName"] ?? null,
    email_folded: text["email"] ?? null,
    phone_number_folded: text["phoneNumber"] ?? null,
    chatapp_id_folded: text["chatappId"] ?? null,
    socialmsg_id_folded: text["socialmsgId"] ?? null,
    external_contact_id_folded: text["externalContactId"] ?? null,
    client_reference_folded: text["clientReference"] ?? null,
    phone_number_digits: text["phoneNumber.digits"] ?? null,
    chatapp_id_digits: text["chatappId.digits"] ?? null,
    unaccented: text["unaccented"] ?? null,
    email_key: text["email.key"] ?? null,
    phone_number_key: text["phoneNumber.key"] ?? null,
    chatapp_id_key: text["chatappId.key"] ?? null
  }
}

/** The values of a contact as rows of `contact_values`. */
export const valueRows = (contact: Contact, values: ReadonlyArray<ValueChange>): ReadonlyArray<Row> =>
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

/** What two contacts never share. */
const own = new Set(["id", "uuid", "contact_uuid", "created_at", "updated_at"])

/** Reads every row of a contact, without what two contacts never share. Databases write JSON in their own way. */
export const rowsOfContact = ({ prepare }: Connection) => {
  const find = prepare("SELECT * FROM contacts WHERE uuid = $1")
  const values = prepare("SELECT * FROM contact_values WHERE contact_uuid = $1 ORDER BY field_uuid, ordinal")
  return Effect.fnUntraced(function* (uuid: string) {
    const rows = [...(yield* find([uuid])), ...(yield* values([uuid]))]
    return rows.map((row) =>
      Record.map(row, (cell, column) =>
        own.has(column) ? null : column === "custom_fields" ? parse(String(cell)) : cell
      )
    )
  })
}
