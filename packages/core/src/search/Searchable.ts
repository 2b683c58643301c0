import { DateTime } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import type { ValueEntry } from "../custom-fields/ValueIndex.ts"
import type { CustomFieldUuid } from "../shared/Ids.ts"
import type { BooleanName, InstantName, PhoneName, TextName } from "./Field.ts"
import { digits, fold } from "../shared/Text.ts"

/**
 * The index form of a contact: its values as they are compared. It is computed here and nowhere else, so that every
 * store compares the same. A value that counts as missing (null or empty, S6) is null.
 */
export interface Searchable {
  readonly uuid: string
  readonly text: Readonly<Record<TextName, string | null>>
  readonly digits: Readonly<Record<PhoneName, string | null>>
  readonly instant: Readonly<Record<InstantName, number | null>>
  readonly boolean: Readonly<Record<BooleanName, boolean>>
  /** The entries of each custom field that has a value: one, or one for each element of a list, in its order. */
  readonly values: ReadonlyMap<CustomFieldUuid, ReadonlyArray<ValueEntry>>
}

/** The index form of a text: folded, and null where it counts as missing. */
export const searchableText = (value: string | null): string | null =>
  value === null || value === "" ? null : fold(value)

/** The index form of a contact, whose custom values are given in theirs: only definitions tell how those compare. */
export const searchable = (contact: Contact, values: Searchable["values"] = new Map()): Searchable => {
  const text = searchableText
  const phone = (value: string | null) => (value === null ? null : digits(value) || null)
  return {
    uuid: contact.uuid,
    text: {
      first_name: text(contact.firstName),
      last_name: text(contact.lastName),
      email: text(contact.email),
      phone_number: text(contact.phoneNumber),
      chatapp_id: text(contact.chatappId),
      socialmsg_id: text(contact.socialmsgId),
      external_contact_id: text(contact.externalContactId),
      client_reference: text(contact.clientReference)
    },
    digits: { phone_number: phone(contact.phoneNumber), chatapp_id: phone(contact.chatappId) },
    instant: {
      created_at: DateTime.toEpochMillis(contact.createdAt),
      updated_at: DateTime.toEpochMillis(contact.updatedAt),
      last_engaged_at: contact.lastEngagedAt === null ? null : DateTime.toEpochMillis(contact.lastEngagedAt)
    },
    boolean: { archived: contact.archived },
    values
  }
}
