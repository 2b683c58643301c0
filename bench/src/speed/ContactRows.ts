import { Contact } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { digitForms, identifierKeys, type ValueChange } from "@rollcall/core/people"
import { Effect, Record, Struct } from "effect"
import { contactRecord, contactRecordColumns } from "../../../packages/storage-sql/src/contacts/ContactRow.ts"
import { type Columns, type Connection, parse, type Row } from "./Connection.ts"

/** The columns of a contact that a reader gets. */
export const readColumns = Object.values(snakeKeys(Struct.keys(Contact.fields))).join(", ")

/** Every column of `contacts` that is written. */
export const contactColumns: Columns = Record.map(contactRecordColumns, (type, column) =>
  column.endsWith("_at") ? "bigint" : type === "uuid" || type === "integer" ? type : "text"
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

/** A contact as a row of `contacts`, made as the library does. */
export const contactRow = (contact: Contact): Row =>
  contactRecord({ contact, keys: identifierKeys(digitForms, contact) })

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
