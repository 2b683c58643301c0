import { Contact } from "@rollcall/core"
import { snakeKeys } from "@rollcall/core/operations"
import { digitForms, identifierKeys, type ValueChange } from "@rollcall/core/people"
import { Effect, Record, Struct } from "effect"
import { contactRecord, contactRecordColumns } from "../../../packages/storage-sql/src/contacts/ContactRow.ts"
import { type Columns, type Connection, parse, type Row } from "./Connection.ts"

/** The columns of a contact that the API returns. */
export const readColumns = Object.values(snakeKeys(Struct.keys(Contact.fields))).join(", ")

/** The written columns of `contacts`. */
export const contactColumns: Columns = Record.map(contactRecordColumns, (type, column) =>
  column.endsWith("_at") ? "bigint" : type === "uuid" || type === "integer" ? type : "text"
)

/** The written columns of `contact_values`. */
export const valueColumns: Columns = {
  workspace_uuid: "uuid",
  contact_uuid: "uuid",
  field_uuid: "uuid",
  ordinal: "integer",
  text: "text",
  number: "double"
}

/** Returns a contact as a row of `contacts`, as the library builds it. */
export const contactRow = (contact: Contact): Row =>
  contactRecord({ contact, keys: identifierKeys(digitForms, contact) })

/** Returns a contact's values as rows of `contact_values`. */
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

/** Columns with different values for any two contacts. */
const own = new Set(["id", "uuid", "contact_uuid", "created_at", "updated_at"])

/**
 * Reads all rows of a contact, without the columns that differ between any two contacts. JSON is parsed, because
 * databases format it differently.
 */
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
