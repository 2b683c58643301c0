import { writableFields } from "@rollcall/core"
import { DateTime } from "effect"
import { stringify } from "csv-stringify/sync"
import { optionSeparator } from "../reading/CellValue.ts"
import { type KnownField, wireName } from "../reading/ColumnMap.ts"
import type { ExportedContact } from "./ContactSource.ts"

/** Writes contacts as text, page by page. */
export interface ExportFormat {
  /** What comes before the first contact. */
  readonly head: string
  readonly page: (contacts: ReadonlyArray<ExportedContact>) => string
}

const iso = (instant: DateTime.Utc | null) => (instant === null ? null : DateTime.formatIso(instant))

/** An object a line, as the API shows a contact. */
export const jsonLinesFormat: ExportFormat = {
  head: "",
  page: (contacts) => contacts.map((contact) => `${JSON.stringify(resourceOf(contact))}\n`).join("")
}

const resourceOf = (contact: ExportedContact) => ({
  uuid: contact.uuid,
  workspace_uuid: contact.workspaceUuid,
  ...Object.fromEntries(writableFields.map((field) => [wireName(field), contact[field]])),
  archived: contact.archived,
  created_at: iso(contact.createdAt),
  updated_at: iso(contact.updatedAt),
  last_engaged_at: iso(contact.lastEngagedAt),
  custom_fields: contact.customFields
})

/** A row a contact, under names that an import knows. Options of a `multiselect` stand in one cell, with `|` between. */
export const csvFormat = (definitions: ReadonlyArray<KnownField>, delimiter: string): ExportFormat => ({
  head: stringify(
    [
      [
        "uuid",
        ...writableFields.map(wireName),
        "archived",
        "created_at",
        "updated_at",
        "last_engaged_at",
        ...definitions.map(({ fieldKey }) => `custom_fields.${fieldKey}`)
      ]
    ],
    { delimiter }
  ),
  page: (contacts) =>
    stringify(
      contacts.map((contact) => [
        contact.uuid,
        ...writableFields.map((field) => contact[field]),
        String(contact.archived),
        iso(contact.createdAt),
        iso(contact.updatedAt),
        iso(contact.lastEngagedAt),
        ...definitions.map(({ fieldKey }) => cellOf(contact.customFields[fieldKey]))
      ]),
      { delimiter }
    )
})

const cellOf = (value: ExportedContact["customFields"][string] | undefined): string | null => {
  if (value === undefined) return null
  return typeof value === "object" ? value.join(optionSeparator) : String(value)
}
