import { DateTime, Equal } from "effect"
import * as Arr from "effect/Array"
import { type WritableField, writableFields } from "../contact-fields/PredefinedFields.ts"
import type { Contact } from "../contacts/Contact.ts"
import {
  addressesOf,
  hasIdentifier,
  type IdentifierKey,
  identifierKeys,
  type NumberForms
} from "../contacts/Identifiers.ts"
import type { CustomField } from "../custom-fields/CustomField.ts"
import type { CustomFieldValue, CustomFieldValues } from "../custom-fields/CustomFieldValue.ts"
import { valueOf } from "../custom-fields/ValueChanges.ts"
import { laterThan } from "../../shared/Instant.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import { type Belongings, type KeptSides, MergeChange, type MergeState, type WholeMergeState } from "./ContactMerge.ts"
import { own } from "../../shared/Own.ts"

/** Returns issues for names in `keep` that are neither a field of contacts nor the key of an active custom field. */
export const keepIssues = (keep: KeptSides, definitions: ReadonlyArray<CustomField>): ReadonlyArray<Issue> => {
  const known = new Set<string>([...writableFields, ...definitions.map(({ fieldKey }) => fieldKey)])
  return Object.keys(keep).flatMap((name) =>
    known.has(name)
      ? []
      : [issue("unknown_field", ["keep", name], "is neither a field of a contact nor a custom field")]
  )
}

/**
 * Returns the merged contact, with the survivor's uuid and creation time. Each value comes from the side that `keep` names,
 * even if that value is empty. Default: the survivor's value, or the value of `from` if the survivor has no value. By
 * default, lists of options are combined, the survivor's options first.
 */
export const mergedContact = (survivor: Contact, from: Contact, keep: KeptSides, now: DateTime.Utc): Contact => {
  const sideOf = (name: string) => own(keep, name)
  const chosen = <A>(name: string, ours: A | null, theirs: A | null): A | null => {
    const side = sideOf(name)
    if (side === undefined) return ours ?? theirs
    return side === "this" ? ours : theirs
  }
  const chosenValue = (key: string) => {
    const [ours, theirs] = [valueOf(survivor.customFields, key), valueOf(from.customFields, key)]
    return sideOf(key) === undefined && isOptions(ours) && isOptions(theirs)
      ? Arr.union(ours, theirs)
      : chosen(key, ours, theirs)
  }
  const fields: { [Field in WritableField]?: string | null } = {}
  for (const field of writableFields) fields[field] = chosen(field, survivor[field], from[field])
  const keys = Arr.dedupe([...Object.keys(survivor.customFields), ...Object.keys(from.customFields)])
  const values = keys.flatMap((key) => {
    const value = chosenValue(key)
    return value === null ? [] : [[key, value] as const]
  })
  return {
    ...survivor,
    ...fields,
    clientReference: survivor.clientReference ?? from.clientReference,
    archived: survivor.archived && from.archived,
    updatedAt: laterThan(survivor.updatedAt, now),
    lastEngagedAt: laterOf(survivor.lastEngagedAt, from.lastEngagedAt),
    customFields: Object.fromEntries(values)
  }
}

/**
 * Returns the belongings of the merged contact: everything that belonged to either contact. An address that the merged
 * contact lacks becomes a former address.
 */
export const mergedBelongings = (
  numbers: NumberForms,
  { from, fromHad, merged, survivor, survivorHad }: Omit<WholeMergeState, "optedOut">
): Belongings => {
  const survivorLists = new Set(survivorHad.memberships.map(({ list }) => list))
  const present = addressesOf(numbers, merged)
  const had = [...addressesOf(numbers, survivor), ...addressesOf(numbers, from)]
  return {
    memberships: [...survivorHad.memberships, ...fromHad.memberships.filter(({ list }) => !survivorLists.has(list))],
    notes: [...survivorHad.notes, ...fromHad.notes],
    formerAddresses: Arr.dedupe([
      ...survivorHad.formerAddresses,
      ...fromHad.formerAddresses,
      ...had.filter((address) => !present.includes(address))
    ])
  }
}

/**
 * Returns the former identifiers of two merged contacts: all identifiers of `from`, because the merged contact may lose
 * some of these later, and the survivor's identifiers that the merged contact lacks.
 */
export const formerIdentifiers = (
  numbers: NumberForms,
  { from, merged, survivor }: Pick<MergeState, "from" | "merged" | "survivor">
): ReadonlyArray<IdentifierKey> => {
  const lost = identifierKeys(numbers, survivor).filter((key) => !hasIdentifier(numbers, merged, key))
  return Arr.dedupeWith(
    [...identifierKeys(numbers, from), ...lost],
    (a, b) => a.field === b.field && a.value === b.value
  )
}

/**
 * Returns the changes to a merged contact since the merge that prevent an undo. An archived field is such a change if
 * `from` had a value for the field, because the value can't be restored.
 */
