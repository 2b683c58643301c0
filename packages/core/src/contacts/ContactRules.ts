import { inBody, type Issue } from "../shared/Issue.ts"
import { isStorable } from "../shared/Text.ts"
import {
  type Contact,
  type ContactFields,
  identifierFields,
  isIdentified,
  maxFieldLength,
  tidy,
  type WritableField,
  writableFields
} from "./Contact.ts"
import { type IdentifierField, type IdentifierKey, identifierKeys } from "./Identifiers.ts"

/** What is wrong with the texts that a request gives, field by field. */
export const fieldIssues = (fields: ContactFields): ReadonlyArray<Issue> =>
  writableFields.flatMap((field) => textIssues(field, fields[field]))

/** The identifiers that a request gives and that can be looked for: those with nothing wrong about their text. */
export const usableIdentifiers = (fields: ContactFields): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) => {
    const text = fields[field]
    return text === undefined || text === null || textIssues(field, text).length > 0
      ? []
      : identifierKeys({ [field]: tidy(text) })
  })

/** Refuses identifiers that are another contact's, where each may be on one contact only (C2). */
export const clashIssues = (clashes: ReadonlyArray<IdentifierField>): ReadonlyArray<Issue> =>
  clashes.map((field) => inBody("already_exists", wireName(field), "is the identifier of another contact"))

/** The rule that a contact as a whole has to keep: at least one identifier (C1). */
export const identifierIssues = (contact: Contact): ReadonlyArray<Issue> =>
  isIdentified(contact)
    ? []
    : [
        inBody(
          "missing",
          "external_contact_id",
          "at least one of external_contact_id, email, phone_number, chatapp_id and socialmsg_id is required"
        )
      ]

const textIssues = (field: WritableField, value: string | null | undefined): ReadonlyArray<Issue> => {
  if (value === undefined || value === null) return []
  if (!isStorable(value)) return [inBody("value_error", wireName(field), "must not hold U+0000 or a lone surrogate")]
  return value.length > maxFieldLength
    ? [inBody("too_long", wireName(field), `must have at most ${maxFieldLength} characters`)]
    : []
}

/** The name of a field in requests. */
export const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
