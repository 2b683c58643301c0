import { Array as Arr, Equal, Result, Schema } from "effect"
import type { Searchable, ValueEntry } from "../search/Field.ts"
import type { CustomFieldUuid } from "../../shared/Ids.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import { own } from "../../shared/Own.ts"
import type { CustomField } from "./CustomField.ts"
import {
  type CustomFieldValue,
  type CustomFieldValues,
  readValue,
  refuseValue,
  type ValueProblem
} from "./CustomFieldValue.ts"
import { entriesOf } from "./ValueIndex.ts"

/** A field's new value with its search entries. A null value clears the field. */
export interface ValueChange {
  readonly field: CustomFieldUuid
  readonly key: string
  readonly value: CustomFieldValue | null
  readonly entries: ReadonlyArray<ValueEntry>
}

/** The custom values of a request, by field key; null clears a value. */
export const GivenValues = Schema.Record(Schema.String, Schema.Unknown)
export type GivenValues = typeof GivenValues.Type

/**
 * Compares given values with a contact's present values, and returns the changes or every issue. An equal value is no
 * change. A field that is not editable can be set only on a new contact.
 *
 * @see docs/contributing/decisions.md, F5
 */
export const changeValues = (
  given: GivenValues,
  present: CustomFieldValues,
  definitions: ReadonlyArray<CustomField>,
  contact: "new" | "known"
): Result.Result<ReadonlyArray<ValueChange>, ReadonlyArray<Issue>> => {
  const byKey = new Map(definitions.map((field) => [field.fieldKey, field]))
  const [values, issues] = Arr.partition(Object.entries(given), ([key, value]) => {
    const field = byKey.get(key)
    const change =
      field === undefined
        ? refuseValue("is not a custom field", "unknown_field")
        : changeValue(field, value, valueOf(present, key), contact)
    return Result.mapError(change, ({ code, message }) => issue(code, ["customFields", key], message))
  })
  // Makes search entries only for values that will be stored.
  return issues.length === 0
    ? Result.succeed(values.flat().map(({ field, value }) => changeTo(field, value)))
    : Result.fail(issues)
}

/** Returns the new value with its field, an empty list for an equal value, or the problem. */
const changeValue = (
  field: CustomField,
  given: unknown,
  present: CustomFieldValue | null | undefined,
  contact: "new" | "known"
): Result.Result<
  ReadonlyArray<{ readonly field: CustomField; readonly value: CustomFieldValue | null }>,
  ValueProblem
> => {
  const { editable } = field
  return Result.flatMap(readValue(field, given, present), (value) => {
    if (Equal.equals(value, present)) return Result.succeed([])
    if (!editable && contact === "known")
      return refuseValue("cannot be changed after the contact was created", "not_editable")
    return Result.succeed([{ field, value }])
  })
}

const changeTo = ({ fieldKey: key, fieldType, uuid }: CustomField, value: CustomFieldValue | null): ValueChange => ({
  field: uuid,
  key,
  value,
  entries: value === null ? [] : entriesOf(fieldType, value)
})

/**
 * Returns the changes from the `present` to the `wanted` values, for these fields only. The contact had the `wanted` values
 * before, so archived options and fields that are not editable are allowed.
 */
export const changesBetween = (
  present: CustomFieldValues,
  wanted: CustomFieldValues,
  definitions: ReadonlyArray<CustomField>
): ReadonlyArray<ValueChange> =>
  definitions.flatMap((field) => {
    const value = valueOf(wanted, field.fieldKey)
    return Equal.equals(value, valueOf(present, field.fieldKey)) ? [] : [changeTo(field, value)]
  })

/** Returns the value of a key; null if absent. */
export const valueOf = (values: CustomFieldValues, key: string): CustomFieldValue | null => own(values, key) ?? null

/** Returns the values after the changes. Every key, even `__proto__`, becomes an own property. */
export const applyChanges = (present: CustomFieldValues, changes: ReadonlyArray<ValueChange>): CustomFieldValues => {
  const values = new Map(Object.entries(present))
  for (const { key, value } of changes) {
    if (value === null) values.delete(key)
    else values.set(key, value)
  }
  return Object.fromEntries(values)
}

/** Returns a contact's search entries after the changes, by field. Fields without entries are left out. */
export const applyEntries = (
  present: Searchable["values"],
  changes: ReadonlyArray<ValueChange>
): Searchable["values"] => {
  if (changes.length === 0) return present
  const entriesByField = new Map(present)
  for (const { entries, field } of changes) {
    if (entries.length === 0) entriesByField.delete(field)
    else entriesByField.set(field, entries)
  }
  return entriesByField
}
