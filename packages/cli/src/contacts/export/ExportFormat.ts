import { ContactResource } from "@rollcall/api"
import { Schema, Struct } from "effect"
import { stringify } from "csv-stringify/sync"
import type { KnownField } from "../../target/CustomFieldList.ts"
import { optionSeparator } from "../reading/CellValue.ts"
import type { ExportedContact } from "./ExportPages.ts"

/** Writes contacts as text, page by page. */
export interface ExportFormat {
  /** What comes before the first contact. */
  readonly head: string
  readonly page: (contacts: ReadonlyArray<ExportedContact>) => string
}

const encode = Schema.encodeSync(Schema.Array(ContactResource))

/** An object a line, as the API shows a contact. */
export const jsonLinesFormat: ExportFormat = {
  head: "",
  page: (contacts) =>
    encode(contacts)
      .map((contact) => `${JSON.stringify(contact)}\n`)
      .join("")
}

const { custom_fields: _values, workspace_uuid: _workspace, ...fields } = ContactResource.fields
const columns = Struct.keys(fields)

/** A row a contact, under names that an import knows. Options of a `multiselect` stand in one cell, with `|` between. */
export const csvFormat = (customFields: ReadonlyArray<KnownField>, delimiter: string): ExportFormat => ({
  head: stringify([[...columns, ...customFields.map(({ field_key }) => `custom_fields.${field_key}`)]], { delimiter }),
  page: (contacts) =>
    stringify(
      encode(contacts).map((contact) => [
        ...columns.map((column) => cellOf(contact[column])),
        ...customFields.map(({ field_key }) => cellOf(contact.custom_fields[field_key]))
      ]),
      { delimiter }
    )
})

const cellOf = (value: ExportedContact["custom_fields"][string] | null | undefined): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === "object" ? value.join(optionSeparator) : String(value)
}
