import { DateTime, Option, Predicate } from "effect"
import { type PredefinedField, predefinedFields } from "../../../people/contact-fields/PredefinedFields.ts"
import type { Contact } from "../../../people/contacts/Contact.ts"
import type { CustomField } from "../../../people/custom-fields/CustomField.ts"
import type { CustomFieldValue } from "../../../people/custom-fields/CustomFieldValue.ts"
import { parseInstant } from "../../../shared/Instant.ts"
import { writtenZone, type ZoneReader } from "../zones/RecipientZones.ts"
import { type MomentFormat, momentFormat, type ValueFormat } from "./ValueFormat.ts"
import { own } from "../../../shared/Own.ts"

/** Returns a contact's field as a string, for a message to an address; null if the value is missing or blank. */
export type FieldText = (contact: Contact, address: string | null) => string | null

/** Returns the reader of a field, with the given format or the type's default; null if no field has this name. */
export type FieldTexts = (name: string, format?: ValueFormat | null) => FieldText | null

/**
 * Makes the function that returns a field's reader by name, for messages in a template's language. Dates, times, decimals
 * and lists are written as in that language, integers as digits, options as their labels, and other strings unchanged. A
 * timestamp is written in the recipient's time zone, followed by the zone's name if the recipient may have another zone.
 * Only predefined fields and `definitions` are readable.
 */
export const fieldTexts = (locale: string, definitions: ReadonlyArray<CustomField>, zones: ZoneReader): FieldTexts => {
  const formats = formatsOf(locale)
  const custom = new Map(definitions.map((field) => [field.fieldKey, field]))
  const moment: MomentText = (millis, format, contact, address) => {
    const clock = zones.clock(zones.read(writtenZone(contact.customFields, zones.field), address), millis)
    const text = formats.moment(millis, format, clock.zone)
    return clock.isNamed ? `${text} (${formats.zoneName(millis, clock.zone)})` : text
  }
  return (name, format) => {
    const predefined = predefinedFields.get(name)
    if (predefined !== undefined) return predefinedText(predefined, moment, format ?? null)
    const field = custom.get(name)
    return field === undefined ? null : customText(field, formats, moment, format ?? null)
  }
}

/** Formats a timestamp in the time zone of a contact at an address. */
type MomentText = (millis: number, format: MomentFormat, contact: Contact, address: string | null) => string

interface Formats {
  readonly number: (value: number) => string
  readonly integer: (value: number) => string
  readonly moment: (millis: number, format: MomentFormat, zone: string) => string
  /** Returns the short name of a zone at a timestamp, such as `CET` or `GMT+9`. */
  readonly zoneName: (millis: number, zone: string) => string
  readonly list: (items: ReadonlyArray<string>) => string
}

const styles: { readonly [Format in MomentFormat]: Intl.DateTimeFormatOptions } = {
  date: { dateStyle: "medium" },
  full_date: { dateStyle: "full" },
  time: { timeStyle: "short" },
  date_time: { dateStyle: "medium", timeStyle: "short" }
}

const formatsOf = (locale: string): Formats => {
  const tag = languageTag(locale)
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 20 })
  const integer = new Intl.NumberFormat(tag, { maximumFractionDigits: 0, useGrouping: false })
  const list = new Intl.ListFormat(tag, { type: "conjunction" })
  const clocks = new Map<string, Intl.DateTimeFormat>()
  const clock = (zone: string, kind: string, options: Intl.DateTimeFormatOptions) => {
    const key = `${kind} ${zone}`
    const made = clocks.get(key) ?? new Intl.DateTimeFormat(tag, { ...options, timeZone: zone })
    clocks.set(key, made)
    return made
  }
  return {
    number: (value) => number.format(value),
    integer: (value) => integer.format(value),
    moment: (millis, format, zone) => clock(zone, format, styles[format]).format(millis),
    zoneName: (millis, zone) =>
      clock(zone, "zone", { timeZoneName: "short" })
        .formatToParts(millis)
        .find(({ type }) => type === "timeZoneName")?.value ?? zone,
    list: (items) => list.format(items)
  }
}

/** Returns the language tag of a template's locale, such as `en-US` for `en_US`; `en` for an invalid locale. */
const languageTag = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "en"
  } catch {
    return "en"
  }
}

const predefinedText = (field: PredefinedField, moment: MomentText, format: ValueFormat | null): FieldText => {
  switch (field.kind) {
    case "text":
      return (contact) => shown(contact[field.name])
    case "boolean":
      return (contact) => String(contact[field.name])
    case "instant":
      return (contact, address) => {
        const instant = contact[field.name]
        return instant === null
          ? null
          : moment(DateTime.toEpochMillis(instant), momentFormat(format, "date_time"), contact, address)
      }
  }
}

const customText = (
  field: CustomField,
  formats: Formats,
  moment: MomentText,
  format: ValueFormat | null
): FieldText => {
  const ofValue = valueText(field, formats, moment, format)
  const { fieldKey } = field
  return (contact, address) => {
    const { customFields } = contact
    const value = own(customFields, fieldKey)
    return value === undefined ? null : shown(ofValue(value, contact, address))
  }
}

/** Returns the function that formats a field's value. A value that doesn't fit the field's type stays unchanged. */
const valueText = (
  { fieldType, selectOptions }: CustomField,
  formats: Formats,
  moment: MomentText,
  format: ValueFormat | null
): ((value: CustomFieldValue, contact: Contact, address: string | null) => string) => {
  const labels = new Map((selectOptions ?? []).map(({ displayLabel, fieldKey }) => [fieldKey, displayLabel]))
  const isInteger = (format ?? (fieldType === "number:integer" ? "integer" : "decimal")) === "integer"
  // A date or a time of day has no zone, so it is formatted in UTC.
  const local = (text: string, iso: string, by: MomentFormat): string =>
    Option.match(parseInstant(iso), {
      onNone: () => text,
      onSome: (millis) => formats.moment(millis, momentFormat(format, by), "UTC")
    })
  const ofText = (text: string, contact: Contact, address: string | null): string => {
    switch (fieldType) {
      case "date":
      case "date:relative":
        return local(text, `${text}T00:00:00Z`, "date")
      case "date:date_time":
        return Option.match(parseInstant(text), {
          onNone: () => text,
          onSome: (millis) => moment(millis, momentFormat(format, "date_time"), contact, address)
        })
      case "date:time":
        return local(text, `1970-01-01T${text}Z`, "time")
      case "select":
      case "multiselect":
        return labels.get(text) ?? text
      default:
        return text
    }
  }
  return (value, contact, address) => {
    if (Predicate.isNumber(value)) return isInteger ? formats.integer(value) : formats.number(value)
    if (Predicate.isBoolean(value)) return String(value)
    return Predicate.isString(value)
      ? ofText(value, contact, address)
      : formats.list(value.map((element) => ofText(element, contact, address)))
  }
}

const shown = (text: string | null): string | null => (text === null || text.trim() === "" ? null : text)
