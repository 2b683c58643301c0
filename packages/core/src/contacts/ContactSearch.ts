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
import { plan } from "../search/Plan.ts"
import type { Sort } from "../search/Sort.ts"
import { fold } from "../shared/Text.ts"
import type { Contact } from "./Contact.ts"
import { identifierValue } from "./Identifiers.ts"

/** The fields whose digits a token of four or more digits is looked up in (S8). */
export const phoneNames = ["phone_number", "chatapp_id"] as const satisfies ReadonlyArray<TextName>
export type PhoneName = (typeof phoneNames)[number]

/** Newest first: the order where none is asked for. */
export const newestFirst: Sort = { field: { kind: "instant", name: "created_at" }, direction: "desc" }

const fixedFields = Array.from(predefinedFields, ([name, field]): readonly [string, SearchField] => [
  name,
  { field, kind: field.kind }
])

/** Plans a search, or returns its issues. It needs the active `definitions` with the {@link customKeys} of the request. */
export const planSearch = (request: SearchRequest, definitions: ReadonlyArray<CustomField> = []) =>
  plan(request, {
    fields: new Map([...definitions.map((field) => [field.fieldKey, searchField(field)] as const), ...fixedFields]),
    termFields: { text: textNames.filter((name) => name !== "client_reference"), digits: phoneNames },
    defaultSort: newestFirst
  })

/** The distinct names in a request that custom fields could have: a plan of it needs the definitions with these keys. */
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
export const searchableText = (value: string | null): string | null => (value ? fold(value) : null)

/** The index form of a contact and of its custom values, which every store takes from here. */
export const searchable = (contact: Contact, values: Searchable["values"] = new Map()): SearchableContact => ({
  uuid: contact.uuid,
  text: {
    first_name: searchableText(contact.firstName),
    last_name: searchableText(contact.lastName),
    email: searchableText(contact.email),
    phone_number: searchableText(contact.phoneNumber),
    chatapp_id: searchableText(contact.chatappId),
    socialmsg_id: searchableText(contact.socialmsgId),
    external_contact_id: searchableText(contact.externalContactId),
    client_reference: searchableText(contact.clientReference)
  },
  digits: {
    phone_number: identifierValue("phoneNumber", contact.phoneNumber),
    chatapp_id: identifierValue("chatappId", contact.chatappId)
  },
  instant: {
    created_at: DateTime.toEpochMillis(contact.createdAt),
    updated_at: DateTime.toEpochMillis(contact.updatedAt),
    last_engaged_at: contact.lastEngagedAt && DateTime.toEpochMillis(contact.lastEngagedAt)
  },
  boolean: { archived: contact.archived },
  values
})