export const changesSince = (
  state: MergeState,
  left: Belongings,
  now: { readonly contact: Contact; readonly has: Belongings; readonly definitions: ReadonlyArray<CustomField> }
): ReadonlyArray<MergeChange> => {
  const { contact, definitions, has } = now
  const { from, merged } = state
  const keys = definitions.map(({ fieldKey }) => fieldKey)
  const isSame: { readonly [Change in MergeChange]: boolean } = {
    fields: writableFields.every((field) => contact[field] === merged[field]),
    custom_fields:
      keys.every((key) => Equal.equals(valueOf(contact.customFields, key), valueOf(merged.customFields, key))) &&
      Object.keys(from.customFields).every((key) => keys.includes(key)),
    archived: contact.archived === merged.archived,
    contact_lists: areEqual(has.memberships, left.memberships, ({ addedAt, list }) => [list, addedAt]),
    notes: areEqual(has.notes, left.notes, ({ note, updatedAt }) => [note, updatedAt])
  }
  return MergeChange.literals.filter((change) => !isSame[change])
}

/** Returns whether all addresses of the merged contact come from `from`. If so, later messages belong to `from`. */
const hasAddressesOfFrom = (
  numbers: NumberForms,
  { merged, survivor }: Pick<MergeState, "merged" | "survivor">
): boolean => {
  const survivorAddresses = addressesOf(numbers, survivor)
  const present = addressesOf(numbers, merged)
  return present.length > 0 && present.every((address) => !survivorAddresses.includes(address))
}

/** Splits the former addresses that a merged contact got after the merge between the two separated contacts. */
export const addressesSince = (
  numbers: NumberForms,
  state: MergeState,
  since: ReadonlyArray<string>
): { readonly survivor: ReadonlyArray<string>; readonly from: ReadonlyArray<string> } => {
  const { from, fromHad } = state
  const present = addressesOf(numbers, from)
  const theirs = new Set([...present, ...fromHad.formerAddresses])
  const areTheirs = hasAddressesOfFrom(numbers, state)
  const isTheirs = (address: string) => areTheirs || theirs.has(address)
  return {
    survivor: since.filter((address) => !isTheirs(address)),
    from: since.filter((address) => isTheirs(address) && !present.includes(address))
  }
}

/** Returns the two contacts as they were before the merge, but with the changes that messages and broadcasts made since. */
export const separatedContacts = (
  numbers: NumberForms,
  { from, merged, survivor }: MergeState,
  contact: Contact,
  definitions: ReadonlyArray<CustomField>,
  now: DateTime.Utc
): { readonly survivor: Contact; readonly from: Contact } => {
  const updatedAt = laterThan(contact.updatedAt, now)
  const known = (values: CustomFieldValues) =>
    Object.fromEntries(
      definitions.flatMap(({ fieldKey }) => {
        const value = valueOf(values, fieldKey)
        return value === null ? [] : [[fieldKey, value] as const]
      })
    )
  // A later client reference goes to `from` if all addresses of the merged contact come from `from`, otherwise to the
  // survivor.
  const later = contact.clientReference === merged.clientReference ? null : contact.clientReference
  const isOfFrom = hasAddressesOfFrom(numbers, { merged, survivor })
  return {
    survivor: {
      ...survivor,
      clientReference: (isOfFrom ? null : later) ?? survivor.clientReference,
      lastEngagedAt: isSameInstant(contact.lastEngagedAt, merged.lastEngagedAt)
        ? survivor.lastEngagedAt
        : contact.lastEngagedAt,
      updatedAt,
      customFields: known(survivor.customFields)
    },
    from: {
      ...from,
      clientReference: (isOfFrom ? later : null) ?? from.clientReference,
      updatedAt,
      customFields: known(from.customFields)
    }
  }
}

/** Returns whether a value is a list of options, as in a multiselect field. */
export const isOptions = (value: CustomFieldValue | null): value is ReadonlyArray<string> => Array.isArray(value)

const laterOf = (a: DateTime.Utc | null, b: DateTime.Utc | null): DateTime.Utc | null =>
  a === null || b === null ? (a ?? b) : DateTime.max(a, b)

const isSameInstant = (a: DateTime.Utc | null, b: DateTime.Utc | null): boolean =>
  a?.epochMilliseconds === b?.epochMilliseconds

/** Returns whether two lists hold the same items in any order. */
const areEqual = <A>(
  ones: ReadonlyArray<A>,
  others: ReadonlyArray<A>,
  partsOf: (item: A) => readonly [name: string, at: DateTime.Utc]
): boolean => {
  const textOf = (item: A) => {
    const [name, at] = partsOf(item)
    return `${name} ${at.epochMilliseconds}`
  }
  const texts = new Set(others.map(textOf))
  return ones.length === others.length && ones.every((item) => texts.has(textOf(item)))
}
