import { contactFields, type KnownField } from "@rollcall/contact-files"
import { text } from "../texts/Text.ts"

const others = ["uuid", "lists", "opted_out"] as const

/** What something that a column may give is called. */
export const targetTitle = (name: string, fields: ReadonlyArray<KnownField>): string => {
  const field = contactFields.find((one) => one === name)
  if (field !== undefined) return text(`contacts.fields.${field}`)
  const other = others.find((one) => one === name)
  if (other !== undefined) return text(`import.targets.${other}`)
  return fields.find(({ field_key }) => `custom_fields.${field_key}` === name)?.name ?? name
}
