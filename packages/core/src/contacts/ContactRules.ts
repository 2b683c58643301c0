import { String } from "effect"
import { type WritableField, writableFields } from "../custom-fields/PredefinedFields.ts"
import { inBody, type Issue } from "../shared/Issue.ts"
import { textIssues } from "../shared/TextIssues.ts"
import { type Contact, type ContactFields, identifierFields, isIdentified, maxFieldLength, tidy } from "./Contact.ts"
import { type IdentifierField, type IdentifierKey, identifierKeys } from "./Identifiers.ts"

/** What is wrong with the texts that a request gives, field by field. */
export const fieldIssues = (fields: ContactFields): ReadonlyArray<Issue> =>
  writableFields.flatMap((field) => issuesOf(field, fields[field]))

/** The identifiers that a request gives and that can be looked for: those with nothing wrong about their text. */
export const usableIdentifiers = (fields: ContactFields): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) =>
    issuesOf(field, fields[field]).length > 0 ? [] : identifierKeys({ [field]: tidy(fields[field] ?? null) })
  )

/** Refuses identifiers that are another contact's, where each may be on one contact only (C2). */
export const clashIssues = (clashes: ReadonlyArray<IdentifierField>): ReadonlyArray<Issue> =>
  clashes.map((field) => inBody("already_exists", String.camelToSnake(field), "is the identifier of another contact"))

/** The rule that a contact as a whole has to keep: at least one identifier (C1). */
export const identifierIssues = (contact: Contact): ReadonlyArray<Issue> => {
  if (isIdentified(contact)) return []
  const names = "external_contact_id, email, phone_number, chatapp_id and socialmsg_id"
  return [inBody("missing", "external_contact_id", `at least one of ${names} is required`)]
}

const issuesOf = (field: WritableField, text: string | null | undefined): ReadonlyArray<Issue> =>
  text ? textIssues(String.camelToSnake(field), text, { max: maxFieldLength }) : []
