import type { RequestOf } from "../../api/Operation.ts"
import { type Contact, type CustomField, type CustomValue, writableFields } from "../../contacts/ContactEntry.ts"

type Side = "this" | "from"
export type Keep = { readonly [field: string]: Side }

type SearchBody = NonNullable<RequestOf<"POST /v1/contacts/search">["body"]>

/** A field of which two contacts have different values, of which one stays. */
export interface Difference {
  /** Its name, or its key. */
  readonly field: string
  /** The custom field that it is. */
  readonly custom: CustomField | undefined
  readonly ours: CustomValue
  readonly theirs: CustomValue
}

/** The fields of which both contacts have a value, and not the same one. Of the others the one that has a value keeps it. */
export const differencesOf = (
  ours: Contact,
  theirs: Contact,
  fields: ReadonlyArray<CustomField>
): ReadonlyArray<Difference> => [
  ...writableFields.flatMap((field) => differenceOf(field, undefined, ours[field], theirs[field])),
  ...fields.flatMap((custom) => {
    const key = custom.field_key
    return differenceOf(key, custom, ours.custom_fields[key], theirs.custom_fields[key])
  })
]

const differenceOf = (
  field: string,
  custom: CustomField | undefined,
  ours: CustomValue | null | undefined,
  theirs: CustomValue | null | undefined
): ReadonlyArray<Difference> => {
  if (ours === null || ours === undefined || theirs === null || theirs === undefined) return []
  return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ field, custom, ours, theirs }]
}

/** The search for other contacts that have an address of this one; none if it has no address. */
export const lookalikesOf = (contact: Contact): SearchBody | undefined => {
  const numbers = [contact.phone_number, contact.chatapp_id].filter((number) => number !== null)
  const any = [
    ...equals("email", contact.email === null ? [] : [contact.email]),
    ...equals("phone_number", numbers),
    ...equals("chatapp_id", numbers),
    ...equals("external_contact_id", contact.external_contact_id === null ? [] : [contact.external_contact_id])
  ]
  return any.length === 0 ? undefined : { advanced_search: [{ any }] }
}

const equals = (field: string, values: ReadonlyArray<string>) =>
  values.map((value) => ({ field, operator: "equals" as const, value }))
