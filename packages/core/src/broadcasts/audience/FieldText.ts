import { DateTime, Option, Predicate } from "effect"
import { type PredefinedField, predefinedFields } from "../../contact-fields/PredefinedFields.ts"
import type { Contact } from "../../contacts/Contact.ts"
import type { CustomField } from "../../custom-fields/CustomField.ts"
import type { CustomFieldValue } from "../../custom-fields/CustomFieldValue.ts"
import { parseInstant } from "../../shared/Instant.ts"

/** Reads the text of a field of a contact. Null for a value that the contact does not have, or that is blank (R4). */
export type FieldText = (contact: Contact) => string | null

/**
 * Makes what reads the text of a field by its name, in the language of a template: numbers, dates and lists as that
 * language writes them, with times of UTC, options by their labels, and every other text as it is (R4). Null for a name
 * that is no predefined field and not among the active definitions.
 */
export const fieldTexts = (locale: string, definitions: ReadonlyArray<CustomField>) => {
  const formats = formatsOf(locale)
  const custom = new Map(definitions.map((field) => [field.fieldKey, field]))
  return (name: string): FieldText | null => {
    const predefined = predefinedFields.get(name)
    if (predefined !== undefined) return predefinedText(predefined, formats)
    const field = custom.get(name)
    return field === undefined ? null : customText(field, formats)
  }
}

interface Formats {
  readonly number: (value: number) => string
  readonly date: (millis: number) => string
  readonly dateTime: (millis: number) => string
  readonly time: (millis: number) => string
  readonly list: (items: ReadonlyArray<string>) => string
}

const utc = { timeZone: "UTC" } as const

const formatsOf = (locale: string): Formats => {
  const tag = languageTag(locale)
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 20 })
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium", ...utc })
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", ...utc })
  const time = new Intl.DateTimeFormat(tag, { timeStyle: "short", ...utc })
  const list = new Intl.ListFormat(tag, { type: "conjunction" })
  return {
    number: (value) => number.format(value),
    date: (millis) => date.format(millis),
    dateTime: (millis) => dateTime.format(millis),
    time: (millis) => time.format(millis),
    list: (items) => list.format(items)
  }
}

/** The language tag of a template's locale, such as `en-US` for `en_US`; English for what is none. */
const languageTag = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "en"
  } catch {
    return "en"
  }
}

const predefinedText = (field: PredefinedField, formats: Formats): FieldText => {
  switch (field.kind) {
    case "text":
      return (contact) => shown(contact[field.name])
    case "boolean":
      return (contact) => String(contact[field.name])
    case "instant":
      return (contact) => {
        const instant = contact[field.name]
        return instant === null ? null : formats.dateTime(DateTime.toEpochMillis(instant))
      }
  }
}

const customText = (field: CustomField, formats: Formats): FieldText => {
  const ofValue = valueText(field, formats)
  const { fieldKey } = field
  return ({ customFields }) =>
    Object.hasOwn(customFields, fieldKey) ? shown(ofValue(customFields[fieldKey] ?? "")) : null
}

/** The text of a value of a field. One that the type does not have, which only an older definition took, is as it is. */
const valueText = (
  { fieldType, selectOptions }: CustomField,
  { date, dateTime, list, number, time }: Formats
): ((value: CustomFieldValue) => string) => {
  const labels = new Map((selectOptions ?? []).map(({ displayLabel, fieldKey }) => [fieldKey, displayLabel]))
  const ofText = (text: string): string => {
    switch (fieldType) {
      case "date":
      case "date:relative":
        return instantText(text, `${text}T00:00:00Z`, date)
      case "date:date_time":
        return instantText(text, text, dateTime)
      case "date:time":
        return instantText(text, `1970-01-01T${text}Z`, time)
      case "select":
      case "multiselect":
        return labels.get(text) ?? text
      default:
        return text
    }
  }
  return (value) => {
    if (Predicate.isNumber(value)) return number(value)
    if (Predicate.isBoolean(value)) return String(value)
    return Predicate.isString(value) ? ofText(value) : list(value.map(ofText))
  }
}

const instantText = (text: string, instant: string, format: (millis: number) => string): string =>
  Option.match(parseInstant(instant), { onNone: () => text, onSome: format })

const shown = (text: string | null): string | null => (text === null || text.trim() === "" ? null : text)
