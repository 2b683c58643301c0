import { type WritableField, writableFields } from "../contact-fields/PredefinedFields.ts"
import { issue, type Issue, textIssues } from "../../shared/Issue.ts"
import { type Contact, type ContactFields, identifierFields, isIdentified, maxFieldLength, tidy } from "./Contact.ts"
import { none, type Reading, valueIn } from "../identifiers/Reading.ts"
import {
  type Identifier,
  type IdentifierField,
  type IdentifierKey,
  type NumberForms,
  readIdentifier
} from "./Identifiers.ts"

/** Returns the issues of a request's string fields. */
export const fieldIssues = (fields: ContactFields): ReadonlyArray<Issue> =>
  writableFields.flatMap((field) => issuesOf(field, fields[field]))

/** Returns the valid identifiers of a request. */
export const usableIdentifiers = (numbers: NumberForms, fields: ContactFields): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) => {
    const value = valueIn(usableReading(numbers, field, fields))
    return value === null ? [] : [{ field, value: value.key }]
  })

/** Reads an identifier of a request. A string with issues counts as empty. */
export const usableReading = (
  numbers: NumberForms,
  field: IdentifierField,
  fields: ContactFields
): Reading<Identifier> => {
  const text = fields[field]
  return issuesOf(field, text).length > 0 ? none("empty") : readIdentifier(numbers, field, tidy(text ?? null))
}

/**
 * Returns an `already_exists` issue for each identifier that another contact has.
 *
 * @see docs/contributing/decisions.md, C2
 */
export const clashIssues = (clashes: ReadonlyArray<IdentifierField>): ReadonlyArray<Issue> =>
  clashes.map((field) => issue("already_exists", [field], "is already used by another contact"))

const anIdentifier = "at least one identifier is required"

/** Returns a `missing` issue for each identifier if the contact has no identifier. */
export const identifierIssues = (contact: Contact): ReadonlyArray<Issue> => {
  if (isIdentified(contact)) return []
  return identifierFields.map((field) => issue("missing", [field], anIdentifier))
}

const issuesOf = (field: WritableField, text: string | null | undefined): ReadonlyArray<Issue> =>
  text ? textIssues([field], text, { max: maxFieldLength }) : []
