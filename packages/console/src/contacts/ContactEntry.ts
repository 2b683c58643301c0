import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import { keysOf, type Reader, readList, readRecord, readText } from "../reading/Reader.ts"
import { writable } from "./PredefinedFields.ts"
import { own } from "../reading/Own.ts"

export type Contact = AnswerOf<"GET /v1/contacts/:contact_uuid">
export type CustomField = AnswerOf<"GET /v1/custom-fields">["custom_fields"][number]
export type CustomValue = Contact["custom_fields"][string]
export type ContactChange = NonNullable<RequestOf<"PATCH /v1/contacts/:contact_uuid">["body"]>

/** The writable fields of every contact, in the order in which they are shown. */
export const writableFields = keysOf(writable)

/** The value of an input: a string, or the keys of several options. */
export type Typed = string | ReadonlyArray<string>

/** The typed values, by the API's paths: `email`, `custom_fields.city`. Untouched fields are absent. */
export type ContactEntry = { readonly [place: string]: Typed }

export const noDraft: ContactEntry = {}

export const readDraft: Reader<ContactEntry> = readRecord((value) => readText(value) ?? readList(readText)(value))

/** Returns the path of a custom field in a request. */
export const placeOf = ({ field_key }: CustomField): string => `custom_fields.${field_key}`

/** Returns the value of an input before anything is typed. */
export const typedOf = (field: CustomField, value: CustomValue | undefined): Typed => {
  if (field.field_type === "multiselect") return typeof value === "object" ? value : []
  if (value === undefined || typeof value === "object") return ""
  return field.field_type === "date:date_time" ? localOf(String(value)) : String(value)
}

/** Converts a typed value to the API's format; null if it is empty. The API reports values with a wrong format. */
export const valueOf = ({ field_type }: CustomField, typed: Typed): CustomValue | null => {
  if (typeof typed !== "string") return typed.length === 0 ? null : typed
  const trimmed = typed.trim()
  if (trimmed === "") return null
  switch (field_type) {
    case "text":
      return typed
    case "number:integer":
    case "number:decimal":
    case "number:percentage":
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : trimmed
    case "checkbox":
      return trimmed === "true" ? true : trimmed === "false" ? false : trimmed
    case "date:date_time":
      return instantOf(trimmed)
    default:
      return trimmed
  }
}

/**
 * Returns the typed fields that differ from the contact. Other fields are left out, so that changes by other users stay.
 */
export const changesOf = (
  draft: ContactEntry,
  contact: Contact | undefined,
  fields: ReadonlyArray<CustomField>
): ContactChange => {
  const change: { -readonly [Key in keyof ContactChange]: ContactChange[Key] } = {}
  for (const name of writableFields) {
    const typed = draft[name]
    if (typeof typed !== "string") continue
    const value = typed.trim() === "" ? null : typed
    if (value !== (contact?.[name] ?? null)) change[name] = value
  }
  const values = fields.flatMap((field): ReadonlyArray<readonly [string, CustomValue | null]> => {
    const typed = own(draft, placeOf(field))
    if (typed === undefined || isSame(typed, typedOf(field, own(contact?.custom_fields ?? {}, field.field_key))))
      return []
    return [[field.field_key, valueOf(field, typed)]]
  })
  if (values.length > 0) change.custom_fields = Object.fromEntries(values)
  return change
}

const isSame = (a: Typed, b: Typed): boolean =>
  typeof a === "string" || typeof b === "string" ? a === b : a.join("\n") === b.join("\n")

/** Formats a timestamp for an input, in the browser's time zone. Seconds are left out if they are zero. */
export const localOf = (iso: string): string => {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ""
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(padded).join("-")
  const parts = [date.getHours(), date.getMinutes(), ...(date.getSeconds() === 0 ? [] : [date.getSeconds()])]
  return `${day}T${parts.map(padded).join(":")}`
}

const padded = (part: number): string => String(part).padStart(2, "0")

/** Parses a date and time in the browser's time zone. */
const instantOf = (local: string): string => {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString().replace(".000Z", "Z")
}
