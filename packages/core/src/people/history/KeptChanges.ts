import { Predicate } from "effect"
import type { CustomFieldValue } from "../custom-fields/CustomFieldValue.ts"
import type { FieldChange } from "./HistoryEntry.ts"

/** The most characters of a text, and the most items of a list, that a history keeps of a value. */
const [mostCharacters, mostItems] = [500, 50]

/** About how many characters the values of one entry have together. */
const entryCharacters = 20_000

/**
 * The part of a value that a history keeps: all of it, except long lists. Of a long text it keeps the beginning and an
 * ellipsis.
 */
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
 * The changes of an entry with values that are bounded, each and together, so that a page of entries is: the values of the last ones
 * are not kept if there is no room for them.
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
