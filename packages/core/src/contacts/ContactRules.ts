import { inBody, type Issue } from "../kernel/Issue.ts"
import { isStorable } from "../search/Text.ts"
import { type Contact, type ContactFields, isIdentified, maxFieldLength, writableFields } from "./Contact.ts"

/** What is wrong with the texts that a request gives, field by field. */
export const fieldIssues = (fields: ContactFields): ReadonlyArray<Issue> =>
  writableFields.flatMap((field) => {
    const value = fields[field]
    if (value === undefined || value === null) return []
    if (!isStorable(value)) return [inBody("value_error", wireName(field), "must not hold U+0000 or a lone surrogate")]
    return value.length > maxFieldLength
      ? [inBody("too_long", wireName(field), `must have at most ${maxFieldLength} characters`)]
      : []
  })

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

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
