import { type DateTime, Result } from "effect"
import type { CustomField } from "../custom-fields/CustomField.ts"
import { applyChanges, changeValues, type GivenValues, type ValueChange } from "../custom-fields/ValueChanges.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Issue } from "../shared/Issue.ts"
import { type Contact, type ContactFields, makeContact, patchContact } from "./Contact.ts"
import { clashIssues, fieldIssues, identifierIssues } from "./ContactRules.ts"
import type { IdentifierField } from "./Identifiers.ts"

/** What a request or a row says about a contact and its custom values. */
export interface ContactChanges {
  readonly fields: ContactFields
  readonly customFields: GivenValues
}

/** A contact as it is to be written, and which of its custom values differ from what is stored. */
export interface ContactWrite {
  readonly contact: Contact
  readonly changes: ReadonlyArray<ValueChange>
}

/** What a contact's rules need to know of the store. */
export interface DraftContext {
  /** The definitions of the custom fields that are given. */
  readonly definitions: ReadonlyArray<CustomField>
  /** The given identifiers that are another contact's and may not be (C2). */
  readonly clashes: ReadonlyArray<IdentifierField>
  readonly now: DateTime.Utc
}

/** A contact to write, or everything that is wrong with what was given. */
export type ContactDraft = Result.Result<ContactWrite, ReadonlyArray<Issue>>

/** A new contact. */
export const draftNewContact = (
  { uuid, workspace }: { readonly uuid: ContactUuid; readonly workspace: WorkspaceUuid },
  { customFields, fields }: ContactChanges,
  { clashes, definitions, now }: DraftContext
): ContactDraft => {
  const values = changeValues(customFields, {}, definitions, "new")
  const changes = Result.getOrElse(values, () => [])
  const contact = makeContact({ uuid, workspace, fields, customFields: applyChanges({}, changes), now })
  return checked({ contact, changes }, fields, values, clashes)
}

/** A contact after a partial update. */
export const draftChangedContact = (
  before: Contact,
  { customFields, fields }: ContactChanges,
  { clashes, definitions, now }: DraftContext
): ContactDraft => {
  const values = changeValues(customFields, before.customFields, definitions, "known")
  const changes = Result.getOrElse(values, () => [])
  const contact = patchContact(before, fields, applyChanges(before.customFields, changes), now)
  return checked({ contact, changes }, fields, values, clashes)
}

const checked = (
  write: ContactWrite,
  fields: ContactFields,
  values: ReturnType<typeof changeValues>,
  clashes: ReadonlyArray<IdentifierField>
): ContactDraft => {
  const issues = [
    ...fieldIssues(fields),
    ...identifierIssues(write.contact),
    ...clashIssues(clashes),
    ...(Result.isFailure(values) ? values.failure : [])
  ]
  return issues.length === 0 ? Result.succeed(write) : Result.fail(issues)
}
