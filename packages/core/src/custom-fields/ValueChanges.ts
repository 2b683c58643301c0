import { Array as Arr, Equal, Predicate, Result } from "effect"
import type { Searchable, ValueEntry } from "../search/Field.ts"
import type { CustomFieldUuid } from "../shared/Ids.ts"
import { issue, type Issue } from "../shared/Issue.ts"
import type { CustomField } from "./CustomField.ts"
import {
  type CustomFieldValue,
  type CustomFieldValues,
  readValue,
  refuseValue,
  type ValueProblem
} from "./CustomFieldValue.ts"
import { entriesOf } from "./ValueIndex.ts"

/** What a contact's value for one field becomes: null when it is cleared, and how it is found by then. */
export interface ValueChange {
  readonly field: CustomFieldUuid
  readonly key: string
  readonly value: CustomFieldValue | null
  readonly entries: ReadonlyArray<ValueEntry>
}

/** Values as a request gives them, by field key; null clears. */
export type GivenValues = Readonly<Record<string, unknown>>

/**
 * What given values change of a contact's present ones, or every issue (F2). Values that stay as they are change
 * nothing. A field that is not editable takes a value from a new contact only (F5).
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
        : changeValue(field, value, Object.hasOwn(present, key) ? present[key] : null, contact)
    return Result.mapError(change, ({ code, message }) => issue(code, ["customFields", key], message))
  })
  return issues.length === 0 ? Result.succeed(values.flat()) : Result.fail(issues)
}

/** The change of one value, if it changes, or why it cannot. */
const changeValue = (
  field: CustomField,
  given: unknown,
  present: CustomFieldValue | null | undefined,
  contact: "new" | "known"
): Result.Result<ReadonlyArray<ValueChange>, ValueProblem> => {
  const { editable, fieldKey: key, fieldType, uuid } = field
  const reading = given === null ? Result.succeed(null) : Result.map(readValue(field, given), blankIsNull)
  return Result.flatMap(reading, (value) => {
    if (Equal.equals(value, present)) return Result.succeed([])
    if (!editable && contact === "known")
      return refuseValue("cannot be changed after the contact was created", "not_editable")
    return Result.succeed([{ field: uuid, key, value, entries: value === null ? [] : entriesOf(fieldType, value) }])
  })
}

/** The values after the changes. Keys are data: whatever they spell, they become own members and nothing else. */
export const applyChanges = (present: CustomFieldValues, changes: ReadonlyArray<ValueChange>): CustomFieldValues => {
  const values = new Map(Object.entries(present))
  for (const { key, value } of changes) {
    if (value === null) values.delete(key)
    else values.set(key, value)
  }
  return Object.fromEntries(values)
}

/** The entries of a contact's values after the changes, by field. A field without a value has none. */
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

/** A text of nothing but white space and an empty list are no values (S6). */
const blankIsNull = (value: CustomFieldValue): CustomFieldValue | null => {
  if (Predicate.isString(value)) return value.trim() === "" ? null : value
  return Array.isArray(value) && value.length === 0 ? null : value
}
