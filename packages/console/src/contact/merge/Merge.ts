import { type Contact, type CustomField, type CustomValue, writableFields } from "../../contacts/ContactEntry.ts"
import { equals, type SearchBody } from "../../contacts/ContactSearch.ts"
import { own } from "../../reading/Own.ts"

type Side = "this" | "from"
export type Keep = { readonly [field: string]: Side }

/** A field whose values differ between two contacts. One of them is kept. */
export interface Difference {
  /** The name of the field, or its key. */
  readonly field: string
  /** The custom field; undefined for a predefined field. */
  readonly custom: CustomField | undefined
  readonly ours: CustomValue
  readonly theirs: CustomValue
  /** The options of both contacts, which a merge keeps unless one side is chosen; undefined for other values. */
  readonly union: ReadonlyArray<string> | undefined
}

/** Returns the choices with a new choice for a field; undefined for the default of a merge. */
export const keptWith = (keep: Keep, field: string, side: Side | undefined): Keep => {
  const { [field]: _, ...others } = keep
  return side === undefined ? others : { ...others, [field]: side }
}

/** Returns the fields in which both contacts have values that differ. If only one contact has a value, it is kept. */
export const differencesOf = (
  ours: Contact,
  theirs: Contact,
  fields: ReadonlyArray<CustomField>
): ReadonlyArray<Difference> => [
  ...writableFields.flatMap((field) => differenceOf(field, undefined, ours[field], theirs[field])),
  ...fields.flatMap((custom) => {
    const key = custom.field_key
    return differenceOf(key, custom, own(ours.custom_fields, key), own(theirs.custom_fields, key))
  })
]

const differenceOf = (
  field: string,
  custom: CustomField | undefined,
  ours: CustomValue | null | undefined,
  theirs: CustomValue | null | undefined
): ReadonlyArray<Difference> => {
  if (ours === null || ours === undefined || theirs === null || theirs === undefined) return []
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return []
  const union = isOptions(ours) && isOptions(theirs) ? [...new Set([...ours, ...theirs])] : undefined
  return [{ field, custom, ours, theirs, union }]
}

const isOptions = (value: CustomValue): value is ReadonlyArray<string> => Array.isArray(value)

/** Returns the search for other contacts with an address of this contact; undefined if it has no address. */
export const lookalikesOf = (contact: Contact): SearchBody | undefined => {
  const { chatapp_id, email, external_contact_id, phone_number } = contact
  const addresses = {
    email: [email],
    phone_number: [phone_number, chatapp_id],
    chatapp_id: [phone_number, chatapp_id],
    external_contact_id: [external_contact_id]
  }
  const any = Object.entries(addresses).flatMap(([field, values]) =>
    values.flatMap((value) => (value === null ? [] : [equals(field, value)]))
  )
  return any.length === 0 ? undefined : { advanced_search: [{ any }] }
}
