import { ContactResource } from "@rollcall/api"
import { forImport, forSpreadsheet, type KnownField, optionSeparator, optOutColumn } from "@rollcall/contact-files"
import type { OptOutScope } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { stringify } from "csv-stringify/sync"
import type { ExportedContact } from "./ExportPages.ts"

/** Writes contacts as a file, page by page. */
export interface ExportFormat {
  /** The beginning of the file, before the first contact. */
  readonly head: string
  readonly page: (contacts: ReadonlyArray<ExportedContact>) => string
}

const encode = Schema.encodeSync(Schema.Array(ContactResource))

/** An object on each line, as the API shows a contact, with its opt-out. */
export const jsonLinesFormat = (optOuts: OptOutsByContact | null): ExportFormat => ({
  head: "",
  page: (contacts) =>
    encode(contacts)
      .map((contact) => {
        const optedOut = optOuts !== null && { [optOutColumn]: optOuts.get(contact.uuid) ?? null }
        return `${JSON.stringify({ ...contact, ...optedOut })}\n`
      })
      .join("")
})

const { custom_fields: _values, workspace_uuid: _workspace, ...fields } = ContactResource.fields
const columns = Struct.keys(fields)

/** What contacts are opted out of, by their uuids. Null where a custom field has the name of the opt-out column. */
export type OptOutsByContact = ReadonlyMap<string, OptOutScope>

/** The delimiter and the use of a CSV file. */
interface CsvStyle {
  readonly delimiter: string
  /** Whether the file is for spreadsheets: it begins with a UTF-8 byte order mark, and no cell begins a formula. */
  readonly isForSpreadsheet: boolean
}

/**
 * A row for each contact, with column names that an import knows. The options of a `multiselect` share a cell, separated by `|`.
 */
export const csvFormat = (
  customFields: ReadonlyArray<KnownField>,
  optOuts: OptOutsByContact | null,
  { delimiter, isForSpreadsheet }: CsvStyle
): ExportFormat => {
  const optOutColumns = optOuts === null ? [] : [optOutColumn]
  const head = [...columns, ...optOutColumns, ...customFields.map(({ field_key }) => `custom_fields.${field_key}`)]
  const textOf = isForSpreadsheet ? forSpreadsheet : forImport
  const cellOf = (value: ExportedContact["custom_fields"][string] | null | undefined): string | null => {
    if (value === undefined || value === null) return null
    return typeof value === "string" ? textOf(value) : String(value)
  }
  return {
    head: `${isForSpreadsheet ? "\ufeff" : ""}${stringify([head], { delimiter })}`,
    page: (contacts) =>
      stringify(
        encode(contacts).map((contact) => [
          ...columns.map((column) => cellOf(contact[column])),
          ...(optOuts === null ? [] : [optOuts.get(contact.uuid) ?? null]),
          ...customFields.map((field) => cellOf(namesOf(field, contact.custom_fields[field.field_key])))
        ]),
        { delimiter }
      )
  }
}

/**
 * A value as a cell has it. An option is written as its key. If the key contains the separator, or is the label of another
 * option, its uuid is written, so that an import finds the same option.
 */
const namesOf = (
  { select_options }: KnownField,
  value: ExportedContact["custom_fields"][string] | undefined
): string | number | boolean | undefined => {
  if (value === undefined || typeof value === "number" || typeof value === "boolean") return value
  const nameOf = (key: string): string => {
    const isLabel = select_options?.some(({ display_label, field_key }) => display_label === key && field_key !== key)
    return isLabel ? (select_options?.find(({ field_key }) => field_key === key)?.uuid ?? key) : key
  }
  return typeof value === "string" ? nameOf(value) : value.map(nameOf).join(optionSeparator)
}
