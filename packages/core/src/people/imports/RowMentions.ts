import { type Schema, String } from "effect"
import { identifierFields } from "../contacts/Contact.ts"
import { type IdentifierField, type IdentifierKey, type NumberForms, readIdentifier } from "../contacts/Identifiers.ts"
import { fewestDigits } from "../identifiers/AddressForm.ts"
import { valuesIn } from "../identifiers/Reading.ts"
import type { ImportRow } from "./ContactImport.ts"

/**
 * Returns whether a row contains one of these identifiers, in its fields or its original form. A refused row has only its
 * original form. In the original form, e-mail addresses and phone numbers are found in any member, other identifiers only
 * in members with the identifier's name.
 */
export const mentions = (
  numbers: NumberForms,
  { fields, original }: ImportRow,
  identifiers: ReadonlyArray<IdentifierKey>
): boolean => {
  const wanted = new Set(identifiers.map(textOf))
  return allKeys(numbers, fields).some((key) => wanted.has(textOf(key))) || isMentioned(numbers, original, null, wanted)
}

/** Returns all identifiers of a row. A field may contain several identifiers. */
const allKeys = (numbers: NumberForms, fields: ImportRow["fields"]): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) =>
    valuesIn(readIdentifier(numbers, field, fields[field])).map(({ key }) => ({ field, value: key }))
  )

const isMentioned = (
  numbers: NumberForms,
  value: Schema.Json,
  name: string | null,
  wanted: ReadonlySet<string>
): boolean => {
  if (typeof value === "string" || typeof value === "number") {
    const text = `${value}`
    return fieldsIn(text, name).some((field) => {
      const found = valuesIn(readIdentifier(numbers, field, text.trim()))
      return found.some(({ key }) => wanted.has(textOf({ field, value: key })))
    })
  }
  if (value === null || typeof value === "boolean") return false
  const isArray = Array.isArray(value)
  return Object.entries(value).some(([key, member]) => isMentioned(numbers, member, isArray ? name : key, wanted))
}

/** Returns the identifier fields that a string may belong to, given the name of its member. */
const fieldsIn = (text: string, name: string | null): ReadonlyArray<IdentifierField> => {
  const isNumber = text.replace(/[^0-9]/g, "").length >= fewestDigits
  const named = exact.filter((field) => name === field || name === String.camelToSnake(field))
  return ["email", ...(isNumber ? (["phoneNumber", "chatappId"] as const) : []), ...named]
}

/** The identifier fields that accept any string. */
const exact = ["externalContactId", "socialmsgId"] as const satisfies ReadonlyArray<IdentifierField>

const textOf = ({ field, value }: IdentifierKey): string => `${field} ${value}`
