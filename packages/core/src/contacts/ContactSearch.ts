import { DateTime } from "effect"
import { type CustomField, isFieldKey } from "../custom-fields/CustomField.ts"
import {
  type BooleanName,
  type InstantName,
  predefinedFields,
  type TextName,
  textNames
} from "../custom-fields/PredefinedFields.ts"
import { searchField } from "../custom-fields/ValueIndex.ts"
import type { Searchable, SearchField } from "../search/Field.ts"
import type { SearchRequest } from "../search/Filter.ts"
import { type Catalogue, plan } from "../search/Plan.ts"
import type { Sort } from "../search/Sort.ts"
import { digits, fold } from "../shared/Text.ts"
import type { Contact } from "./Contact.ts"

/** The fields whose digits a token of four or more digits is looked up in (S8). */
export const phoneNames = ["phone_number", "chatapp_id"] as const satisfies ReadonlyArray<TextName>
export type PhoneName = (typeof phoneNames)[number]

/** Newest first: the order where none is asked for. */
export const newestFirst: Sort = { field: { kind: "instant", name: "created_at" }, direction: "desc" }

/** What can be searched in contacts, but for custom fields. */
const predefined = {
  fields: Array.from(predefinedFields, ([name, field]): [string, SearchField] => [name, { field, kind: field.kind }]),
  termFields: { text: textNames.filter((name) => name !== "client_reference"), digits: phoneNames },
  defaultSort: newestFirst
}

/** What can be searched in contacts with these active custom fields. */
const catalogueOf = (definitions: ReadonlyArray<CustomField>): Catalogue => ({
  ...predefined,
  fields: new Map([
    ...definitions.map((definition) => [definition.fieldKey, searchField(definition)] as const),
    ...predefined.fields
  ])
})

/**
 * Turns a search for contacts into a plan, or into every issue that it has. `definitions` are the active custom fields
 * with the {@link customKeys} of the request; others do no harm.
 */
export const planSearch = (request: SearchRequest, definitions: ReadonlyArray<CustomField> = []) =>
  plan(request, catalogueOf(definitions))

/** The names in a request that custom fields could have, each once: the keys of the definitions that a plan of it needs. */
export const customKeys = ({ filters = [], sortBy }: SearchRequest): ReadonlyArray<string> => {
  const names = [...filters, ...(sortBy ? [sortBy] : [])].map(({ field }) => field)
  return [...new Set(names)].filter((name) => isFieldKey(name) && !predefinedFields.has(name))
}

/** The index form of a contact. */
export interface SearchableContact extends Searchable {
  readonly text: Readonly<Record<TextName, string | null>>
  readonly digits: Readonly<Record<PhoneName, string | null>>
  readonly instant: Readonly<Record<InstantName, number | null>>
  readonly boolean: Readonly<Record<BooleanName, boolean>>
}

/** The index form of a text: folded, and null where it counts as missing. */
export const searchableText = (value: string | null): string | null =>
  value === null || value === "" ? null : fold(value)

/**
 * The index form of a contact, whose custom values are given in theirs: only definitions tell how those compare. It is
 * computed here and nowhere else, so that every store compares the same.
 */
export const searchable = (contact: Contact, values: Searchable["values"] = new Map()): SearchableContact => {
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
