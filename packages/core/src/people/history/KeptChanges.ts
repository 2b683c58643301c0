import { Predicate } from "effect"
import type { CustomFieldValue } from "../custom-fields/CustomFieldValue.ts"
import type { FieldChange } from "./HistoryEntry.ts"

/** The maximum length of a string, in characters, and of a list, in items, in a history value. */
const [mostCharacters, mostItems] = [500, 50]

/** The approximate maximum number of characters in the values of one entry. */
const entryCharacters = 20_000

/** Shortens a value for the history. Long lists are cut, and long strings end with an ellipsis. */
export const keptValue = (value: CustomFieldValue | null): CustomFieldValue | null => {
  if (Predicate.isString(value)) {
    return value.length <= mostCharacters
      ? value
      : `${value.slice(0, mostCharacters - 1).replace(/[\ud800-\udbff]$/, "")}…`
  }
  return Array.isArray(value) && value.length > mostItems ? value.slice(0, mostItems) : value
}

const sizeOf = (value: CustomFieldValue | null): number => (value === null ? 0 : JSON.stringify(value).length)

/**
 * Shortens the values of an entry's changes, so that the size of an entry is bounded. Once the values exceed the limit, the
 * values of further changes are null.
 */
export const keptChanges = (changes: ReadonlyArray<FieldChange>): ReadonlyArray<FieldChange> => {
  let characters = 0
  return changes.map((change) => {
    if (change.values === null) return change
    const [from, to] = [keptValue(change.values.from), keptValue(change.values.to)]
    characters += sizeOf(from) + sizeOf(to)
    return { ...change, values: characters > entryCharacters ? null : { from, to } }
  })
}
