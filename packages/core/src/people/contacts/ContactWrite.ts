import { type DateTime, Equal, Result } from "effect"
import { writableFields } from "../contact-fields/PredefinedFields.ts"
import type { CustomField } from "../custom-fields/CustomField.ts"
import type { CustomFieldValues } from "../custom-fields/CustomFieldValue.ts"
import {
  applyChanges,
  changeValues,
  type GivenValues,
  type ValueChange,
  valueOf
} from "../custom-fields/ValueChanges.ts"
import { nameEvent, type NewEvent } from "../../events/events/RollcallEvent.ts"
import type { FieldChange, HistoryEntry } from "../history/HistoryEntry.ts"
import { keptChanges } from "../history/KeptChanges.ts"
import type { ActorUuid, ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Issue } from "../../shared/Issue.ts"
import { type Contact, type ContactFields, makeContact, patchContact } from "./Contact.ts"
import { clashIssues, fieldIssues, identifierIssues } from "./ContactRules.ts"
import { type IdentifierField, type IdentifierKey, identifierKeys, type NumberForms } from "./Identifiers.ts"

/** The contact fields and custom values in a request or import row. */
export interface ContactChanges {
  readonly fields: ContactFields
  readonly customFields: GivenValues
}

/** A contact to write, with the custom values that differ from the stored values. */
export interface ContactWrite {
  readonly contact: Contact
  /** The contact's identifiers in matched form. The store indexes these identifiers and derives no others. */
  readonly keys: ReadonlyArray<IdentifierKey>
  readonly changes: ReadonlyArray<ValueChange>
  /** The event to store in the same step. */
  readonly event: NewEvent
}

/** The event types of contact writes. */
export type ContactWriteType = "contact.created" | "contact.updated" | "contact.archived" | "contact.unarchived"

/** Makes a contact ready to write, with its matched identifiers and its event. */
export const contactWrite = (
  numbers: NumberForms,
  type: ContactWriteType,
  contact: Contact,
  changes: ReadonlyArray<ValueChange> = []
): ContactWrite => ({
  contact,
  keys: identifierKeys(numbers, contact),
  changes,
  event: nameEvent({ type, workspaceUuid: contact.workspaceUuid, contactUuid: contact.uuid })
})

/** Returns the fields and custom values that a write changes, with full values. */
export const changesOf = (
  before: Contact,
  { changes, contact }: Pick<ContactWrite, "changes" | "contact">
): ReadonlyArray<FieldChange> => [
  ...writableFields.flatMap((field): ReadonlyArray<FieldChange> => {
    const values = { from: before[field], to: contact[field] }
    return values.from === values.to ? [] : [{ field, customField: null, values }]
  }),
  ...changes.flatMap(({ field, key, value }): ReadonlyArray<FieldChange> => {
    const from = valueOf(before.customFields, key)
    return Equal.equals(from, value) ? [] : [{ field: key, customField: field, values: { from, to: value } }]
  })
]

/**
 * Returns the history entry of a contact update, with the changes that `keptChanges` keeps. The entry has no values for a
 * custom field that is sensitive or missing from `definitions`. Null if nothing changed.
 *
 * @see docs/contributing/decisions.md, F6
 */
export const historyOfUpdate = (
  before: Contact,
  write: Pick<ContactWrite, "changes" | "contact">,
  definitions: ReadonlyArray<CustomField>,
  by: ActorUuid,
  uuid: string
): HistoryEntry | null => {
  const { contact } = write
  const changes = changesOf(before, write)
  if (changes.length === 0) return null
  const isShown = ({ customField }: FieldChange) =>
    customField === null || definitions.some(({ sensitive, uuid }) => uuid === customField && !sensitive)
  return {
    workspaceUuid: contact.workspaceUuid,
    contactUuid: contact.uuid,
    at: contact.updatedAt,
    uuid,
    by,
    kind: "updated",
    details: { changes: keptChanges(changes.map((change) => (isShown(change) ? change : { ...change, values: null }))) }
  }
}

/** The data that decides whether a contact may be written. */
export interface WriteContext {
  readonly numbers: NumberForms
  /** The definitions of the given custom fields. */
  readonly definitions: ReadonlyArray<CustomField>
  /** The given identifiers that another contact has already, if identifiers must be unique. */
  readonly clashes: ReadonlyArray<IdentifierField>
  readonly now: DateTime.Utc
}

/** A contact to write, or every issue of the input. */
export type ContactResult = Result.Result<ContactWrite, ReadonlyArray<Issue>>

/** Returns a new contact to write, or the issues of the input. */
export const writeOfNewContact = (
  { uuid, workspace }: { readonly uuid: ContactUuid; readonly workspace: WorkspaceUuid },
  given: ContactChanges,
  context: WriteContext
): ContactResult =>
  validated(null, given, context, (customFields) =>
    makeContact({ uuid, workspace, fields: given.fields, customFields, now: context.now })
  )

/** Returns a changed contact to write, or the issues of the input. */
export const writeOfChangedContact = (before: Contact, given: ContactChanges, context: WriteContext): ContactResult =>
  validated(before, given, context, (customFields) => patchContact(before, given.fields, customFields, context.now))

const validated = (
  before: Contact | null,
  { customFields, fields }: ContactChanges,
  { clashes, definitions, numbers }: WriteContext,
  contactWith: (customFields: CustomFieldValues) => Contact
): ContactResult => {
  const present = before?.customFields ?? {}
  const values = changeValues(customFields, present, definitions, before === null ? "new" : "known")
  const changes = Result.getOrElse(values, () => [])
  const contact = contactWith(applyChanges(present, changes))
  const type = before === null ? "contact.created" : "contact.updated"
  const issues = [
    ...fieldIssues(fields),
    ...identifierIssues(contact),
    ...clashIssues(clashes),
    ...(Result.isFailure(values) ? values.failure : [])
  ]
  return issues.length === 0 ? Result.succeed(contactWrite(numbers, type, contact, changes)) : Result.fail(issues)
}
