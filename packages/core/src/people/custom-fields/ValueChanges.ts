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

/** A new value of one field, null if it is cleared, and its search entries. */
export interface ValueChange {
  readonly field: CustomFieldUuid
  readonly key: string
  readonly value: CustomFieldValue | null
  readonly entries: ReadonlyArray<ValueEntry>
}

/** Values as a request gives them, by field key; null clears. */
export const GivenValues = Schema.Record(Schema.String, Schema.Unknown)
export type GivenValues = typeof GivenValues.Type

/**
 * Returns the changes that given values make to a contact's present ones, or every issue. An equal value is no
 * change. A field that is not editable can be set on a new contact only.
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
  // Only what is stored is folded.
  return issues.length === 0
    ? Result.succeed(values.flat().map(({ field, value }) => changeTo(field, value)))
    : Result.fail(issues)
}

/** Returns a value with its field, if it differs from the present one, or its issue. */
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
 * Returns the changes that give a contact the values of another state of it, of only these fields. They are values that a
 * contact had: options that are archived and fields that are not editable make no difference.
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

/** The value of a key, or null. */
export const valueOf = (values: CustomFieldValues, key: string): CustomFieldValue | null => own(values, key) ?? null

/** Returns the values after the changes. Keys are data: `__proto__`, too, becomes an own member. */
export const applyChanges = (present: CustomFieldValues, changes: ReadonlyArray<ValueChange>): CustomFieldValues => {
  const values = new Map(Object.entries(present))
  for (const { key, value } of changes) {
    if (value === null) values.delete(key)
    else values.set(key, value)
  }
  return Object.fromEntries(values)
}

/** The entries of a contact's values after the changes, by field. A field without a value is left out. */
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
