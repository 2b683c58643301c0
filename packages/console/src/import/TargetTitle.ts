import { contactFields, type KnownField } from "@rollcall/contact-files"
import { predefinedFields } from "../contacts/PredefinedFields.ts"

const targetTitles = { uuid: "UUID of the contact", lists: "Lists to join", opted_out: "Opted out of" } as const

const others = ["uuid", "lists", "opted_out"] as const

/** Returns the title of a field that a column can be mapped to. */
export const targetTitle = (name: string, fields: ReadonlyArray<KnownField>): string => {
  const field = contactFields.find((known) => known === name)
  if (field !== undefined) return predefinedFields[field].title
  const other = others.find((known) => known === name)
  if (other !== undefined) return targetTitles[other]
  return fields.find(({ field_key }) => `custom_fields.${field_key}` === name)?.name ?? name
}
