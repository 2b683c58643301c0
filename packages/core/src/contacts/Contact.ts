import { DateTime, Schema } from "effect"
import { CustomFieldValue, type CustomFieldValues } from "../custom-fields/CustomFieldValue.ts"
import { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"

const OptionalText = Schema.NullOr(Schema.String)

/** A person or company that can be addressed. An unset field is null (W1). */
export const Contact = Schema.Struct({
  uuid: ContactUuid,
  workspaceUuid: WorkspaceUuid,
  firstName: OptionalText,
  lastName: OptionalText,
  externalContactId: OptionalText,
  email: OptionalText,
  phoneNumber: OptionalText,
  chatappId: OptionalText,
  socialmsgId: OptionalText,
  /** The reference under which a broadcast last addressed the contact: searchable, not part of the resource (C5). */
  clientReference: OptionalText,
  archived: Schema.Boolean,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc,
  /** When a recipient that maps to the contact last reached `read` (C6). */
  lastEngagedAt: Schema.NullOr(Schema.DateTimeUtc),
  /** The values of active custom fields, by field key. */
  customFields: Schema.Record(Schema.String, CustomFieldValue)
})
export type Contact = typeof Contact.Type

/** The fields that a request may set, in the specification's order. */
export const writableFields = [
  "firstName",
  "lastName",
  "externalContactId",
  "email",
  "phoneNumber",
  "chatappId",
  "socialmsgId"
] as const
export type WritableField = (typeof writableFields)[number]

/** The five identifiers, at least one of which every contact has (C1). */
export const identifierFields = [
  "externalContactId",
  "email",
  "phoneNumber",
  "chatappId",
  "socialmsgId"
] as const satisfies ReadonlyArray<WritableField>

/** The longest text that a field of a contact takes, in UTF-16 units. */
export const maxFieldLength = 1_000

/** What a request says about a contact: an absent field stays as it is, null clears it. */
export type ContactFields = { readonly [Field in WritableField]?: string | null | undefined }

/** Text as it is stored: trimmed, and null when nothing is left (C1). */
export const tidy = (value: string | null): string | null => value?.trim() || null

/** Whether a contact could still be reached or matched: the rule of the five identifiers (C1). */
export const isIdentified = (contact: Pick<Contact, (typeof identifierFields)[number]>): boolean =>
  identifierFields.some((field) => contact[field] !== null)

/** A new contact. */
export const makeContact = (options: {
  readonly uuid: ContactUuid
  readonly workspace: WorkspaceUuid
  readonly fields: ContactFields
  readonly customFields: CustomFieldValues
  readonly now: DateTime.Utc
}): Contact => ({
  uuid: options.uuid,
  workspaceUuid: options.workspace,
  firstName: null,
  lastName: null,
  externalContactId: null,
  email: null,
  phoneNumber: null,
  chatappId: null,
  socialmsgId: null,
  ...given(options.fields),
  clientReference: null,
  archived: false,
  createdAt: options.now,
  updatedAt: options.now,
  lastEngagedAt: null,
  customFields: options.customFields
})

/** The contact after a partial update, which changes the fields that are given. */
export const patchContact = (
  contact: Contact,
  fields: ContactFields,
  customFields: CustomFieldValues,
  now: DateTime.Utc
): Contact => ({
  ...contact,
  ...given(fields),
  customFields,
  updatedAt: DateTime.max(now, contact.updatedAt)
})

const given = (fields: ContactFields): { readonly [Field in WritableField]?: string | null } => {
  const result: { [Field in WritableField]?: string | null } = {}
  for (const field of writableFields) {
    const value = fields[field]
    if (value !== undefined) result[field] = tidy(value)
  }
  return result
}
