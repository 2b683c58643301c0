import { identity } from "effect"
import type { ContactUuid } from "../shared/Ids.ts"
import { digits, emailKey } from "../shared/Text.ts"
import { type Contact, type ContactFields, identifierFields } from "./Contact.ts"

/** One of the five identifiers (C1). */
export type IdentifierField = (typeof identifierFields)[number]

/** An identifier as it is matched: by its field and its normalised value, which is never empty (C3). */
export interface IdentifierKey {
  readonly field: IdentifierField
  readonly value: string
}

/** An identifier and the contacts that have it: at most {@link maxIdentifierHolders}, the first by uuid. */
export interface IdentifierHolders<Uuid> {
  readonly key: IdentifierKey
  readonly contacts: ReadonlyArray<Uuid>
}

/** How many holders of an identifier are returned: enough to distinguish one from several. */
export const maxIdentifierHolders = 2

/** The normalised value of an identifier; null if nothing is left that could be matched, such as a phone without digits. */
export const identifierValue = (field: IdentifierField, text: string | null | undefined): string | null =>
  (text && normalise[field](text)) || null

const normalise: { readonly [Field in IdentifierField]: (text: string) => string } = {
  externalContactId: identity,
  email: emailKey,
  phoneNumber: digits,
  chatappId: digits,
  socialmsgId: identity
}

/** The identifiers that a contact has or a request gives, in the specification's order. */
export const identifierKeys = (fields: Pick<ContactFields, IdentifierField>): ReadonlyArray<IdentifierKey> =>
  identifierFields.flatMap((field) => {
    const value = identifierValue(field, fields[field])
    return value === null ? [] : [{ field, value }]
  })

/** Whether a contact has this identifier. */
export const hasIdentifier = (contact: Pick<Contact, IdentifierField>, { field, value }: IdentifierKey): boolean =>
  identifierValue(field, contact[field]) === value

/** The identifiers that are addresses in broadcasts (C5). */
export const addressFields = ["chatappId", "phoneNumber"] as const satisfies ReadonlyArray<IdentifierField>

/** The addresses of a contact in broadcasts: the digits of `chatapp_id` and `phone_number` (C5), each once. */
export const addressesOf = (contact: Pick<Contact, (typeof addressFields)[number]>): ReadonlyArray<string> => {
  const addresses = addressFields.map((field) => identifierValue(field, contact[field]))
  return Array.from(new Set(addresses)).filter((address) => address !== null)
}

/** The address that an identifier of a recipient is written for, however it is written; null for none. */
export const addressOf = (identifier: string): string | null =>
  isAddress(identifier) ? identifier : identifierValue("phoneNumber", identifier)

const addressPattern = /^[1-9][0-9]{6,14}$/

/** Whether a text can be an address in broadcasts: a phone number with country code, in digits alone (B7). */
export const isAddress = (text: string): boolean => addressPattern.test(text)

/** The fields of the identifiers that other contacts have; one that the contact itself has already is no clash. */
export const clashesOf = (
  contact: Pick<Contact, IdentifierField | "uuid"> | null,
  held: ReadonlyArray<IdentifierHolders<ContactUuid>>
): ReadonlyArray<IdentifierField> =>
  held.flatMap(({ contacts, key }) => {
    const isFree = contacts.every((holder) => holder === contact?.uuid)
    return isFree || (contact !== null && hasIdentifier(contact, key)) ? [] : [key.field]
  })
