import { ContactResource } from "@rollcall/api"
import { forImport, forSpreadsheet, type KnownField, listText, optionText, optOutColumn } from "@rollcall/contact-files"
import { own } from "@rollcall/core/operations"
import type { OptOutScope } from "@rollcall/core/people"
import { Schema, Struct } from "effect"
import { stringify } from "csv-stringify/sync"
import { count } from "../../screen/Text.ts"
import type { ExportedContact } from "./ExportPages.ts"

export interface ExportFormat {
  /** The beginning of the file, before the first contact. */
  readonly head: string
  readonly page: (contacts: ReadonlyArray<ExportedContact>) => string
  /** Returns warnings about data of the pages so far that the file can't represent. */
  readonly warnings: () => ReadonlyArray<string>
}

const encode = Schema.encodeSync(Schema.Array(ContactResource))

/** What an export has of contacts besides their fields. */
export interface ContactExtras {
  /**
   * The scopes that contacts are opted out of, by contact uuid. Null if a custom field has the name of the opt-out column.
   */
  readonly optOuts: ReadonlyMap<string, OptOutScope> | null
  /** The active lists, and which of them each contact is on, by contact uuid. */
  readonly lists: ReadonlyArray<ExportedList>
  readonly listsOf: ReadonlyMap<string, ReadonlyArray<ExportedList>>
}

type ExportedList = Parameters<typeof listText>[0][number]

/** JSON Lines: one contact per line as the API returns it, with its lists and its opt-out. */
export const jsonLinesFormat = ({ lists, listsOf, optOuts }: ContactExtras): ExportFormat => ({
  head: "",
  warnings: () => [],
  page: (contacts) =>
    encode(contacts)
      .map((contact) => {
        const joined = (listsOf.get(contact.uuid) ?? []).map((list) => listText(lists, [list]))
        const optedOut = optOuts !== null && { [optOutColumn]: optOuts.get(contact.uuid) ?? null }
        return `${JSON.stringify({ ...contact, lists: joined, ...optedOut })}\n`
      })
      .join("")
})

const { custom_fields: _values, workspace_uuid: _workspace, ...fields } = ContactResource.fields
const columns = Struct.keys(fields)

interface CsvStyle {
  readonly delimiter: string
  /**
   * Whether the file is for spreadsheets. It then begins with a UTF-8 byte order mark, shows the labels of options, and
   * marks values that a spreadsheet would change with an apostrophe.
   */
  readonly isForSpreadsheet: boolean
}

/**
 * CSV: one row per contact, with column names that an import knows. The options of a `multiselect` and the lists of a
 * contact share a cell, separated by `|`.
 */
export const csvFormat = (
  customFields: ReadonlyArray<KnownField>,
  { lists, listsOf, optOuts }: ContactExtras,
  { delimiter, isForSpreadsheet }: CsvStyle
): ExportFormat => {
  const optOutColumns = optOuts === null ? [] : [optOutColumn]
  const keys = customFields.map(({ field_key }) => `custom_fields.${field_key}`)
  let spaced = 0
  const textOf = (text: string): string => {
    if (!isForSpreadsheet) return forImport(text)
    if (text.trim() !== text) spaced++
    return forSpreadsheet(text)
  }
  // An import trims unquoted cells, and treats every kind of line break as the end of a row.
  const options = { delimiter, quoted_match: /^\s|\s$|\r/ }
  const cellOf = (field: KnownField, value: Value | undefined): string | null => {
    if (value === undefined) return null
    if (typeof value === "boolean") return String(value)
    if (typeof value === "number") return isForSpreadsheet && isLong(value) ? textOf(String(value)) : String(value)
    const { field_type: type, select_options: known } = field
    if (known !== undefined) {
      const chosen = typeof value === "string" ? [value] : value
      return textOf(optionText(known, chosen, isForSpreadsheet ? "display_label" : "field_key"))
    }
    const isDate = type === "date" || type === "date:relative" || (type === "date:time" && String(value).length < 6)
    return isDate ? String(value) : textOf(String(value))
  }
  return {
    head: `${isForSpreadsheet ? "\ufeff" : ""}${stringify([[...columns, "lists", ...optOutColumns, ...keys]], { delimiter })}`,
    warnings: () =>
      spaced === 0 ? [] : [`White space around values, which spreadsheets do not keep: ${count(spaced)} cells.`],
    page: (contacts) =>
      stringify(
        encode(contacts).map((contact) => [
          ...columns.map((column) => ownCell(contact[column], textOf)),
          textOf(listText(lists, listsOf.get(contact.uuid) ?? [])),
          ...(optOuts === null ? [] : [optOuts.get(contact.uuid) ?? null]),
          ...customFields.map((field) => cellOf(field, own(contact.custom_fields, field.field_key)))
        ]),
        options
      )
  }
}

type Value = ExportedContact["custom_fields"][string]

const ownCell = (value: string | boolean | null, textOf: (text: string) => string): string | null =>
  typeof value === "string" ? textOf(value) : value === null ? null : String(value)

/** Whether a spreadsheet would shorten a number, and save the short form. */
const isLong = (value: number): boolean => String(value).length > 11
