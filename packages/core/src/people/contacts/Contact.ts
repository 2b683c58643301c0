import { DateTime, Schema, Struct } from "effect"
import { CustomFieldValue, type CustomFieldValues } from "../custom-fields/CustomFieldValue.ts"
import {
  predefinedSchemas,
  type WritableField,
  writableFields,
  writableSchemas
} from "../contact-fields/PredefinedFields.ts"
import { GivenValues } from "../custom-fields/ValueChanges.ts"
import { given } from "../../shared/Input.ts"
import { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/**
 * A person or company that can be addressed. An unset field is null.
 *
 * @see docs/contributing/decisions.md, W1
 */
export const Contact = Schema.Struct({
  uuid: ContactUuid,
  workspaceUuid: WorkspaceUuid,
  ...predefinedSchemas,
  /** The values of active custom fields, by field key. */
  customFields: Schema.Record(Schema.String, CustomFieldValue)
})
export type Contact = typeof Contact.Type

/**
 * The five identifier fields. Every contact has at least one identifier.
 *
 * @see docs/contributing/decisions.md, C1
 */
export const identifierFields = [
  "externalContactId",
  "email",
  "phoneNumber",
  "chatappId",
  "socialmsgId"
] as const satisfies ReadonlyArray<WritableField>

/** The maximum length of a contact's field, in characters. */
export const maxFieldLength = 1_000

/** The contact fields of a request. An absent field stays unchanged; null clears the field. */
export const ContactFields = Schema.Struct(Struct.map(writableSchemas, Schema.optional))
export type ContactFields = typeof ContactFields.Type

/** The contact fields and custom values of a request. */
export const GivenContact = Schema.Struct({
  ...ContactFields.fields,
  /** Values by field key; null clears a value. */
  customFields: given(GivenValues)
})
export type GivenContact = typeof GivenContact.Type

/** Trims a string as it is stored. Returns null for an empty string. */
export const tidy = (value: string | null): string | null => value?.trim() || null

/** Returns whether a contact has at least one identifier. */
export const isIdentified = (contact: Pick<Contact, (typeof identifierFields)[number]>): boolean =>
  identifierFields.some((field) => contact[field] !== null)

interface ToNull extends Struct.Lambda {
  (field: unknown): null
  readonly "~lambda.out": null
}

const unset = Struct.map(
  writableSchemas,
  Struct.lambda<ToNull>(() => null)
)

export const makeContact = (options: {
  readonly uuid: ContactUuid
  readonly workspace: WorkspaceUuid
  readonly fields: ContactFields
  readonly customFields: CustomFieldValues
  readonly now: DateTime.Utc
}): Contact => ({
  uuid: options.uuid,
  workspaceUuid: options.workspace,
  ...unset,
  ...tidied(options.fields),
  clientReference: null,
  archived: false,
  createdAt: options.now,
  updatedAt: options.now,
  lastEngagedAt: null,
  customFields: options.customFields
})

/** Returns the contact after a partial update. */
export const patchContact = (
  contact: Contact,
  fields: ContactFields,
  customFields: CustomFieldValues,
  now: DateTime.Utc
): Contact => ({
  ...contact,
  ...tidied(fields),
  customFields,
  updatedAt: DateTime.max(now, contact.updatedAt)
})

const tidied = (fields: ContactFields): { readonly [Field in WritableField]?: string | null } => {
  const result: { [Field in WritableField]?: string | null } = {}
  for (const field of writableFields) {
    const value = fields[field]
    if (value !== undefined) result[field] = tidy(value)
  }
  return result
}
